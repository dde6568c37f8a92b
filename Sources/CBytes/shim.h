// Sixteen bytes of text at a time: Swift 6.3 compiles comparisons of its SIMD types to a loop over
// their bytes, and has no word for the mask of a comparison.
//
// All functions that count bytes from the front read sixteen of them, whatever is in them.
#pragma once
#include <stdint.h>

typedef int8_t mate_bytes __attribute__((vector_size(16)));
typedef uint8_t mate_unsigned_bytes __attribute__((vector_size(16)));

static inline mate_bytes mate_load(const void *text) {
  mate_bytes bytes;
  __builtin_memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

/// One bit for each byte that a comparison holds of, the lowest for the first.
static inline uint32_t mate_mask(mate_bytes found) {
#ifdef __SSE2__
  return (uint32_t)__builtin_ia32_pmovmskb128((char __attribute__((vector_size(16))))found);
#else
  uint64_t halves[2];
  __builtin_memcpy(halves, &found, sizeof halves);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  halves[0] = __builtin_bswap64(halves[0]);
  halves[1] = __builtin_bswap64(halves[1]);
#endif
  uint32_t mask = 0;
  for (int half = 0; half < 2; half++)
    mask |= (uint32_t)((halves[half] & 0x8080808080808080u) * 0x0002040810204081u >> 56) << 8 * half;
  return mask;
#endif
}

/// How many bytes are before the first of a mask; 16 where there is none.
static inline int mate_before(uint32_t mask) { return __builtin_ctz(mask | 0x10000u); }

/// Where a JSON string has something else than printable ASCII that stands for itself.
static inline uint32_t mate_plain_stops(const void *text) {
  mate_bytes bytes = mate_load(text);
  // What is not ASCII is negative.
  return mate_mask((bytes < 0x20) | (bytes == '"') | (bytes == '\\') | (bytes == 0x7F));
}

/// Bytes of a JSON string that are printable ASCII and stand for themselves.
static inline int mate_plain_run(const void *text) { return mate_before(mate_plain_stops(text)); }

/// Where a JSON string has what may not stand in it, or ends it.
static inline uint32_t mate_string_stops(const void *text) {
  mate_bytes bytes = mate_load(text);
  mate_bytes controls = (mate_bytes)((mate_unsigned_bytes)bytes < 0x20);
  return mate_mask(controls | (bytes == '"') | (bytes == '\\'));
}

/// Bytes of a JSON string that may stand in it and do not end it.
static inline int mate_string_run(const void *text) { return mate_before(mate_string_stops(text)); }

/// Whether all of so many bytes may stand in a JSON string as they are.
static inline int mate_string_whole(const void *text, uint64_t count) {
  const char *bytes = (const char *)text;
  if (count >= 16) {
    for (uint64_t place = 0; place < count - 16; place += 16)
      if (mate_string_stops(bytes + place)) return 0;
    return !mate_string_stops(bytes + count - 16);
  }
  // Two pieces that may overlap, and what is left between them stays blank.
  char piece[16];
  __builtin_memset(piece, ' ', sizeof piece);
  if (count >= 8) {
    __builtin_memcpy(piece, bytes, 8);
    __builtin_memcpy(piece + 8, bytes + count - 8, 8);
  } else if (count >= 4) {
    __builtin_memcpy(piece, bytes, 4);
    __builtin_memcpy(piece + 8, bytes + count - 4, 4);
  } else if (count > 0) {
    piece[0] = bytes[0];
    piece[1] = bytes[count / 2];
    piece[2] = bytes[count - 1];
  }
  return !mate_string_stops(piece);
}

/// Where JSON outside of strings has a bracket or a quote.
static inline uint32_t mate_flat_stops(const void *text) {
  mate_bytes bytes = mate_load(text);
  // [ and {, and ] and }, are one bit apart.
  mate_bytes folded = bytes | 0x20;
  return mate_mask((folded == '{') | (folded == '}') | (bytes == '"'));
}

/// What sixty-four bytes of JSON have, one bit for each byte: quotes, backslashes, and brackets of
/// both kinds that open and that close, inside of strings too.
typedef struct {
  uint64_t quotes, escapes, opens, closes;
} mate_outline;

/// Reads sixty-four bytes, whatever is in them.
static inline mate_outline mate_outline_of(const void *text) {
  mate_outline found = {0, 0, 0, 0};
  for (int part = 0; part < 4; part++) {
    mate_bytes bytes = mate_load((const char *)text + 16 * part);
    mate_bytes folded = bytes | 0x20;
    found.quotes |= (uint64_t)mate_mask(bytes == '"') << 16 * part;
    found.escapes |= (uint64_t)mate_mask(bytes == '\\') << 16 * part;
    found.opens |= (uint64_t)mate_mask(folded == '{') << 16 * part;
    found.closes |= (uint64_t)mate_mask(folded == '}') << 16 * part;
  }
  return found;
}

/// Bytes that two texts begin with alike.
static inline int mate_common_run(const void *text, const void *other) {
  return mate_before(mate_mask(mate_load(text) != mate_load(other)));
}
