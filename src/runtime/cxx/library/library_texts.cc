// Functions of the C++ library that fill a buffer of the program: the number of bytes is known afterwards.
#include "runtime/cxx/library/library_models.h"
#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/code_origin.h"

using namespace stalemate::rt;

namespace {

bool is_instrumented_call(std::uintptr_t pc) {
  return g.active && (racing.now != 0 || racing.tracked) && origin_of(pc) == CodeOrigin::kInstrumented;
}

std::size_t count_of(const char* stream) { return *reinterpret_cast<const std::size_t*>(stream + 8); }

// Unformatted input by `library` into `to`; `ends`: a zero follows the characters.
template <const StreamLayout& Layout, class Character, class Library>
auto get_checked(char* stream, Character* to, long room, bool ends, std::uintptr_t pc, Library library) {
  if (!is_instrumented_call(pc)) return library();
  const CheckedCall call(pc);
  StreamModels<Layout>::kGet(call, {{reinterpret_cast<std::uintptr_t>(stream)}});
  call.will_write(to, room > 0 ? static_cast<std::size_t>(room) * sizeof(Character) : 0);
  const auto result = library();
  std::size_t written = count_of(stream);
  // getline() counts the delimiter, which it does not store.
  if (ends && room > 0) {
    std::size_t length = 0;
    while (length + 1 < static_cast<std::size_t>(room) && length < written && to[length] != 0) ++length;
    written = length + 1;
  }
  call.has_written(to, written * sizeof(Character));
  return result;
}

}  // namespace

