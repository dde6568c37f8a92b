// Nothing is called by name: the library takes the place of clock_gettime(2).
