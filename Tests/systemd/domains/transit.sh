# The commute companion: favourites are kept, and moved within their list. It may reach the portals
# of arrivals. At most ten are kept, so what is counted is not how often one was moved.
prepare() {
  call "$1" transit.favourite.add '{"place":"연신내","direction":"up"}' > /dev/null
  call "$1" transit.favourite.add '{"place":"서울","line":"1"}' > /dev/null
}
change_method=transit.favourite.move change_params='{"favourite":"서울","position":1}' network=yes
state() { call "$1" transit.favourite.list; }
