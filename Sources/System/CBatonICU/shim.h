// ICU's C interface. It renames its functions by macro (u_charType is u_charType_72), and Swift imports the new name alone:
// code would be bound to one version. Each function that is used has a name here. Can go when Swift imports such macros.
#ifndef CBATONICU_SHIM_H
#define CBATONICU_SHIM_H

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

// Characters.
static inline int8_t baton_u_charType(UChar32 c) { return u_charType(c); }
static inline UBool baton_u_hasBinaryProperty(UChar32 c, UProperty which) { return u_hasBinaryProperty(c, which); }
static inline int32_t baton_u_getIntPropertyValue(UChar32 c, UProperty which) { return u_getIntPropertyValue(c, which); }
static inline UScriptCode baton_uscript_getScript(UChar32 c, UErrorCode *status) { return uscript_getScript(c, status); }

// Normal forms. The instances belong to ICU, live for ever and serve every thread.
static inline const UNormalizer2 *baton_unorm2_getNFCInstance(UErrorCode *status) { return unorm2_getNFCInstance(status); }
static inline const UNormalizer2 *baton_unorm2_getNFDInstance(UErrorCode *status) { return unorm2_getNFDInstance(status); }
static inline const UNormalizer2 *baton_unorm2_getNFKCInstance(UErrorCode *status) {
    return unorm2_getNFKCInstance(status);
}
static inline const UNormalizer2 *baton_unorm2_getNFKDInstance(UErrorCode *status) {
    return unorm2_getNFKDInstance(status);
}
static inline const UNormalizer2 *baton_unorm2_getNFKCCasefoldInstance(UErrorCode *status) {
    return unorm2_getNFKCCasefoldInstance(status);
}
static inline int32_t baton_unorm2_normalize(
    const UNormalizer2 *form, const UChar *text, int32_t length, UChar *into, int32_t capacity, UErrorCode *status) {
    return unorm2_normalize(form, text, length, into, capacity, status);
}
static inline int32_t baton_unorm2_spanQuickCheckYes(
    const UNormalizer2 *form, const UChar *text, int32_t length, UErrorCode *status) {
    return unorm2_spanQuickCheckYes(form, text, length, status);
}
static inline int32_t baton_u_strFoldCase(
    UChar *into, int32_t capacity, const UChar *text, int32_t length, uint32_t options, UErrorCode *status) {
    return u_strFoldCase(into, capacity, text, length, options, status);
}

// Word boundaries.
static inline UBreakIterator *baton_ubrk_open(
    UBreakIteratorType type, const char *locale, const UChar *text, int32_t length, UErrorCode *status) {
    return ubrk_open(type, locale, text, length, status);
}
static inline void baton_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }
static inline void baton_ubrk_setText(UBreakIterator *iterator, const UChar *text, int32_t length, UErrorCode *status) {
    ubrk_setText(iterator, text, length, status);
}
static inline int32_t baton_ubrk_next(UBreakIterator *iterator) { return ubrk_next(iterator); }

// Versions.
static inline void baton_u_getVersion(uint8_t version[4]) { u_getVersion(version); }
static inline void baton_u_getUnicodeVersion(uint8_t version[4]) { u_getUnicodeVersion(version); }

#endif
