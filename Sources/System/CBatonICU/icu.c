#include "CBatonICU.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

_Static_assert(U_ZERO_ERROR == 0, "U_ZERO_ERROR is not what CBatonICU.h says");
_Static_assert(U_UNASSIGNED == 0, "U_UNASSIGNED is not what CBatonICU.h says");
_Static_assert(U_FOLD_CASE_DEFAULT == 0, "U_FOLD_CASE_DEFAULT is not what CBatonICU.h says");
_Static_assert(U_UPPERCASE_LETTER == 1, "U_UPPERCASE_LETTER is not what CBatonICU.h says");
_Static_assert(U_LOWERCASE_LETTER == 2, "U_LOWERCASE_LETTER is not what CBatonICU.h says");
_Static_assert(U_TITLECASE_LETTER == 3, "U_TITLECASE_LETTER is not what CBatonICU.h says");
_Static_assert(U_MODIFIER_LETTER == 4, "U_MODIFIER_LETTER is not what CBatonICU.h says");
_Static_assert(U_MAX_VERSION_LENGTH == 4, "U_MAX_VERSION_LENGTH is not what CBatonICU.h says");
_Static_assert(U_OTHER_LETTER == 5, "U_OTHER_LETTER is not what CBatonICU.h says");
_Static_assert(U_NON_SPACING_MARK == 6, "U_NON_SPACING_MARK is not what CBatonICU.h says");
_Static_assert(U_ENCLOSING_MARK == 7, "U_ENCLOSING_MARK is not what CBatonICU.h says");
_Static_assert(U_COMBINING_SPACING_MARK == 8, "U_COMBINING_SPACING_MARK is not what CBatonICU.h says");
_Static_assert(U_DECIMAL_DIGIT_NUMBER == 9, "U_DECIMAL_DIGIT_NUMBER is not what CBatonICU.h says");
_Static_assert(U_LETTER_NUMBER == 10, "U_LETTER_NUMBER is not what CBatonICU.h says");
_Static_assert(U_OTHER_NUMBER == 11, "U_OTHER_NUMBER is not what CBatonICU.h says");
_Static_assert(U_SPACE_SEPARATOR == 12, "U_SPACE_SEPARATOR is not what CBatonICU.h says");
_Static_assert(U_LINE_SEPARATOR == 13, "U_LINE_SEPARATOR is not what CBatonICU.h says");
_Static_assert(U_PARAGRAPH_SEPARATOR == 14, "U_PARAGRAPH_SEPARATOR is not what CBatonICU.h says");
_Static_assert(U_BUFFER_OVERFLOW_ERROR == 15, "U_BUFFER_OVERFLOW_ERROR is not what CBatonICU.h says");
_Static_assert(U_CONTROL_CHAR == 15, "U_CONTROL_CHAR is not what CBatonICU.h says");
_Static_assert(U_FORMAT_CHAR == 16, "U_FORMAT_CHAR is not what CBatonICU.h says");
_Static_assert(U_PRIVATE_USE_CHAR == 17, "U_PRIVATE_USE_CHAR is not what CBatonICU.h says");
_Static_assert(U_SURROGATE == 18, "U_SURROGATE is not what CBatonICU.h says");
_Static_assert(U_DASH_PUNCTUATION == 19, "U_DASH_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_START_PUNCTUATION == 20, "U_START_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_END_PUNCTUATION == 21, "U_END_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_CONNECTOR_PUNCTUATION == 22, "U_CONNECTOR_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_OTHER_PUNCTUATION == 23, "U_OTHER_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_LB_COMPLEX_CONTEXT == 24, "U_LB_COMPLEX_CONTEXT is not what CBatonICU.h says");
_Static_assert(U_INITIAL_PUNCTUATION == 28, "U_INITIAL_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(U_FINAL_PUNCTUATION == 29, "U_FINAL_PUNCTUATION is not what CBatonICU.h says");
_Static_assert(UBRK_WORD == 1, "UBRK_WORD is not what CBatonICU.h says");
_Static_assert(UCHAR_DEFAULT_IGNORABLE_CODE_POINT == 5, "UCHAR_DEFAULT_IGNORABLE_CODE_POINT is not what CBatonICU.h says");
_Static_assert(UCHAR_NONCHARACTER_CODE_POINT == 24, "UCHAR_NONCHARACTER_CODE_POINT is not what CBatonICU.h says");
_Static_assert(UCHAR_EMOJI_MODIFIER == 59, "UCHAR_EMOJI_MODIFIER is not what CBatonICU.h says");
_Static_assert(UCHAR_REGIONAL_INDICATOR == 62, "UCHAR_REGIONAL_INDICATOR is not what CBatonICU.h says");
_Static_assert(UCHAR_EXTENDED_PICTOGRAPHIC == 64, "UCHAR_EXTENDED_PICTOGRAPHIC is not what CBatonICU.h says");
_Static_assert(UCHAR_LINE_BREAK == 4104, "UCHAR_LINE_BREAK is not what CBatonICU.h says");
_Static_assert(UCHAR_LEAD_CANONICAL_COMBINING_CLASS == 4112, "UCHAR_LEAD_CANONICAL_COMBINING_CLASS is not what CBatonICU.h says");
_Static_assert(UIDNA_CHECK_BIDI == 4, "UIDNA_CHECK_BIDI is not what CBatonICU.h says");
_Static_assert(UIDNA_CHECK_CONTEXTJ == 8, "UIDNA_CHECK_CONTEXTJ is not what CBatonICU.h says");
_Static_assert(UIDNA_NONTRANSITIONAL_TO_ASCII == 16, "UIDNA_NONTRANSITIONAL_TO_ASCII is not what CBatonICU.h says");
_Static_assert(UIDNA_NONTRANSITIONAL_TO_UNICODE == 32, "UIDNA_NONTRANSITIONAL_TO_UNICODE is not what CBatonICU.h says");
_Static_assert(USCRIPT_ARABIC == 2, "USCRIPT_ARABIC is not what CBatonICU.h says");
_Static_assert(USCRIPT_CYRILLIC == 8, "USCRIPT_CYRILLIC is not what CBatonICU.h says");
_Static_assert(USCRIPT_GREEK == 14, "USCRIPT_GREEK is not what CBatonICU.h says");
_Static_assert(USCRIPT_HAN == 17, "USCRIPT_HAN is not what CBatonICU.h says");
_Static_assert(USCRIPT_HEBREW == 19, "USCRIPT_HEBREW is not what CBatonICU.h says");
_Static_assert(USCRIPT_HIRAGANA == 20, "USCRIPT_HIRAGANA is not what CBatonICU.h says");
_Static_assert(USCRIPT_KATAKANA == 22, "USCRIPT_KATAKANA is not what CBatonICU.h says");
_Static_assert(USCRIPT_LATIN == 25, "USCRIPT_LATIN is not what CBatonICU.h says");
_Static_assert(sizeof(UErrorCode) == sizeof(int32_t) && sizeof(UChar) == sizeof(uint16_t), "ICU's types are other ones");

static UErrorCode *code(int32_t *status) { return (UErrorCode *)status; }
static const UNormalizer2 *form_of(const BatonNormalizer *form) { return (const UNormalizer2 *)form; }
static UBreakIterator *iterator_of(BatonBreakIterator *iterator) { return (UBreakIterator *)iterator; }

int32_t baton_u_charType(int32_t c) { return u_charType(c); }
int8_t baton_u_hasBinaryProperty(int32_t c, int32_t property) { return u_hasBinaryProperty(c, (UProperty)property); }
int32_t baton_u_getIntPropertyValue(int32_t c, int32_t property) {
    return u_getIntPropertyValue(c, (UProperty)property);
}
int32_t baton_uscript_getScript(int32_t c, int32_t *status) { return uscript_getScript(c, code(status)); }

const BatonNormalizer *baton_unorm2_getNFCInstance(int32_t *status) {
    return (const BatonNormalizer *)unorm2_getNFCInstance(code(status));
}
const BatonNormalizer *baton_unorm2_getNFDInstance(int32_t *status) {
    return (const BatonNormalizer *)unorm2_getNFDInstance(code(status));
}
const BatonNormalizer *baton_unorm2_getNFKCInstance(int32_t *status) {
    return (const BatonNormalizer *)unorm2_getNFKCInstance(code(status));
}
const BatonNormalizer *baton_unorm2_getNFKDInstance(int32_t *status) {
    return (const BatonNormalizer *)unorm2_getNFKDInstance(code(status));
}
const BatonNormalizer *baton_unorm2_getNFKCCasefoldInstance(int32_t *status) {
    return (const BatonNormalizer *)unorm2_getNFKCCasefoldInstance(code(status));
}
int32_t baton_unorm2_normalize(
    const BatonNormalizer *form, const uint16_t *text, int32_t length, uint16_t *into, int32_t capacity,
    int32_t *status) {
    return unorm2_normalize(form_of(form), text, length, into, capacity, code(status));
}
int32_t baton_unorm2_spanQuickCheckYes(
    const BatonNormalizer *form, const uint16_t *text, int32_t length, int32_t *status) {
    return unorm2_spanQuickCheckYes(form_of(form), text, length, code(status));
}
int32_t baton_u_strFoldCase(
    uint16_t *into, int32_t capacity, const uint16_t *text, int32_t length, uint32_t options, int32_t *status) {
    return u_strFoldCase(into, capacity, text, length, options, code(status));
}

BatonBreakIterator *baton_ubrk_open(
    int32_t type, const char *locale, const uint16_t *text, int32_t length, int32_t *status) {
    return (BatonBreakIterator *)ubrk_open((UBreakIteratorType)type, locale, text, length, code(status));
}
void baton_ubrk_close(BatonBreakIterator *iterator) { ubrk_close(iterator_of(iterator)); }
void baton_ubrk_setText(BatonBreakIterator *iterator, const uint16_t *text, int32_t length, int32_t *status) {
    ubrk_setText(iterator_of(iterator), text, length, code(status));
}
int32_t baton_ubrk_next(BatonBreakIterator *iterator) { return ubrk_next(iterator_of(iterator)); }

typedef int32_t (*Mapping)(
    const UIDNA *, const char *, int32_t, char *, int32_t, UIDNAInfo *, UErrorCode *);

// A few words of memory are opened; ICU keeps the tables behind them.
static int32_t mapped(
    Mapping mapping, uint32_t options, const char *name, int32_t length, char *into, int32_t capacity, uint32_t *errors,
    int32_t *status) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UIDNA *rules = uidna_openUTS46(options, code(status));
    int32_t count = mapping(rules, name, length, into, capacity, &info, code(status));
    uidna_close(rules);
    *errors = info.errors;
    return count;
}
int32_t baton_uidna_nameToASCII(
    uint32_t options, const char *name, int32_t length, char *into, int32_t capacity, uint32_t *errors, int32_t *status) {
    return mapped(uidna_nameToASCII_UTF8, options, name, length, into, capacity, errors, status);
}
int32_t baton_uidna_nameToUnicode(
    uint32_t options, const char *name, int32_t length, char *into, int32_t capacity, uint32_t *errors, int32_t *status) {
    return mapped(uidna_nameToUnicodeUTF8, options, name, length, into, capacity, errors, status);
}

const char *const *baton_uloc_getISOCountries(void) { return uloc_getISOCountries(); }
const char *const *baton_uloc_getISOLanguages(void) { return uloc_getISOLanguages(); }

void baton_u_getVersion(uint8_t version[4]) { u_getVersion(version); }
void baton_u_getUnicodeVersion(uint8_t version[4]) { u_getUnicodeVersion(version); }
