// The functions of the C library that read and write memory for the program, and how to call them from here.
//
// The compiler generates calls of some, and programs call them before anything is ready: from resolvers that
// the loader runs while it relocates, before it has processed the runtime. So they are not in originals.h's
// table: the runtime's own calls bypass the interposed ones (own_string_calls.h), and until the originals are
// known, simple implementations do the work.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <cwchar>

#include "runtime/platform/string_names.h"

namespace stalemate::rt {

struct StringFunctions {
#define STALEMATE_POINTER(result, name, parameters) result(*name) parameters;
  STALEMATE_STRING_FUNCTIONS(STALEMATE_POINTER)
#undef STALEMATE_POINTER
};

// Once the loader is done. Until then the table is empty.
void find_string_functions();
const StringFunctions& string_functions();  // looks them up if necessary

}  // namespace stalemate::rt

// What the runtime calls as memcpy, and so on.
extern "C" {
void* stalemate_rt_memcpy(void* to, const void* from, std::size_t bytes);
void* stalemate_rt_memmove(void* to, const void* from, std::size_t bytes);
void* stalemate_rt_memset(void* to, int byte, std::size_t bytes);
int stalemate_rt_memcmp(const void* left, const void* right, std::size_t bytes);
const void* stalemate_rt_memchr(const void* memory, int byte, std::size_t bytes);
std::size_t stalemate_rt_strlen(const char* text);
std::size_t stalemate_rt_strnlen(const char* text, std::size_t most);
int stalemate_rt_strcmp(const char* left, const char* right);
int stalemate_rt_strncmp(const char* left, const char* right, std::size_t most);
const char* stalemate_rt_strchr(const char* text, int byte);
const char* stalemate_rt_strrchr(const char* text, int byte);
const char* stalemate_rt_strpbrk(const char* text, const char* bytes);
char* stalemate_rt_strcpy(char* to, const char* from);
char* stalemate_rt_strncpy(char* to, const char* from, std::size_t bytes);
int stalemate_rt_snprintf(char* to, std::size_t room, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
int stalemate_rt_vsnprintf(char* to, std::size_t room, const char* format, va_list arguments);
}
