// Replaces libc++'s header of this name, as bits/basic_string.tcc beside it does for libstdc++: members of
// std::string are compiled with the program, not taken from the library, which is not instrumented.
#pragma once
#pragma GCC system_header

#include_next <__string/extern_template_lists.h>

#undef _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST
#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(_Func, _CharType)
#undef _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(_Func, _CharType)
