internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Places under words of somebody's own.
extension Transit {
  nonisolated static let ownPlaceCalls: [Call<Transit>] = [
    .change(
      "transit.place.set", "Give a place a name of your own, as home or work",
      ko: "장소에 이름 붙이기 (예: 집, 회사)",
      words: CallWords(
        "place set <name> <place>",
        examples: [
          "matectl transit place set home 37.498,127.028", "matectl transit place set work 시청",
          "matectl transit route home work",
        ]),
      takes: Params.NewOwnPlace.self, gives: Answers.OwnPlace.self,
      shows: .message("{name} is {place}", ko: "{name}: {place}")
    ) { transit, params, _ in
      try transit.setPlace(params.name.trimmed, params.place.trimmed)
    }.idempotent,

    .read(
      "transit.place.list", "Show the places with names of your own", ko: "이름 붙인 장소 보기",
      words: "place list", takes: NoParams.self, gives: Answers.OwnPlaces.self,
      shows: .table(
        rows: "/places",
        columns: [
          TableColumn("Name", ko: "이름", "/name"), TableColumn("Place", ko: "장소", "/place"),
        ], empty: LocalizedText(en: "no place has a name of your own", ko: "이름 붙인 장소가 없습니다"))
    ) { transit, _, _ in
      Answers.OwnPlaces(places: transit.state.places.list.map(Answers.OwnPlace.init))
    },

    .change(
      "transit.place.remove", "Take a name of your own away", ko: "장소 이름 지우기",
      words: CallWords("place remove <name>", examples: ["matectl transit place remove home"]),
      takes: Params.OwnPlace.self, gives: Answers.OwnPlace.self,
      shows: .message("{name} is no place any more", ko: "{name} 이름을 지웠습니다")
    ) { transit, params, _ in
      Answers.OwnPlace(try transit.changePlaces { try $0.remove(params.name.trimmed) })
    }.idempotent,
  ]
}

/// What they do.
extension Transit {
  /// What nobody knows by now is refused; a name for a name is one for what that stands for.
  private func setPlace(_ name: String, _ words: String) throws -> Answers.OwnPlace {
    let words = state.places.meaning(of: words)
    _ = try places.find(words)
    return Answers.OwnPlace(try changePlaces { try $0.set(name, words) })
  }

  private func changePlaces(_ rule: (inout OwnPlaces) throws -> OwnPlace) throws -> OwnPlace {
    try change({ try rule(&$0.places) }) { store, state in try store.save(state.places) }
  }
}
