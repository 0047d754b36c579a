#include "runtime/cxx/library/stream_objects.h"

#define STALEMATE_OPTIONAL(name, symbol) \
  extern "C" __attribute__((weak)) char stalemate_rt_##name[] asm(symbol)

// The buffers of libstdc++'s standard streams while they are synchronized with the C library's.
STALEMATE_OPTIONAL(sync_buffer, "_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE");
STALEMATE_OPTIONAL(wide_sync_buffer, "_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE");
// libc++'s standard streams are always synchronized.
STALEMATE_OPTIONAL(cin, "_ZNSt3__13cinE");
STALEMATE_OPTIONAL(cout, "_ZNSt3__14coutE");
STALEMATE_OPTIONAL(cerr, "_ZNSt3__14cerrE");
STALEMATE_OPTIONAL(clog, "_ZNSt3__14clogE");
STALEMATE_OPTIONAL(wcin, "_ZNSt3__14wcinE");
STALEMATE_OPTIONAL(wcout, "_ZNSt3__15wcoutE");
STALEMATE_OPTIONAL(wcerr, "_ZNSt3__15wcerrE");
STALEMATE_OPTIONAL(wclog, "_ZNSt3__15wclogE");
// The library's functions that transfer many characters, or make room for more: all of them work on the
// buffer's pointers.
#define STALEMATE_TRANSFERS(X)                                     \
  X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl)       \
  X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6xsputnEPKwl)       \
  X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6xsputnEPKcl)         \
  X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6xsputnEPKwl)         \
  X(_ZNSt3__115basic_streambufIcNS_11char_traitsIcEEE6xsputnEPKcl) \
  X(_ZNSt3__115basic_streambufIwNS_11char_traitsIwEEE6xsputnEPKwl) \
  X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl)        \
  X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6xsgetnEPwl)        \
  X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6xsgetnEPcl)          \
  X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6xsgetnEPwl)          \
  X(_ZNSt3__115basic_streambufIcNS_11char_traitsIcEEE6xsgetnEPcl)  \
  X(_ZNSt3__115basic_streambufIwNS_11char_traitsIwEEE6xsgetnEPwl)
#define STALEMATE_REFILLS(X)                                                       \
  X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi)           \
  X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE8overflowEj)           \
  X(_ZNSt15basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi)                   \
  X(_ZNSt15basic_stringbufIwSt11char_traitsIwESaIwEE8overflowEj)                   \
  X(_ZNSt13basic_filebufIcSt11char_traitsIcEE8overflowEi)                          \
  X(_ZNSt13basic_filebufIwSt11char_traitsIwEE8overflowEj)                          \
  X(_ZNSt3__115basic_stringbufIcNS_11char_traitsIcEENS_9allocatorIcEEE8overflowEi) \
  X(_ZNSt3__113basic_filebufIcNS_11char_traitsIcEEE8overflowEi)                    \
  X(_ZNSt13basic_filebufIcSt11char_traitsIcEE9underflowEv)                         \
  X(_ZNSt13basic_filebufIwSt11char_traitsIwEE9underflowEv)                         \
  X(_ZNSt3__113basic_filebufIcNS_11char_traitsIcEEE9underflowEv)
#define STALEMATE_DECLARE(name) STALEMATE_OPTIONAL(function_##name, #name);
STALEMATE_TRANSFERS(STALEMATE_DECLARE)
STALEMATE_REFILLS(STALEMATE_DECLARE)

namespace stalemate::rt {

namespace {

// Places in the table of virtual functions of std::basic_streambuf, the same in both libraries.
struct BufferFunctions {
  std::size_t many;    // transfers characters
  std::size_t refill;  // when the buffer has no more room, or no more characters
};
constexpr BufferFunctions kGetting = {8, 9};    // xsgetn, underflow
constexpr BufferFunctions kPutting = {12, 13};  // xsputn, overflow

char* word_at(char* object, std::size_t offset) { return *reinterpret_cast<char**>(object + offset); }

bool is_synchronized_buffer(char* buffer) {
  constexpr std::size_t kHeader = 16;  // of a table of virtual functions
  char* const table = word_at(buffer, 0) - kHeader;
  return table == stalemate_rt_sync_buffer || table == stalemate_rt_wide_sync_buffer;
}

bool is_standard_stream(char* stream) {
  for (char* known : {stalemate_rt_cin, stalemate_rt_cout, stalemate_rt_cerr, stalemate_rt_clog,
                      stalemate_rt_wcin, stalemate_rt_wcout, stalemate_rt_wcerr, stalemate_rt_wclog})
    if (stream == known) return true;
  return false;
}

char* virtual_function(char* buffer, std::size_t place) {
  return word_at(word_at(buffer, 0), place * sizeof(void*));
}

// Whether characters pass through the buffer's pointers: a class of the program may do it differently, with
// its own synchronization.
bool uses_pointers(char* buffer, const BufferFunctions& functions) {
  char* const many = virtual_function(buffer, functions.many);
#define STALEMATE_COMPARE(name) \
  if (many == stalemate_rt_function_##name) return true;
  STALEMATE_TRANSFERS(STALEMATE_COMPARE)
#undef STALEMATE_COMPARE
  return false;
}

bool refills_itself(char* buffer, const BufferFunctions& functions) {
  char* const refill = virtual_function(buffer, functions.refill);
#define STALEMATE_COMPARE(name) \
  if (refill == stalemate_rt_function_##name) return true;
  STALEMATE_REFILLS(STALEMATE_COMPARE)
#undef STALEMATE_COMPARE
  return false;
}

}  // namespace

char* ios_of(char* stream) {
  char* const table = word_at(stream, 0);
  return stream + *reinterpret_cast<std::ptrdiff_t*>(table - 3 * sizeof(void*));
}

void check_transfer(const CheckedCall& call, char* stream, Direction direction, const StreamLayout& layout) {
  if (is_standard_stream(stream)) return;
  char* const ios = ios_of(stream);
  char* const buffer = word_at(ios, layout.buffer);
  if (buffer != nullptr && is_synchronized_buffer(buffer)) return;
  call.read(stream, sizeof(void*));
  call.read(ios + layout.buffer, sizeof(void*));
  call.read(ios + layout.state, 4);
  call.read(ios + layout.flags, 4);
  call.write(ios + layout.width, 8);
  if (buffer != nullptr) check_buffer(call, word_at(ios, layout.buffer), direction, layout);
}

void check_buffer(const CheckedCall& call, char* buffer, Direction direction, const StreamLayout& layout) {
  const bool out = direction == Direction::kOut;
  const BufferFunctions& functions = out ? kPutting : kGetting;
  if (is_synchronized_buffer(buffer) || !uses_pointers(buffer, functions)) return;
  const std::size_t next = (out ? layout.put : layout.get) + sizeof(void*), end = next + sizeof(void*);
  call.read(buffer + next, sizeof(void*));
  call.read(buffer + end, sizeof(void*));
  if (word_at(buffer, next) < word_at(buffer, end) || refills_itself(buffer, functions))
    call.write(buffer + next, sizeof(void*));
}

}  // namespace stalemate::rt
