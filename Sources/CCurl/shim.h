// libcurl. Its options and infos are variadic, which does not import into Swift.
#pragma once
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

typedef size_t (*mate_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode mate_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mate_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mate_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mate_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline void mate_curl_multi_long(CURLM *multi, CURLMoption option, long value) {
  curl_multi_setopt(multi, option, value);
}

/// Where the bytes of a body, or the lines of a header, go.
static inline CURLcode mate_curl_set_receiver(
    CURL *handle, CURLoption function, mate_curl_bytes receiver, CURLoption data, void *context) {
  CURLcode code = curl_easy_setopt(handle, function, receiver);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, data, context);
}

static inline long mate_curl_long(CURL *handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

/// A text that lives as long as the handle is not used again; may be null.
static inline const char *mate_curl_text(CURL *handle, CURLINFO info) {
  const char *value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

/// The next transfer that is over, or null; its result is in `code`.
static inline CURL *mate_curl_next_done(CURLM *multi, CURLcode *code) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)))
    if (message->msg == CURLMSG_DONE) {
      *code = message->data.result;
      return message->easy_handle;
    }
  return 0;
}
