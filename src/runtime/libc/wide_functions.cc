// Wide characters: wmemcpy, wcslen and similar ones. Extents as for bytes, times the size of a character.
#include "runtime/libc/checked_memory.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

std::size_t bytes_of(std::size_t characters) { return characters * sizeof(wchar_t); }

std::size_t length_of(const wchar_t* text, std::size_t most = ~std::size_t{0}) {
  std::size_t length = 0;
  while (length < most && text[length] != 0) ++length;
  return length;
}

std::size_t at_most(const wchar_t* text, std::size_t most) {
  const std::size_t length = length_of(text, most);
  return bytes_of(length < most ? length + 1 : most);
}

void read_text(const CheckedCall& call, const wchar_t* text) {
  call.read_up_to(text, [=] { return bytes_of(length_of(text) + 1); });
}

wchar_t* copy_memory(wchar_t* to, const wchar_t* from, std::size_t count, std::uintptr_t pc) {
  const CheckedCall call(pc);
  call.read(from, bytes_of(count));
  call.copy(to, from, bytes_of(count));
  return to;
}

void copy_text(wchar_t* to, const wchar_t* from, const CheckedCall& call) {
  call.copy(to, from, call.read_up_to(from, [=] { return bytes_of(length_of(from) + 1); }));
}

wchar_t* copy_field(wchar_t* to, const wchar_t* from, std::size_t count, std::uintptr_t pc) {
  const CheckedCall call(pc);
  const std::size_t taken = call.read_up_to(from, [=] { return at_most(from, count); });
  call.copy(to, from, taken, bytes_of(count) - taken);
  return to;
}

wchar_t* append_text(wchar_t* to, const wchar_t* from, std::uintptr_t pc) {
  const CheckedCall call(pc);
  read_text(call, to);
  copy_text(to + length_of(to), from, call);
  return to;
}

void compare_texts(const wchar_t* left, const wchar_t* right, std::size_t most, std::uintptr_t pc) {
  CheckedCall(pc).read_both(left, right, [=] {
    std::size_t i = 0;
    while (i < most && left[i] == right[i] && left[i] != 0) ++i;
    return bytes_of(i < most ? i + 1 : most);
  });
}

std::size_t through(const wchar_t* from, const wchar_t* last) {
  return bytes_of(static_cast<std::size_t>(last - from) + 1);
}

}  // namespace

STALEMATE_STANDS_FOR(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, std::size_t count)) {
  return is_checked_call(STALEMATE_CALLER) ? copy_memory(to, from, count, STALEMATE_CALLER)
                                           : string_functions().wmemcpy(to, from, count);
}

STALEMATE_STANDS_FOR(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, std::size_t count)) {
  return is_checked_call(STALEMATE_CALLER) ? copy_memory(to, from, count, STALEMATE_CALLER)
                                           : string_functions().wmemmove(to, from, count);
}

STALEMATE_STANDS_FOR(wchar_t*, wmemset, (wchar_t * to, wchar_t character, std::size_t count)) {
  if (is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).write(to, bytes_of(count));
  return string_functions().wmemset(to, character, count);
}

STALEMATE_STANDS_FOR(int, wmemcmp, (const wchar_t* left, const wchar_t* right, std::size_t count)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_both(left, right, [=] {
      std::size_t same = 0;
      while (same < count && left[same] == right[same]) ++same;
      return bytes_of(same < count ? same + 1 : count);
    });
  return string_functions().wmemcmp(left, right, count);
}

STALEMATE_STANDS_FOR(wchar_t*, wmemchr, (const wchar_t* memory, wchar_t character, std::size_t count)) {
  const auto search = [=] { return string_functions().wmemchr(memory, character, count); };
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(memory, [=] {
      const wchar_t* found = search();
      return found != nullptr ? through(memory, found) : bytes_of(count);
    });
  return search();
}

