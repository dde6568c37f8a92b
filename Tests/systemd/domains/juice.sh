# The juice bar: more kiwis than anybody can drink.
prepare() { call "$1" juice.stock.set '{"fruit":"kiwi","count":1000000}' > /dev/null; }
change_method=juice.order change_params='{"juice":"kiwi"}'
kept() { call "$1" juice.audit | json 'it["orders"]'; }
state() { call "$1" juice.stock | json '[(item["fruit"], item["count"]) for item in it["items"]]'; }
