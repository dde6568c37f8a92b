// PCRE2 for UTF-8. Its names are macros that do not import into Swift.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stddef.h>
#include <stdint.h>

/// A compiled pattern over code points, or NULL; `$` is the very end of the text.
static inline pcre2_code_8 *mate_pattern_compile(const char *pattern, size_t length) {
  int error;
  PCRE2_SIZE offset;
  const uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE |
                           PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UCP;
  return pcre2_compile_8((PCRE2_SPTR8)(pattern == NULL ? "" : pattern), length, options, &error, &offset, NULL);
}

/// Whether a part of a text, which must be UTF-8, matches: 1 or 0. It is 0 as well where more than so
/// many steps or kibibytes of memory would be needed to know.
static inline int mate_pattern_matches(const pcre2_code_8 *pattern, const uint8_t *text,
                                       size_t length, uint32_t steps, uint32_t kibibytes) {
  pcre2_match_context_8 *limits = pcre2_match_context_create_8(NULL);
  pcre2_match_data_8 *place = pcre2_match_data_create_8(1, NULL);
  int found = 0;
  if (limits != NULL && place != NULL) {
    pcre2_set_match_limit_8(limits, steps);
    pcre2_set_heap_limit_8(limits, kibibytes);
    found = pcre2_match_8(pattern, text == NULL ? (PCRE2_SPTR8)"" : text, length, 0, PCRE2_NO_UTF_CHECK, place, limits) >= 0;
  }
  pcre2_match_data_free_8(place);
  pcre2_match_context_free_8(limits);
  return found;
}
