internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import Values

/// The juice bar as the runtime sees it.
@main
extension JuiceBar: DomainService {
  typealias Reason = BarReason

  static let calls = orderCalls + stockCalls + reportCalls + menuCalls + fileCalls

  static let identity = DomainIdentity(
    "juice", version: "0.1.0",
    "Run a juice bar: its menu, its stock, its sales", ko: "쥬스 메이커: 메뉴, 재고, 판매")

  static var migrations: [Migration] { BarMigrations.all }

  static var sharesBranch: Bool { true }

  static var branchViews: [BranchView] { BarViews.all }

  /// A whole bar comes in one request, as large as it was exported.
  static var limits: Limits {
    var limits = Limits()
    limits.frameBytes = BarFile.frameLimit
    limits.replyBytes = 96 << 20
    limits.bufferBytesPerUser = 128 << 20
    limits.bufferBytes = 160 << 20
    return limits
  }

  var statusText: LocalizedText {
    let bar = current(at: now)
    let possible = bar.menu.count { bar.canMake($0.recipe) > 0 }
    let low = bar.fruitsOnSale.count(where: \.isLow)
    let (all, sold) = (bar.menu.count, bar.today.total)
    return LocalizedText(
      en: "\(possible) of \(all) juices can be made, low fruits: \(low), cups sold today: \(sold)",
      ko: "쥬스 \(all)가지 중 \(possible)가지 가능, 부족한 과일 \(low)가지, 오늘 판매 \(sold)잔")
  }

  var gauges: [Gauge] {
    let bar = current(at: now)
    return [
      Gauge("juice_orders", help: "orders ever taken", Double(bar.nextOrder - 1)),
      Gauge("juice_sold_today", help: "cups sold since midnight", Double(bar.today.total)),
    ]
      + bar.fruitsOnSale.map { fruit in
        Gauge(
          "juice_stock", help: "pieces in stock", labels: [("fruit", fruit.name)],
          Double(fruit.count))
      }
      + bar.menu.map { juice in
        Gauge(
          "juice_cups", help: "cups that can be made now", labels: [("juice", juice.name)],
          Double(bar.canMake(juice.recipe)))
      }
  }
}