#define STALEMATE_GETS(layout, name, Character)                             \
  STALEMATE_INTERPOSED void* name(char* stream, Character* to, long room) { \
    using Library = void* (*)(char*, Character*, long);                     \
    static const auto library = reinterpret_cast<Library>(original(#name)); \
    return get_checked<layout>(stream, to, room, true, STALEMATE_CALLER,    \
                               [=] { return library(stream, to, room); });  \
  }
#define STALEMATE_GETS_UP_TO(layout, name, Character)                                            \
  STALEMATE_INTERPOSED void* name(char* stream, Character* to, long room, Character delimiter) { \
    using Library = void* (*)(char*, Character*, long, Character);                               \
    static const auto library = reinterpret_cast<Library>(original(#name));                      \
    return get_checked<layout>(stream, to, room, true, STALEMATE_CALLER,                         \
                               [=] { return library(stream, to, room, delimiter); });            \
  }
// The library reads this many characters, or fewer at the end; some functions return how many.
#define STALEMATE_READS(layout, name, Character, Result)                      \
  STALEMATE_INTERPOSED Result name(char* stream, Character* to, long count) { \
    using Library = Result (*)(char*, Character*, long);                      \
    static const auto library = reinterpret_cast<Library>(original(#name));   \
    return get_checked<layout>(stream, to, count, false, STALEMATE_CALLER,    \
                               [=] { return library(stream, to, count); });   \
  }

STALEMATE_GETS(kLibstdcxx, _ZNSi3getEPcl, char)
STALEMATE_GETS(kLibstdcxx, _ZNSi7getlineEPcl, char)
STALEMATE_GETS_UP_TO(kLibstdcxx, _ZNSi3getEPclc, char)
STALEMATE_GETS_UP_TO(kLibstdcxx, _ZNSi7getlineEPclc, char)
STALEMATE_READS(kLibstdcxx, _ZNSi4readEPcl, char, void*)
STALEMATE_READS(kLibstdcxx, _ZNSi8readsomeEPcl, char, long)
STALEMATE_GETS(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE3getEPwl, wchar_t)
STALEMATE_GETS(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE7getlineEPwl, wchar_t)
STALEMATE_GETS_UP_TO(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE3getEPwlw, wchar_t)
STALEMATE_GETS_UP_TO(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE7getlineEPwlw, wchar_t)
STALEMATE_READS(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE4readEPwl, wchar_t, void*)
STALEMATE_READS(kLibstdcxx, _ZNSt13basic_istreamIwSt11char_traitsIwEE8readsomeEPwl, wchar_t, long)
STALEMATE_GETS(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getEPcl, char)
STALEMATE_GETS(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE7getlineEPcl, char)
STALEMATE_GETS_UP_TO(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getEPclc, char)
STALEMATE_GETS_UP_TO(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE7getlineEPclc, char)
STALEMATE_READS(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE4readEPcl, char, void*)
STALEMATE_READS(kLibcxx, _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE8readsomeEPcl, char, long)
STALEMATE_GETS(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE3getEPwl, wchar_t)
STALEMATE_GETS(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE7getlineEPwl, wchar_t)
STALEMATE_GETS_UP_TO(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE3getEPwlw, wchar_t)
STALEMATE_GETS_UP_TO(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE7getlineEPwlw, wchar_t)
STALEMATE_READS(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE4readEPwl, wchar_t, void*)
STALEMATE_READS(kLibcxx, _ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE8readsomeEPwl, wchar_t, long)

// std::to_chars and std::from_chars of floating-point numbers.
namespace {

struct CharsResult {
  char* end;
  int error;
};

template <class Library>
CharsResult print_checked(char* first, char* last, std::uintptr_t pc, Library library) {
  if (!is_instrumented_call(pc)) return library();
  const CheckedCall call(pc);
  call.will_write(first, static_cast<std::size_t>(last - first));
  const CharsResult result = library();
  if (result.error == 0) call.has_written(first, static_cast<std::size_t>(result.end - first));
  return result;
}

// Reads up to the end of the number, and the character that ends it.
template <class Number, class Library>
CharsResult scan_checked(char* first, char* last, Number* number, std::uintptr_t pc, Library library) {
  if (!is_instrumented_call(pc)) return library();
  const CheckedCall call(pc);
  if (racing.careful) call.read(first, static_cast<std::size_t>(last - first));
  const CharsResult result = library();
  call.read(first, static_cast<std::size_t>(result.end - first) + (result.end < last ? 1 : 0));
  if (result.error == 0) call.has_written(number, sizeof *number);
  return result;
}

}  // namespace

#define STALEMATE_TO_CHARS(name, Number)                                                               \
  STALEMATE_INTERPOSED CharsResult name(char* first, char* last, Number number) {                      \
    using Library = CharsResult (*)(char*, char*, Number);                                             \
    static const auto library = reinterpret_cast<Library>(original(#name));                            \
    return print_checked(first, last, STALEMATE_CALLER, [=] { return library(first, last, number); }); \
  }
#define STALEMATE_TO_FORMAT(name, Number)                                                     \
  STALEMATE_INTERPOSED CharsResult name(char* first, char* last, Number number, int format) { \
    using Library = CharsResult (*)(char*, char*, Number, int);                               \
    static const auto library = reinterpret_cast<Library>(original(#name));                   \
    return print_checked(first, last, STALEMATE_CALLER,                                       \
                         [=] { return library(first, last, number, format); });               \
  }
#define STALEMATE_TO_DIGITS(name, Number)                                                                 \
  STALEMATE_INTERPOSED CharsResult name(char* first, char* last, Number number, int format, int digits) { \
    using Library = CharsResult (*)(char*, char*, Number, int, int);                                      \
    static const auto library = reinterpret_cast<Library>(original(#name));                               \
    return print_checked(first, last, STALEMATE_CALLER,                                                   \
                         [=] { return library(first, last, number, format, digits); });                   \
  }
#define STALEMATE_FROM_CHARS(name, Number)                                                     \
  STALEMATE_INTERPOSED CharsResult name(char* first, char* last, Number* number, int format) { \
    using Library = CharsResult (*)(char*, char*, Number*, int);                               \
    static const auto library = reinterpret_cast<Library>(original(#name));                    \
    return scan_checked(first, last, number, STALEMATE_CALLER,                                 \
                        [=] { return library(first, last, number, format); });                 \
  }

STALEMATE_TO_CHARS(_ZSt8to_charsPcS_f, float)
STALEMATE_TO_CHARS(_ZSt8to_charsPcS_d, double)
STALEMATE_TO_CHARS(_ZSt8to_charsPcS_e, long double)
STALEMATE_TO_FORMAT(_ZSt8to_charsPcS_fSt12chars_format, float)
STALEMATE_TO_FORMAT(_ZSt8to_charsPcS_dSt12chars_format, double)
STALEMATE_TO_FORMAT(_ZSt8to_charsPcS_eSt12chars_format, long double)
STALEMATE_TO_DIGITS(_ZSt8to_charsPcS_fSt12chars_formati, float)
STALEMATE_TO_DIGITS(_ZSt8to_charsPcS_dSt12chars_formati, double)
STALEMATE_TO_DIGITS(_ZSt8to_charsPcS_eSt12chars_formati, long double)
STALEMATE_FROM_CHARS(_ZSt10from_charsPKcS0_RfSt12chars_format, float)
STALEMATE_FROM_CHARS(_ZSt10from_charsPKcS0_RdSt12chars_format, double)
STALEMATE_FROM_CHARS(_ZSt10from_charsPKcS0_ReSt12chars_format, long double)
STALEMATE_TO_CHARS(_ZNSt3__18to_charsEPcS0_f, float)
STALEMATE_TO_FORMAT(_ZNSt3__18to_charsEPcS0_fNS_12chars_formatE, float)
STALEMATE_TO_DIGITS(_ZNSt3__18to_charsEPcS0_fNS_12chars_formatEi, float)
STALEMATE_TO_CHARS(_ZNSt3__18to_charsEPcS0_d, double)
STALEMATE_TO_FORMAT(_ZNSt3__18to_charsEPcS0_dNS_12chars_formatE, double)
STALEMATE_TO_DIGITS(_ZNSt3__18to_charsEPcS0_dNS_12chars_formatEi, double)
STALEMATE_TO_CHARS(_ZNSt3__18to_charsEPcS0_e, long double)
STALEMATE_TO_FORMAT(_ZNSt3__18to_charsEPcS0_eNS_12chars_formatE, long double)
STALEMATE_TO_DIGITS(_ZNSt3__18to_charsEPcS0_eNS_12chars_formatEi, long double)
