# The bank: people in a line that nobody serves, so that what waits stays where it is.
prepare() {
  call "$1" bank.open > /dev/null
  local teller
  for teller in 1 2 3; do call "$1" bank.teller.pause "{\"teller\":$teller}" > /dev/null; done
}
change_method=bank.take
change_params='{"service":"loan"}'
# The numbers of those who wait.
state() { call "$1" bank.board | /usr/bin/python3 -c '
import json, sys
print(sorted(item["number"] for item in json.load(sys.stdin)["waiting"]))'; }
