// Functions that read strings: strlen, strcmp and similar ones. A string is read up to the byte that decides,
// or to its end.
#include "runtime/libc/checked_memory.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

std::size_t whole(const char* text) { return stalemate_rt_strlen(text) + 1; }

std::size_t at_most(const char* text, std::size_t most) {
  const std::size_t length = stalemate_rt_strnlen(text, most);
  return length < most ? length + 1 : most;
}

std::size_t through(const char* from, const char* last) { return static_cast<std::size_t>(last - from) + 1; }

void read_text(const CheckedCall& call, const char* text) {
  call.read_up_to(text, [=] { return whole(text); });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Bytes that a comparison reads: up to a difference or the end, in both alike.
std::size_t compared(const char* left, const char* right, std::size_t most, bool by_case) {
  for (std::size_t i = 0; i < most; ++i) {
    const bool same = by_case ? left[i] == right[i] : lower(left[i]) == lower(right[i]);
    if (!same || left[i] == 0) return i + 1;
  }
  return most;
}

void compare_texts(const char* left, const char* right, std::size_t most, bool by_case, std::uintptr_t pc) {
  CheckedCall(pc).read_both(left, right, [=] { return compared(left, right, most, by_case); });
}

// Reads up to what is found, or to the end; null is not found.
template <class Search>
char* search_text(const char* text, std::uintptr_t pc, Search search) {
  CheckedCall(pc).read_up_to(text, [&] {
    const char* found = search();
    return found != nullptr ? through(text, found) : whole(text);
  });
  return search();
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

}  // namespace

STALEMATE_STANDS_FOR(std::size_t, strlen, (const char* text)) {
  if (is_checked_call(STALEMATE_CALLER)) read_text(CheckedCall(STALEMATE_CALLER), text);
  return stalemate_rt_strlen(text);
}

STALEMATE_STANDS_FOR(std::size_t, strnlen, (const char* text, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] { return at_most(text, most); });
  return stalemate_rt_strnlen(text, most);
}

STALEMATE_STANDS_FOR(int, strcmp, (const char* left, const char* right)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, kNoLimit, true, STALEMATE_CALLER);
  return stalemate_rt_strcmp(left, right);
}

STALEMATE_STANDS_FOR(int, strncmp, (const char* left, const char* right, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, most, true, STALEMATE_CALLER);
  return stalemate_rt_strncmp(left, right, most);
}

STALEMATE_STANDS_FOR(int, strcasecmp, (const char* left, const char* right)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, kNoLimit, false, STALEMATE_CALLER);
  return string_functions().strcasecmp(left, right);
}

STALEMATE_STANDS_FOR(int, strncasecmp, (const char* left, const char* right, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, most, false, STALEMATE_CALLER);
  return string_functions().strncasecmp(left, right, most);
}

#define STALEMATE_SEARCHES(name)                                                                       \
  STALEMATE_STANDS_FOR(char*, name, (const char* text, int byte)) {                                    \
    const auto search = [=] { return const_cast<char*>(stalemate_rt_strchr(text, byte)); };            \
    return is_checked_call(STALEMATE_CALLER) ? search_text(text, STALEMATE_CALLER, search) : search(); \
  }
STALEMATE_SEARCHES(strchr)
STALEMATE_SEARCHES(index)

STALEMATE_STANDS_FOR(char*, strchrnul, (const char* text, int byte)) {
  const auto search = [=] { return string_functions().strchrnul(text, byte); };
  return is_checked_call(STALEMATE_CALLER) ? search_text(text, STALEMATE_CALLER, search) : search();
}

#define STALEMATE_SEARCHES_LAST(name)                                                      \
  STALEMATE_STANDS_FOR(char*, name, (const char* text, int byte)) {                        \
    if (is_checked_call(STALEMATE_CALLER)) read_text(CheckedCall(STALEMATE_CALLER), text); \
    return const_cast<char*>(stalemate_rt_strrchr(text, byte));                            \
  }
STALEMATE_SEARCHES_LAST(strrchr)
STALEMATE_SEARCHES_LAST(rindex)

