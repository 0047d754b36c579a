#include "runtime/libc/formatted.h"

#include <cstdint>
#include <cwchar>

#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_one_of(char c, const char* set) { return c != 0 && stalemate_rt_strchr(set, c) != nullptr; }

// hh, h, l, ll, L and their synonyms.
struct Length {
  unsigned bytes = 4;  // of an integer
  bool is_long = false, is_long_double = false;
};

Length take_length(const char*& at) {
  Length length;
  for (; is_one_of(*at, "hlqLjztZ"); ++at) {
    length.is_long_double |= *at == 'L';
    length.is_long |= *at == 'l';
    length.bytes = *at != 'h' ? 8 : length.bytes == 2 ? 1 : 2;
  }
  return length;
}

// Most of them are literals, which no code writes.
void read_format(const CheckedCall& call, const char* format) {
  if (is_constant_memory(reinterpret_cast<std::uintptr_t>(format))) return;
  call.read_up_to(format, [=] { return stalemate_rt_strlen(format) + 1; });
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

std::size_t wide_bytes(const wchar_t* text, std::size_t most) {
  std::size_t length = 0;
  while (length < most && text[length] != 0) ++length;
  return (length < most ? length + 1 : most) * sizeof(wchar_t);
}

void read_string(const CheckedCall& call, const void* text, std::size_t most, bool wide) {
  if (text == nullptr || is_constant_memory(reinterpret_cast<std::uintptr_t>(text))) return;
  call.read_up_to(text, [=] {
    if (wide) return wide_bytes(static_cast<const wchar_t*>(text), most);
    const std::size_t length = stalemate_rt_strnlen(static_cast<const char*>(text), most);
    return length < most ? length + 1 : most;
  });
}

// A number in the format, or the next argument for `*`. False: an argument by number.
bool take_number(const char*& at, va_list& arguments, std::size_t& number) {
  if (*at == '*') {
    ++at;
    const int given = va_arg(arguments, int);
    number = given < 0 ? kNoLimit : static_cast<std::size_t>(given);
    return !is_digit(*at);
  }
  number = 0;
  while (is_digit(*at)) number = number * 10 + static_cast<std::size_t>(*at++ - '0');
  return *at != '$';
}

struct Conversion {
  std::size_t precision = kNoLimit;
  Length length;
  char letter = 0;
};

// After the per cent sign.
bool take_conversion(const char*& at, va_list& arguments, Conversion& conversion) {
  while (is_one_of(*at, "-+ #0'I")) ++at;
  std::size_t width = 0;
  if (!take_number(at, arguments, width)) return false;
  if (*at == '.' && !take_number(++at, arguments, conversion.precision)) return false;
  conversion.length = take_length(at);
  conversion.letter = *at;
  if (*at != 0) ++at;
  return true;
}

bool print_one(const CheckedCall& call, const Conversion& conversion, va_list& arguments) {
  const Length& length = conversion.length;
  if (is_one_of(conversion.letter, "%m")) return true;
  if (is_one_of(conversion.letter, "eEfFgGaA")) {
    if (length.is_long_double)
      static_cast<void>(va_arg(arguments, long double));
    else
      static_cast<void>(va_arg(arguments, double));
    return true;
  }
  if (!is_one_of(conversion.letter, "diouxXcCbBpsSn")) return false;
  // Every other argument has eight bytes.
  void* const argument = va_arg(arguments, void*);
  if (is_one_of(conversion.letter, "sS"))
    read_string(call, argument, conversion.precision, length.is_long || conversion.letter == 'S');
  if (conversion.letter == 'n') call.write(argument, length.bytes);
  return true;
}

}  // namespace

void make_list(va_list& list, const ArgumentRegisters* registers, unsigned first_byte, void* on_stack) {
  // By the System V ABI for x86-64.
  const struct {
    unsigned next_word, next_vector;
    void* on_stack;
    const void* registers;
  } made = {first_byte,
            registers != nullptr ? unsigned{sizeof registers->words} : unsigned{sizeof *registers}, on_stack,
            registers};
  static_assert(sizeof made == sizeof(va_list));
  stalemate_rt_memcpy(&list, &made, sizeof made);
}

