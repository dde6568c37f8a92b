# The commute companion: a favourite place is kept. It may reach the portals of arrivals.
prepare() {
  call "$1" transit.favourite.add '{"place":"연신내","direction":"up"}' > /dev/null
  call "$1" transit.favourite.add '{"place":"서울","line":"1"}' > /dev/null
}
network=yes
state() { call "$1" transit.favourite.list; }