STALEMATE_STANDS_FOR(std::size_t, wcslen, (const wchar_t* text)) {
  if (is_checked_call(STALEMATE_CALLER)) read_text(CheckedCall(STALEMATE_CALLER), text);
  return string_functions().wcslen(text);
}

STALEMATE_STANDS_FOR(std::size_t, wcsnlen, (const wchar_t* text, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] { return at_most(text, most); });
  return string_functions().wcsnlen(text, most);
}

STALEMATE_STANDS_FOR(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from)) {
  if (!is_checked_call(STALEMATE_CALLER)) return string_functions().wcscpy(to, from);
  copy_text(to, from, CheckedCall(STALEMATE_CALLER));
  return to;
}

STALEMATE_STANDS_FOR(wchar_t*, wcsncpy, (wchar_t * to, const wchar_t* from, std::size_t count)) {
  return is_checked_call(STALEMATE_CALLER) ? copy_field(to, from, count, STALEMATE_CALLER)
                                           : string_functions().wcsncpy(to, from, count);
}

STALEMATE_STANDS_FOR(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from)) {
  return is_checked_call(STALEMATE_CALLER) ? append_text(to, from, STALEMATE_CALLER)
                                           : string_functions().wcscat(to, from);
}

STALEMATE_STANDS_FOR(int, wcscmp, (const wchar_t* left, const wchar_t* right)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, ~std::size_t{0}, STALEMATE_CALLER);
  return string_functions().wcscmp(left, right);
}

STALEMATE_STANDS_FOR(int, wcsncmp, (const wchar_t* left, const wchar_t* right, std::size_t most)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_texts(left, right, most, STALEMATE_CALLER);
  return string_functions().wcsncmp(left, right, most);
}

STALEMATE_STANDS_FOR(wchar_t*, wcschr, (const wchar_t* text, wchar_t character)) {
  const auto search = [=] { return string_functions().wcschr(text, character); };
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] {
      const wchar_t* found = search();
      return found != nullptr ? through(text, found) : bytes_of(length_of(text) + 1);
    });
  return search();
}

// Under _FORTIFY_SOURCE. If the room is too small, the originals end the program.
STALEMATE_STANDS_FOR(wchar_t*, __wmemcpy_chk,
                     (wchar_t * to, const wchar_t* from, std::size_t count, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || count > room)
    return string_functions().__wmemcpy_chk(to, from, count, room);
  return copy_memory(to, from, count, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(wchar_t*, __wmemmove_chk,
                     (wchar_t * to, const wchar_t* from, std::size_t count, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || count > room)
    return string_functions().__wmemmove_chk(to, from, count, room);
  return copy_memory(to, from, count, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(wchar_t*, __wmemset_chk,
                     (wchar_t * to, wchar_t character, std::size_t count, std::size_t room)) {
  if (is_checked_call(STALEMATE_CALLER) && count <= room)
    CheckedCall(STALEMATE_CALLER).write(to, bytes_of(count));
  return string_functions().__wmemset_chk(to, character, count, room);
}

STALEMATE_STANDS_FOR(wchar_t*, __wcscpy_chk, (wchar_t * to, const wchar_t* from, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || length_of(from) >= room)
    return string_functions().__wcscpy_chk(to, from, room);
  copy_text(to, from, CheckedCall(STALEMATE_CALLER));
  return to;
}

STALEMATE_STANDS_FOR(wchar_t*, __wcsncpy_chk,
                     (wchar_t * to, const wchar_t* from, std::size_t count, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || count > room)
    return string_functions().__wcsncpy_chk(to, from, count, room);
  return copy_field(to, from, count, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(wchar_t*, __wcscat_chk, (wchar_t * to, const wchar_t* from, std::size_t room)) {
  if (!is_checked_call(STALEMATE_CALLER) || length_of(to) + length_of(from) >= room)
    return string_functions().__wcscat_chk(to, from, room);
  return append_text(to, from, STALEMATE_CALLER);
}
