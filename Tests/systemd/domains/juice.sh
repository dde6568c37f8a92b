# The juice bar: strawberries are delivered one by one.
prepare() { call "$1" juice.stock > /dev/null; }
change_method=juice.stock.adjust change_params='{"fruit":"strawberry","by":1}'
# The bar opens with ten of each fruit.
kept() { call "$1" juice.stock | json 'it["items"][0]["count"] - 10'; }
state() { call "$1" juice.stock | json '[(item["fruit"], item["count"], item["low"]) for item in it["items"]]'; }
