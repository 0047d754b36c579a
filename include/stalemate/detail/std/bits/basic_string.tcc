// Stands in front of libstdc++'s header of this name while a program is compiled to be explored. Up to C++17 the
// members of std::string are the library's own, which are not instrumented: races on strings would go
// unseen. Here they are compiled with the program, as libstdc++ does for its assertions and from C++20 on.
#pragma GCC system_header

#include <bits/c++config.h>
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1  // of all templates, those of strings only
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
