internal import DaemonRuntime

/// What the head office of several branches asks.
enum BankViews {
  static let all = [
    BranchView(
      "waiting",
      """
      SELECT t.branch, s.name AS service, count(*) AS waiting,
        to_timestamp(min(t.waiting_since) / 1e6) AS since
      FROM bank.ticket t JOIN bank.service s ON s.branch = t.branch AND s.id = t.service
      WHERE t.place = 'waiting' GROUP BY t.branch, s.name
      """),
    BranchView(
      "branches",
      """
      SELECT b.branch, o.holder AS machine, b.phase, b.day,
        (SELECT count(*) FROM bank.ticket t WHERE t.branch = b.branch AND t.place = 'waiting') AS waiting,
        (SELECT count(*) FROM bank.ticket t WHERE t.branch = b.branch AND t.place = 'inHand') AS serving,
        b.served,
        (SELECT extract(epoch FROM now()) * 1e6 - min(t.waiting_since) FROM bank.ticket t
          WHERE t.branch = b.branch AND t.place = 'waiting')::float8 / 1e6 AS longest
      FROM bank.branch b JOIN mate_owner o ON o.domain = 'bank' AND o.branch = b.branch
      """),
  ]
}
