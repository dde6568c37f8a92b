internal import Values

/// The sentences: what is wrong, and what to do about it.
extension TransitReason {
  var text: LocalizedText { LocalizedText(en: english, ko: korean) }

  private var english: String {
    switch self {
    case .unknownStation:
      "there is no station {station}{hint}; `matectl transit stations` finds it by a part of its name"
    case .ambiguousStation:
      "{station} is the name of several stations: {stations}; give the Korean name of the one that is meant"
    case .unknownStop:
      "there is no bus stop {stop}{hint}; `matectl transit stations --kind bus` finds its number by name"
    case .unknownLine: "there is no line {line}; give it as 2, 2호선 or 경의중앙선"
    case .unknownFavourite:
      "there is no favourite {favourite}; `matectl transit favourite list` shows them"
    case .favouritesFull:
      "there are {maximum:favourite/favourites} already; remove one with `matectl transit favourite remove`"
    case .favouriteKnown: "{title} is a favourite already, with the number {favourite}"
    case .noKey:
      "there is no key for {portalName} arrivals; get one at {site} and say "
        + "`matectl transit configure --{option} FILE`"
    case .keyRefused:
      "{site} refuses the key for {portalName} arrivals: {problem}; check it there and give it with "
        + "`matectl transit configure --{option} FILE`"
    case .quotaExhausted:
      "today's calls for {portalName} arrivals are used up; new ones come {until:relative}; what was known before is not "
        + "true any more"
    case .upstreamFailed: "no {portalName} arrivals: {problem}; try again a little later"
    case .noFavourites:
      "there is nothing to show; name a station, or add one with `matectl transit favourite add`"
    case .unknownAlarm: "{favourite} has no alarm; `matectl transit alarm list` shows them"
    case .alarmKnown: "{favourite} has an alarm already"
    case .unknownLeave: "there is no leave-by {leave}; `matectl transit leave list` shows them"
    case .leavesFull: "{maximum} leave-bys are running already; dismiss one of them"
    case .invalidWindow: "{between} is no part of a day; give it as 07:30-09:00"
    case .invalidKey:
      "this is no key for {portalName} arrivals: a file with one word of ASCII letters is expected"
    case .invalidURL: "{url} is no base address; give one as http://127.0.0.1:8088/api/subway"
    case .invalidPosition: "{position} is no place; give latitude and longitude, as 37.498,127.028"
    case .positionMissing:
      "say where you are, once: latitude and longitude as 37.498,127.028, or --lat and --lon"
    case .feedUnreadable: "{path} cannot be read as a GTFS feed: {problem}; nothing was changed"
    case .feedInvalid: "{file}, line {line}: {problem}; nothing was changed"
    case .feedTooLarge: "{path} is refused: {problem}; nothing was changed"
    case .unknownFeed: "there is no feed {feed}; `matectl transit gtfs feeds` shows them"
    case .feedsFull:
      "there are {maximum:feed/feeds} already; remove one with `matectl transit gtfs remove`"
    case .importRunning: "an import is running already; wait for its end or interrupt it"
    case .unknownFeedStop:
      "no imported timetable has a stop {stop}{hint}; `matectl transit gtfs feeds` shows what there is"
    case .ambiguousStop:
      "{stop} can be several stops: {similar}; give one with its feed, as FEED:STOP"
    case .invalidTime:
      "{at} is no time; give it as 08:30, tomorrow 7:30am, in 20m, or 2026-11-21T08:30"
    case .invalidDay: "{day} is no day; give it as tomorrow, fri, 3d or 2026-11-21"
    case .downloadFailed: "the feed cannot be downloaded: {problem}; nothing was changed"
    case .ambiguousFavourite:
      "{favourite} is the name of several favourites ({numbers}); give the number of one"
    case .lineNotThere: "{lineName} does not stop at {station}; {lines} does"
    case .queryMissing:
      "say what to look for: a part of a name, initial consonants or a number, or --near LAT,LON"
    case .noTimetables:
      "ways are found by timetables, and there is none; import one with `matectl transit gtfs import`"
    case .tooManyStopTimes:
      "ways are found over at most {maximum:stop time/stop times}; remove a timetable with "
        + "`matectl transit gtfs remove`"
    case .samePlace: "{from} and {to} are the same place"
    case .noWay: "no way leads from {from} to {to}: {reason}"
    case .outsideTimetable:
      "{date} is outside of the timetables, which are for {first} to {last}; import newer ones"
    case .unknownFeedLine: "no imported timetable has a line {line}"
    case .twoTimes: "give --at or --arrive-by, not both"
    case .timetablesChanged:
      "the timetables have changed while the way was followed; ask for a way again"
    case .noDestination:
      "say where to go from {from}; one word is enough where it is a favourite that is a way"
    case .favouriteIsWay:
      "{favourite} is a way: see it with `matectl transit route {number}`, follow it with --watch"
    case .arriveByMissing: "say when to be at {to}, as --arrive-by 09:00"
    case .walkMissing: "say how long the way to {favourite} takes, as --walk 7m"
    case .leaveMixed:
      "--walk, --between and --route are for one stop; the way to {to} is found by itself"
    case .timePassed: "{time} has passed; say when to be there"
    case .relayLoop: "the relays lead back to where they began"
    case .invalidUpstream:
      "{upstream} is no other transitd; give the path of its socket, or ssh:HOST, or default"
    case .unknownEnd:
      "nothing is known of {place}{hint}; a place is a stop of a timetable, a station, a bus stop's number, LAT,LON, a "
        + "favourite or a name of your own"
    case .unknownPlace: "no place is called {place}; see `matectl transit place list`"
    case .placesFull:
      "there are {maximum:place/places} with names of your own already; remove one first with "
        + "`matectl transit place remove`"
    case .invalidPlaceName:
      "a name has 1 to {maximum:character/characters} to be seen, a letter among them, and no colon"
    case .nothingToConfigure: "there is nothing to set; see `matectl help transit configure`"
    case .invalidRoute:
      "a route is named by 1 to {maximum:character/characters} to be seen; see `matectl transit routes`"
    }
  }

