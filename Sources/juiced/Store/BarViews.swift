internal import DaemonRuntime

/// What the head office of several bars asks; days are those of the server's time zone.
enum BarViews {
  static let all = [
    BranchView(
      "sales_today",
      """
      SELECT s.branch, j.name AS juice, sum(s.orders - s.undone_orders)::bigint AS orders,
        sum(s.cups - s.undone_cups)::bigint AS cups,
        sum((s.cups - s.undone_cups) * coalesce(r.price, 0))::bigint AS revenue
      FROM juice.sales s JOIN juice.recipe r ON r.branch = s.branch AND r.id = s.recipe
        JOIN juice.juice j ON j.branch = s.branch AND j.id = r.juice
      WHERE to_timestamp(s.bucket * 300) >= date_trunc('day', now())
      GROUP BY s.branch, j.name
      """),
    BranchView(
      "stock_low",
      """
      SELECT branch, name AS fruit, count, low FROM juice.fruit
      WHERE is_retired = 0 AND count < low
      """),
  ]
}
