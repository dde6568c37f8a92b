# The bank: its tellers are away, so that whoever takes a ticket waits.
prepare() {
  call "$1" bank.open > /dev/null
  local teller
  for teller in 1 2 3; do call "$1" bank.teller.pause "{\"teller\":$teller}" > /dev/null; done
}
change_method=bank.take change_params='{"service":"loan"}'
kept() { call "$1" bank.board | json 'it["waitingCount"]'; }
state() {
  call "$1" bank.board | json '[it["phase"], [(who["number"], who["service"]) for who in it["waiting"]]]'
}
