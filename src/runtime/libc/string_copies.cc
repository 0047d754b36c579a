// Functions that write strings: strcpy, strcat and similar ones.
#include "runtime/libc/checked_memory.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

std::size_t at_most(const char* text, std::size_t most) {
  const std::size_t length = stalemate_rt_strnlen(text, most);
  return length < most ? length + 1 : most;
}

// Returns where the copy ends.
char* copy_text(char* to, const char* from, const CheckedCall& call) {
  const std::size_t bytes = call.read_up_to(from, [=] { return stalemate_rt_strlen(from) + 1; });
  call.copy(to, from, bytes);
  return to + bytes - 1;
}

// strncpy always writes all of `bytes`: what the text does not fill is zeros.
char* copy_field(char* to, const char* from, std::size_t bytes, std::uintptr_t pc) {
  const CheckedCall call(pc);
  bool ends = false;
  const std::size_t taken = call.read_up_to(from, [&] {
    ends = stalemate_rt_strnlen(from, bytes) < bytes;
    return at_most(from, bytes);
  });
  call.copy(to, from, taken, bytes - taken);
  return to + taken - (ends ? 1 : 0);
}

char* end_of(char* text, const CheckedCall& call) {
  return text + call.read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; }) - 1;
}

char* append_text(char* to, const char* from, std::uintptr_t pc) {
  const CheckedCall call(pc);
  copy_text(end_of(to, call), from, call);
  return to;
}

char* append_part(char* to, const char* from, std::size_t most, std::uintptr_t pc) {
  const CheckedCall call(pc);
  char* end = end_of(to, call);
  std::size_t length = 0;
  call.read_up_to(from, [&] {
    length = stalemate_rt_strnlen(from, most);
    return at_most(from, most);
  });
  call.copy(end, from, length, 1);
  return to;
}

}  // namespace

STALEMATE_STANDS_FOR(char*, strcpy, (char* to, const char* from)) {
  if (!is_checked_call(STALEMATE_CALLER)) return string_functions().strcpy(to, from);
  copy_text(to, from, CheckedCall(STALEMATE_CALLER));
  return to;
}

#define STALEMATE_COPIES_TO_END(name)                                                             \
  STALEMATE_STANDS_FOR(char*, name, (char* to, const char* from)) {                               \
    return is_checked_call(STALEMATE_CALLER) ? copy_text(to, from, CheckedCall(STALEMATE_CALLER)) \
                                             : string_functions().stpcpy(to, from);               \
  }
STALEMATE_COPIES_TO_END(stpcpy)
STALEMATE_COPIES_TO_END(__stpcpy)

STALEMATE_STANDS_FOR(char*, strncpy, (char* to, const char* from, std::size_t bytes)) {
  if (!is_checked_call(STALEMATE_CALLER)) return string_functions().strncpy(to, from, bytes);
  copy_field(to, from, bytes, STALEMATE_CALLER);
  return to;
}

STALEMATE_STANDS_FOR(char*, stpncpy, (char* to, const char* from, std::size_t bytes)) {
  return is_checked_call(STALEMATE_CALLER) ? copy_field(to, from, bytes, STALEMATE_CALLER)
                                           : string_functions().stpncpy(to, from, bytes);
}

STALEMATE_STANDS_FOR(char*, strcat, (char* to, const char* from)) {
  return is_checked_call(STALEMATE_CALLER) ? append_text(to, from, STALEMATE_CALLER)
                                           : string_functions().strcat(to, from);
}

STALEMATE_STANDS_FOR(char*, strncat, (char* to, const char* from, std::size_t most)) {
  return is_checked_call(STALEMATE_CALLER) ? append_part(to, from, most, STALEMATE_CALLER)
                                           : string_functions().strncat(to, from, most);
}

// Under _FORTIFY_SOURCE. If the room is too small, the originals end the program.
STALEMATE_STANDS_FOR(char*, __strcpy_chk, (char* to, const char* from, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || stalemate_rt_strlen(from) >= room)
    return string_functions().__strcpy_chk(to, from, room);
  copy_text(to, from, CheckedCall(STALEMATE_CALLER));
  return to;
}

STALEMATE_STANDS_FOR(char*, __stpcpy_chk, (char* to, const char* from, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || stalemate_rt_strlen(from) >= room)
    return string_functions().__stpcpy_chk(to, from, room);
  return copy_text(to, from, CheckedCall(STALEMATE_CALLER));
}

STALEMATE_STANDS_FOR(char*, __strncpy_chk,
                     (char* to, const char* from, std::size_t bytes, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || bytes > room)
    return string_functions().__strncpy_chk(to, from, bytes, room);
  copy_field(to, from, bytes, STALEMATE_CALLER);
  return to;
}

STALEMATE_STANDS_FOR(char*, __stpncpy_chk,
                     (char* to, const char* from, std::size_t bytes, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || bytes > room)
    return string_functions().__stpncpy_chk(to, from, bytes, room);
  return copy_field(to, from, bytes, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(char*, __strcat_chk, (char* to, const char* from, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || stalemate_rt_strlen(to) + stalemate_rt_strlen(from) >= room)
    return string_functions().__strcat_chk(to, from, room);
  return append_text(to, from, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(char*, __strncat_chk, (char* to, const char* from, std::size_t most, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) ||
      stalemate_rt_strlen(to) + stalemate_rt_strnlen(from, most) >= room)
    return string_functions().__strncat_chk(to, from, most, room);
  return append_part(to, from, most, STALEMATE_CALLER);
}