  private var korean: String {
    switch self {
    case .unknownStation:
      "{title:이/가} 없습니다{hint}. `matectl transit stations`로 이름의 일부를 찾아보십시오"
    case .ambiguousStation: "`{station}` 역이 여럿입니다: {stations}. 한글 이름으로 쓰십시오"
    case .unknownStop:
      "{stop} 정류장이 없습니다{hint}. `matectl transit stations --kind bus`로 번호를 찾아보십시오"
    case .unknownLine: "{line} 노선이 없습니다. 2, 2호선, 경의중앙선처럼 쓰십시오"
    case .unknownFavourite:
      "즐겨찾기에 {favourite} 항목이 없습니다. `matectl transit favourite list`를 보십시오"
    case .favouritesFull:
      "즐겨찾기는 {maximum}개까지입니다. `matectl transit favourite remove`로 하나를 지우십시오"
    case .favouriteKnown: "{title} 항목은 이미 즐겨찾기 {favourite}번입니다"
    case .noKey:
      "{portalName} 도착 정보 인증키가 없습니다. {site}에서 받아 "
        + "`matectl transit configure --{option} 파일`로 등록하십시오"
    case .keyRefused:
      "{site}에서 {portalName} 인증키를 거부했습니다({problem}). 확인한 뒤 "
        + "`matectl transit configure --{option} 파일`로 다시 등록하십시오"
    case .quotaExhausted:
      "오늘 {portalName} 도착 정보 호출 횟수를 모두 썼습니다. {until:relative} 다시 채워집니다"
    case .upstreamFailed: "{portalName} 도착 정보를 받지 못했습니다({problem}). 잠시 뒤 다시 하십시오"
    case .noFavourites:
      "보여 줄 것이 없습니다. 역 이름을 쓰거나 `matectl transit favourite add`로 추가하십시오"
    case .unknownAlarm: "{favourite} 알람이 없습니다. `matectl transit alarm list`를 보십시오"
    case .alarmKnown: "{favourite} 알람은 이미 있습니다"
    case .unknownLeave: "{leave}번 출발 알림이 없습니다. `matectl transit leave list`를 보십시오"
    case .leavesFull: "출발 알림은 {maximum}개까지입니다. 하나를 끄십시오"
    case .invalidWindow: "{between} 시간대를 알 수 없습니다. 07:30-09:00처럼 쓰십시오"
    case .invalidKey: "{portalName} 인증키가 아닙니다. 영문 한 단어만 든 파일이어야 합니다"
    case .invalidURL: "{url} 주소를 쓸 수 없습니다. http://127.0.0.1:8088/api/subway처럼 쓰십시오"
    case .invalidPosition: "{position} 위치를 알 수 없습니다. 37.498,127.028처럼 위도, 경도로 쓰십시오"
    case .positionMissing: "지금 있는 곳을 한 번만, 37.498,127.028처럼 또는 --lat와 --lon으로 쓰십시오"
    case .feedUnreadable: "{path} 파일을 GTFS로 읽을 수 없습니다({problem}). 바뀐 것은 없습니다"
    case .feedInvalid: "{file} {line}번째 줄: {problem}. 바뀐 것은 없습니다"
    case .feedTooLarge: "{path} 파일을 받지 않습니다({problem}). 바뀐 것은 없습니다"
    case .unknownFeed: "{feed} 시간표가 없습니다. `matectl transit gtfs feeds`를 보십시오"
    case .feedsFull: "시간표는 {maximum}개까지입니다. `matectl transit gtfs remove`로 하나를 지우십시오"
    case .importRunning: "이미 가져오는 중입니다. 끝나기를 기다리거나 멈추십시오"
    case .unknownFeedStop:
      "가져온 시간표에 {stop} 정류장이 없습니다{hint}. `matectl transit gtfs feeds`를 보십시오"
    case .ambiguousStop: "{stop} 정류장이 여럿입니다: {similar}. 시간표:정류장처럼 하나를 고르십시오"
    case .invalidTime: "{at} 시각을 알 수 없습니다. 08:30, 내일 오후 3시, 20분 뒤, 2026-11-21T08:30처럼 쓰십시오"
    case .invalidDay: "{day} 날짜를 알 수 없습니다. 내일, 금요일, 3일 뒤, 2026-11-21처럼 쓰십시오"
    case .downloadFailed: "시간표를 내려받지 못했습니다({problem}). 바뀐 것은 없습니다"
    case .ambiguousFavourite:
      "{favourite} 이름의 즐겨찾기가 여럿입니다({numbers}). 번호로 하나를 고르십시오"
    case .lineNotThere: "{station}에 서지 않는 노선입니다({lineName}). {lines} 중에서 고르십시오"
    case .queryMissing: "찾을 이름의 일부나 초성, 정류장 번호를 쓰거나 --near 위도,경도를 쓰십시오"
    case .noTimetables:
      "길을 찾을 시간표가 없습니다. `matectl transit gtfs import`로 가져오십시오"
    case .tooManyStopTimes:
      "정차 시각 {maximum}개까지만 길을 찾습니다. `matectl transit gtfs remove`로 시간표를 지우십시오"
    case .samePlace: "출발지와 목적지가 같은 곳입니다({from}, {to})"
    case .noWay: "{from}에서 {to}까지 가는 길이 없습니다: {reason}"
    case .outsideTimetable:
      "{date}의 시간표가 없습니다. {first}부터 {last}까지만 있으니 새 시간표를 가져오십시오"
    case .unknownFeedLine: "가져온 시간표에 {line} 노선이 없습니다"
    case .twoTimes: "--at와 --arrive-by 중 하나만 쓰십시오"
    case .timetablesChanged: "따라가는 동안 시간표가 바뀌었습니다. 길을 다시 찾으십시오"
    case .noDestination: "{from}에서 어디로 갈지 쓰십시오. 길을 즐겨찾기에 넣었으면 그 번호만 쓰면 됩니다"
    case .favouriteIsWay:
      "{favourite} 즐겨찾기는 길입니다. `matectl transit route {number}` 명령으로 보고 --watch로 따라가십시오"
    case .arriveByMissing: "{to}에 언제까지 갈지 --arrive-by 09:00처럼 쓰십시오"
    case .walkMissing: "{favourite}까지 걸어가는 시간을 `--walk 7m`처럼 쓰십시오"
    case .leaveMixed:
      "--walk, --between, --route는 정류장 하나에 쓰는 옵션입니다. {to}까지 가는 길은 알아서 찾습니다"
    case .timePassed: "{time}, 이미 지난 시각입니다. 도착할 시각을 다시 쓰십시오"
    case .relayLoop: "정보를 나누는 데몬끼리 돌고 돕니다"
    case .invalidUpstream:
      "{upstream}에서 정보를 받을 수 없습니다. 소켓 경로나 `ssh:호스트`, 또는 `default`를 쓰십시오"
    case .unknownEnd:
      "{place:을/를} 찾을 수 없습니다{hint}. 시간표의 정류장, 역, 정류장 번호, 위도,경도, 즐겨찾기, 이름 붙인 장소를 쓸 수 있습니다"
    case .unknownPlace:
      "{place:이라는/라는} 이름의 장소가 없습니다. `matectl transit place list`를 보십시오"
    case .placesFull:
      "이름 붙인 장소는 {maximum}곳까지입니다. `matectl transit place remove`로 하나를 지우십시오"
    case .invalidPlaceName: "이름은 글자를 포함해 {maximum}자까지이고, 쌍점(:)은 쓸 수 없습니다"
    case .nothingToConfigure: "설정할 것이 없습니다. `matectl help transit configure`를 보십시오"
    case .invalidRoute:
      "노선 이름은 보이는 글자로 {maximum}자까지입니다. `matectl transit routes`를 보십시오"
    }
  }
}
