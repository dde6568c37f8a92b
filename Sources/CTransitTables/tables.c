#include "tables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char stations[] = {
#embed "stations.tsv"
};

static const char stops[] = {
#embed "stops.tsv"
};

const char *mate_stations(size_t *bytes) {
  *bytes = sizeof stations;
  return stations;
}

const char *mate_stops(size_t *bytes) {
  *bytes = sizeof stops;
  return stops;
}
