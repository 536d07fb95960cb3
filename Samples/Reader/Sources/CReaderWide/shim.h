// The toolchain's Glibc module leaves <wchar.h> and <wctype.h> out. Can go when it has them.
#ifndef CREADERWIDE_SHIM_H
#define CREADERWIDE_SHIM_H

extern int wcwidth(__WCHAR_TYPE__ c);
extern __WINT_TYPE__ towlower(__WINT_TYPE__ c);

static inline int reader_width(unsigned int scalar) { return wcwidth((__WCHAR_TYPE__)scalar); }
static inline unsigned int reader_lowercase(unsigned int scalar) { return towlower(scalar); }
#endif
