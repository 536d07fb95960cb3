// ICU's C interface as far as ICUKit uses it, without a header of ICU's: Foundation has an ICU of its own with the same names
// in it, and a module that imports both cannot be compiled. The numbers are ICU's, which never changes one; icu.c compares them.
#ifndef CBATONICU_H
#define CBATONICU_H

#include <stdint.h>

static const int32_t BATON_U_ZERO_ERROR = 0;
static const int32_t BATON_U_UNASSIGNED = 0;
static const int32_t BATON_U_FOLD_CASE_DEFAULT = 0;
static const int32_t BATON_U_UPPERCASE_LETTER = 1;
static const int32_t BATON_U_LOWERCASE_LETTER = 2;
static const int32_t BATON_U_TITLECASE_LETTER = 3;
static const int32_t BATON_U_MODIFIER_LETTER = 4;
static const int32_t BATON_U_MAX_VERSION_LENGTH = 4;
static const int32_t BATON_U_OTHER_LETTER = 5;
static const int32_t BATON_U_NON_SPACING_MARK = 6;
static const int32_t BATON_U_ENCLOSING_MARK = 7;
static const int32_t BATON_U_COMBINING_SPACING_MARK = 8;
static const int32_t BATON_U_DECIMAL_DIGIT_NUMBER = 9;
static const int32_t BATON_U_LETTER_NUMBER = 10;
static const int32_t BATON_U_OTHER_NUMBER = 11;
static const int32_t BATON_U_SPACE_SEPARATOR = 12;
static const int32_t BATON_U_LINE_SEPARATOR = 13;
static const int32_t BATON_U_PARAGRAPH_SEPARATOR = 14;
static const int32_t BATON_U_BUFFER_OVERFLOW_ERROR = 15;
static const int32_t BATON_U_CONTROL_CHAR = 15;
static const int32_t BATON_U_FORMAT_CHAR = 16;
static const int32_t BATON_U_PRIVATE_USE_CHAR = 17;
static const int32_t BATON_U_SURROGATE = 18;
static const int32_t BATON_U_DASH_PUNCTUATION = 19;
static const int32_t BATON_U_START_PUNCTUATION = 20;
static const int32_t BATON_U_END_PUNCTUATION = 21;
static const int32_t BATON_U_CONNECTOR_PUNCTUATION = 22;
static const int32_t BATON_U_OTHER_PUNCTUATION = 23;
static const int32_t BATON_U_LB_COMPLEX_CONTEXT = 24;
static const int32_t BATON_U_INITIAL_PUNCTUATION = 28;
static const int32_t BATON_U_FINAL_PUNCTUATION = 29;
static const int32_t BATON_UBRK_WORD = 1;
static const int32_t BATON_UCHAR_DEFAULT_IGNORABLE_CODE_POINT = 5;
static const int32_t BATON_UCHAR_NONCHARACTER_CODE_POINT = 24;
static const int32_t BATON_UCHAR_EMOJI_MODIFIER = 59;
static const int32_t BATON_UCHAR_REGIONAL_INDICATOR = 62;
static const int32_t BATON_UCHAR_EXTENDED_PICTOGRAPHIC = 64;
static const int32_t BATON_UCHAR_LINE_BREAK = 4104;
static const int32_t BATON_UCHAR_LEAD_CANONICAL_COMBINING_CLASS = 4112;
static const int32_t BATON_UIDNA_CHECK_BIDI = 4;
static const int32_t BATON_UIDNA_CHECK_CONTEXTJ = 8;
static const int32_t BATON_UIDNA_NONTRANSITIONAL_TO_ASCII = 16;
static const int32_t BATON_UIDNA_NONTRANSITIONAL_TO_UNICODE = 32;
static const int32_t BATON_USCRIPT_ARABIC = 2;
static const int32_t BATON_USCRIPT_CYRILLIC = 8;
static const int32_t BATON_USCRIPT_GREEK = 14;
static const int32_t BATON_USCRIPT_HAN = 17;
static const int32_t BATON_USCRIPT_HEBREW = 19;
static const int32_t BATON_USCRIPT_HIRAGANA = 20;
static const int32_t BATON_USCRIPT_KATAKANA = 22;
static const int32_t BATON_USCRIPT_LATIN = 25;

typedef struct BatonNormalizer BatonNormalizer;
typedef struct BatonBreakIterator BatonBreakIterator;

// A status is U_ZERO_ERROR, above it an error, below it a warning.

// Characters.
int32_t baton_u_charType(int32_t c);
int8_t baton_u_hasBinaryProperty(int32_t c, int32_t property);
int32_t baton_u_getIntPropertyValue(int32_t c, int32_t property);
int32_t baton_uscript_getScript(int32_t c, int32_t *status);

// Normal forms. The instances belong to ICU, live for ever and serve every thread.
const BatonNormalizer *baton_unorm2_getNFCInstance(int32_t *status);
const BatonNormalizer *baton_unorm2_getNFDInstance(int32_t *status);
const BatonNormalizer *baton_unorm2_getNFKCInstance(int32_t *status);
const BatonNormalizer *baton_unorm2_getNFKDInstance(int32_t *status);
const BatonNormalizer *baton_unorm2_getNFKCCasefoldInstance(int32_t *status);
int32_t baton_unorm2_normalize(
    const BatonNormalizer *form, const uint16_t *text, int32_t length, uint16_t *into, int32_t capacity, int32_t *status);
int32_t baton_unorm2_spanQuickCheckYes(
    const BatonNormalizer *form, const uint16_t *text, int32_t length, int32_t *status);
int32_t baton_u_strFoldCase(
    uint16_t *into, int32_t capacity, const uint16_t *text, int32_t length, uint32_t options, int32_t *status);

// Word boundaries.
BatonBreakIterator *baton_ubrk_open(
    int32_t type, const char *locale, const uint16_t *text, int32_t length, int32_t *status);
void baton_ubrk_close(BatonBreakIterator *iterator);
void baton_ubrk_setText(BatonBreakIterator *iterator, const uint16_t *text, int32_t length, int32_t *status);
int32_t baton_ubrk_next(BatonBreakIterator *iterator);

// Names of hosts, by UTS 46 with these options: the name is mapped, and what is wrong with it goes to `errors`.
int32_t baton_uidna_nameToASCII(
    uint32_t options, const char *name, int32_t length, char *into, int32_t capacity, uint32_t *errors, int32_t *status);
int32_t baton_uidna_nameToUnicode(
    uint32_t options, const char *name, int32_t length, char *into, int32_t capacity, uint32_t *errors, int32_t *status);

// Codes of regions and languages: lists that end with NULL, belong to ICU and live for ever.
const char *const *baton_uloc_getISOCountries(void);
const char *const *baton_uloc_getISOLanguages(void);

// Versions.
void baton_u_getVersion(uint8_t version[4]);
void baton_u_getUnicodeVersion(uint8_t version[4]);

#endif
