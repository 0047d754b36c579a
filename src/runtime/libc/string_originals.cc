#include "runtime/libc/string_originals.h"

#include "runtime/platform/originals.h"

namespace stalemate::rt {

namespace {

// Null until found: a program's pointers are relocated last, so an initial value would be unreliable.
StringFunctions functions;

}  // namespace

void find_string_functions() {
  StringFunctions found = {};
#define STALEMATE_FIND(result, name, parameters) \
  found.name = reinterpret_cast<result(*) parameters>(original(#name));
  STALEMATE_STRING_FUNCTIONS(STALEMATE_FIND)
#undef STALEMATE_FIND
  functions = found;
}

const StringFunctions& string_functions() {
  if (functions.memcpy == nullptr) [[unlikely]]
    find_string_functions();
  return functions;
}

}  // namespace stalemate::rt

using namespace stalemate::rt;

void* stalemate_rt_memcpy(void* to, const void* from, std::size_t bytes) {
  if (functions.memcpy != nullptr) [[likely]]
    return functions.memcpy(to, from, bytes);
  void* at = to;
  asm volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(bytes) : : "memory");
  return to;
}

void* stalemate_rt_memmove(void* to, const void* from, std::size_t bytes) {
  if (functions.memmove != nullptr) [[likely]]
    return functions.memmove(to, from, bytes);
  auto* target = static_cast<volatile char*>(to);
  const auto* source = static_cast<const char*>(from);
  if (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from) >= bytes)
    return stalemate_rt_memcpy(to, from, bytes);
  while (bytes-- > 0) target[bytes] = source[bytes];
  return to;
}

void* stalemate_rt_memset(void* to, int byte, std::size_t bytes) {
  if (functions.memset != nullptr) [[likely]]
    return functions.memset(to, byte, bytes);
  void* at = to;
  asm volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(byte) : "memory");
  return to;
}

int stalemate_rt_memcmp(const void* left, const void* right, std::size_t bytes) {
  if (functions.memcmp != nullptr) [[likely]]
    return functions.memcmp(left, right, bytes);
  const auto *a = static_cast<const unsigned char*>(left), *b = static_cast<const unsigned char*>(right);
  for (; bytes > 0; ++a, ++b, --bytes)
    if (*a != *b) return *a - *b;
  return 0;
}

const void* stalemate_rt_memchr(const void* memory, int byte, std::size_t bytes) {
  if (functions.memchr != nullptr) [[likely]]
    return functions.memchr(memory, byte, bytes);
  const auto* at = static_cast<const unsigned char*>(memory);
  for (; bytes > 0; ++at, --bytes)
    if (*at == static_cast<unsigned char>(byte)) return at;
  return nullptr;
}

std::size_t stalemate_rt_strnlen(const char* text, std::size_t most) {
  if (functions.strnlen != nullptr) [[likely]]
    return functions.strnlen(text, most);
  std::size_t length = 0;
  while (length < most && text[length] != 0) ++length;
  return length;
}

std::size_t stalemate_rt_strlen(const char* text) {
  if (functions.strlen != nullptr) [[likely]]
    return functions.strlen(text);
  return stalemate_rt_strnlen(text, ~std::size_t{0});
}

int stalemate_rt_strncmp(const char* left, const char* right, std::size_t most) {
  if (functions.strncmp != nullptr) [[likely]]
    return functions.strncmp(left, right, most);
  for (; most > 0; ++left, ++right, --most) {
    const int difference = static_cast<unsigned char>(*left) - static_cast<unsigned char>(*right);
    if (difference != 0 || *left == 0) return difference;
  }
  return 0;
}

int stalemate_rt_strcmp(const char* left, const char* right) {
  if (functions.strcmp != nullptr) [[likely]]
    return functions.strcmp(left, right);
  return stalemate_rt_strncmp(left, right, ~std::size_t{0});
}

const char* stalemate_rt_strchr(const char* text, int byte) {
  if (functions.strchr != nullptr) [[likely]]
    return functions.strchr(text, byte);
  return static_cast<const char*>(stalemate_rt_memchr(text, byte, stalemate_rt_strlen(text) + 1));
}

const char* stalemate_rt_strrchr(const char* text, int byte) {
  if (functions.strrchr != nullptr) [[likely]]
    return functions.strrchr(text, byte);
  for (std::size_t left = stalemate_rt_strlen(text) + 1; left-- > 0;)
    if (text[left] == static_cast<char>(byte)) return text + left;
  return nullptr;
}

// Not called before the originals can be found.
const char* stalemate_rt_strpbrk(const char* text, const char* bytes) {
  return string_functions().strpbrk(text, bytes);
}

char* stalemate_rt_strcpy(char* to, const char* from) { return string_functions().strcpy(to, from); }

char* stalemate_rt_strncpy(char* to, const char* from, std::size_t bytes) {
  return string_functions().strncpy(to, from, bytes);
}

int stalemate_rt_vsnprintf(char* to, std::size_t room, const char* format, va_list arguments) {
  return string_functions().vsnprintf(to, room, format, arguments);
}

int stalemate_rt_snprintf(char* to, std::size_t room, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = stalemate_rt_vsnprintf(to, room, format, arguments);
  va_end(arguments);
  return length;
}
