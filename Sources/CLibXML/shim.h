// libxml2: the tree of a document in memory.
#pragma once
#include <libxml/parser.h>
#include <libxml/tree.h>

/// What must never be: no network, no external entities or DTD, no talk on standard error, no
/// lifting of libxml2's own limits on depth, sizes and entity expansion.
static inline int mate_xml_options(void) {
  return XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA |
         XML_PARSE_NOBLANKS | XML_PARSE_COMPACT;
}
