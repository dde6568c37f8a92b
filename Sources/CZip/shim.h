// libzip: reading archives entry by entry, by their central directory.
#pragma once
#include <zip.h>

/// The size of an entry as the archive declares it; 0 where it cannot be known.
static inline int mate_zip_entry(
    zip_t *archive, zip_uint64_t index, const char **name, zip_uint64_t *size,
    zip_uint64_t *packed) {
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat_index(archive, index, 0, &status) != 0) return -1;
  const zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if ((status.valid & needed) != needed) return -1;
  *name = status.name;
  *size = status.size;
  *packed = status.comp_size;
  return 0;
}
