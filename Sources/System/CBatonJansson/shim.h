#include <jansson.h>
// The texts of json_error_t are arrays, which Swift imports as tuples. Can go when Swift imports arrays in structures.
static inline const char *baton_json_error_text(const json_error_t *error) { return error->text; }