bool check_printed(const CheckedCall& call, const char* format, va_list given) {
  read_format(call, format);
  va_list arguments;
  va_copy(arguments, given);
  bool known = true;
  for (const char* at = format; known && *at != 0;) {
    if (*at++ != '%') continue;
    Conversion conversion;
    known = take_conversion(at, arguments, conversion) && print_one(call, conversion, arguments);
  }
  va_end(arguments);
  return known;
}

namespace {

// One conversion of a scan.
struct Scanned {
  bool stores = false;  // an argument belongs to it
  bool counts = false;  // in the result
  bool allocates = false;
  std::size_t width = 0;  // 0: none was given
  Length length;
  char letter = 0;
};

// The set of characters behind %[, which may begin with a bracket.
void skip_set(const char*& at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  if (*at != 0) ++at;
}

bool take_scanned(const char*& at, Scanned& scanned) {
  bool suppressed = false;
  for (; is_one_of(*at, "*'I"); ++at) suppressed |= *at == '*';
  while (is_digit(*at)) scanned.width = scanned.width * 10 + static_cast<std::size_t>(*at++ - '0');
  if (*at == '$') return false;
  if (*at == 'm') {
    scanned.allocates = true;
    ++at;
  }
  scanned.length = take_length(at);
  scanned.letter = *at;
  if (*at != 0) ++at;
  if (scanned.letter == '[') skip_set(at);
  scanned.stores = !suppressed && scanned.letter != '%' && scanned.letter != 0;
  scanned.counts = scanned.stores && scanned.letter != 'n';
  return is_one_of(scanned.letter, "diouxXpeEfFgGaAcCsS[n%") || scanned.letter == 0;
}

// Of text, the length of which is not known before: the first character.
std::size_t stored_bytes(const Scanned& scanned) {
  if (scanned.allocates || scanned.letter == 'p') return sizeof(void*);
  const bool wide = scanned.length.is_long || scanned.letter == 'C' || scanned.letter == 'S';
  const std::size_t character = wide ? sizeof(wchar_t) : 1;
  if (is_one_of(scanned.letter, "cC")) return (scanned.width == 0 ? 1 : scanned.width) * character;
  if (is_one_of(scanned.letter, "sS[")) return character;
  if (!is_one_of(scanned.letter, "eEfFgGaA")) return scanned.length.bytes;
  if (scanned.length.is_long_double) return sizeof(long double);
  return scanned.length.is_long ? sizeof(double) : sizeof(float);
}

}  // namespace

bool check_scanned(const CheckedCall& call, const char* format, va_list given, int assigned) {
  read_format(call, format);
  va_list arguments;
  va_copy(arguments, given);
  bool known = true;
  int left = assigned;
  for (const char* at = format; known && *at != 0;) {
    if (*at++ != '%') continue;
    Scanned scanned;
    known = take_scanned(at, scanned);
    if (!known || !scanned.stores) continue;
    if (left == 0 && scanned.counts) break;
    call.write(va_arg(arguments, void*), stored_bytes(scanned));
    left -= scanned.counts ? 1 : 0;
  }
  va_end(arguments);
  return known;
}

int count_assigned(ScanText scan, const char* text, const char* format) {
  constexpr std::size_t kLongest = 1000, kMostConversions = 32;
  if (stalemate_rt_strnlen(text, kLongest) == kLongest) return kAllConversions;
  std::size_t conversions = 0;
  for (const char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    Scanned scanned;
    if (!take_scanned(at, scanned) || scanned.allocates || scanned.width > kLongest) return kAllConversions;
    conversions += scanned.stores ? 1 : 0;
  }
  if (conversions > kMostConversions) return kAllConversions;
  // All of them store to the same place, which is large enough for all of the text as wide characters.
  alignas(16) wchar_t scratch[kLongest + 1];
  void* places[kMostConversions];
  for (void*& place : places) place = scratch;
  va_list arguments;
  make_list(arguments, nullptr, sizeof ArgumentRegisters::words, places);
  const int assigned = scan(text, format, arguments);
  return assigned < 0 ? 0 : assigned;
}

}  // namespace stalemate::rt