STALEMATE_STANDS_FOR(char*, strstr, (const char* text, const char* part)) {
  const auto search = [=] { return string_functions().strstr(text, part); };
  if (!is_checked_call(STALEMATE_CALLER)) return search();
  const CheckedCall call(STALEMATE_CALLER);
  read_text(call, part);
  call.read_up_to(text, [=] {
    const char* found = search();
    return found != nullptr ? static_cast<std::size_t>(found - text) + stalemate_rt_strlen(part)
                            : whole(text);
  });
  return search();
}

// Both also read the byte that ends the span.
#define STALEMATE_SPANS(name)                                                      \
  STALEMATE_STANDS_FOR(std::size_t, name, (const char* text, const char* bytes)) { \
    const auto span = [=] { return string_functions().name(text, bytes); };        \
    if (!is_checked_call(STALEMATE_CALLER)) return span();                         \
    const CheckedCall call(STALEMATE_CALLER);                                      \
    read_text(call, bytes);                                                        \
    return call.read_up_to(text, [=] { return span() + 1; }) - 1;                  \
  }
STALEMATE_SPANS(strspn)
STALEMATE_SPANS(strcspn)

STALEMATE_STANDS_FOR(char*, strpbrk, (const char* text, const char* bytes)) {
  const auto search = [=] { return string_functions().strpbrk(text, bytes); };
  if (!is_checked_call(STALEMATE_CALLER)) return search();
  read_text(CheckedCall(STALEMATE_CALLER), bytes);
  return search_text(text, STALEMATE_CALLER, search);
}

#define STALEMATE_DUPLICATES(name)                                                         \
  STALEMATE_STANDS_FOR(char*, name, (const char* text)) {                                  \
    if (is_checked_call(STALEMATE_CALLER)) read_text(CheckedCall(STALEMATE_CALLER), text); \
    return string_functions().strdup(text);                                                \
  }
STALEMATE_DUPLICATES(strdup)
STALEMATE_DUPLICATES(__strdup)  // what C compilers without GNU's extensions use

STALEMATE_STANDS_FOR(char*, strndup, (const char* text, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] { return at_most(text, most); });
  return string_functions().strndup(text, most);
}

namespace {

// Where the next token begins, how long it is, and the bytes read up to its end.
char* next_token(char* text, const char* separators, char** rest, std::uintptr_t pc) {
  const CheckedCall call(pc);
  read_text(call, separators);
  if (text == nullptr) {
    call.read(rest, sizeof *rest);
    text = *rest;
  }
  if (text == nullptr) return string_functions().strtok_r(text, separators, rest);
  std::size_t skipped = 0, length = 0;
  call.read_up_to(text, [&] {
    skipped = string_functions().strspn(text, separators);
    length = string_functions().strcspn(text + skipped, separators);
    return skipped + length + 1;
  });
  char* end = text + skipped + length;
  if (length != 0 && *end != 0) call.write(end, 1);
  call.write(rest, sizeof *rest);
  return string_functions().strtok_r(text, separators, rest);
}

}  // namespace

STALEMATE_STANDS_FOR(char*, strtok_r, (char* text, const char* separators, char** rest)) {
  if (is_checked_call(STALEMATE_CALLER)) return next_token(text, separators, rest, STALEMATE_CALLER);
  return string_functions().strtok_r(text, separators, rest);
}

STALEMATE_STANDS_FOR(char*, __strtok_r, (char* text, const char* separators, char** rest)) {
  if (is_checked_call(STALEMATE_CALLER)) return next_token(text, separators, rest, STALEMATE_CALLER);
  return string_functions().strtok_r(text, separators, rest);
}

STALEMATE_STANDS_FOR(char*, strsep, (char** rest, const char* separators)) {
  const std::uintptr_t pc = STALEMATE_CALLER;
  if (!is_checked_call(pc)) return string_functions().strsep(rest, separators);
  const CheckedCall call(pc);
  call.read(rest, sizeof *rest);
  if (char* text = *rest; text != nullptr) {
    read_text(call, separators);
    std::size_t length = 0;
    call.read_up_to(text, [&] { return (length = string_functions().strcspn(text, separators)) + 1; });
    if (text[length] != 0) call.write(text + length, 1);
    call.write(rest, sizeof *rest);
  }
  return string_functions().strsep(rest, separators);
}
