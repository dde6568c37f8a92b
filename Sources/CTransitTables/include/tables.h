// The tables of places as read-only pages of the program: nothing to install, find or load.
#pragma once
#include <stddef.h>

const char *mate_stations(size_t *bytes);
const char *mate_stops(size_t *bytes);
