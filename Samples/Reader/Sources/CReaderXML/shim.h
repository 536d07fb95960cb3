// libxml2's HTML parser.
#ifndef CREADERXML_SHIM_H
#define CREADERXML_SHIM_H

#include <libxml/xmlversion.h>
// With it the headers include ICU's, which clash with the copy of ICU inside Foundation. It only adds fields at the end
// of a struct that Reader does not touch.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

// `xmlFree` is a global variable, which Swift 6 does not let one read.
static inline void reader_xml_free(void *pointer) { xmlFree(pointer); }
#endif
