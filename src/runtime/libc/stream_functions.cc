// Buffers of the program that stdio fills or reads. Streams themselves are locked by libc: concurrent calls
// are not a race. How much is written is known afterwards, so it is checked then.
#include "runtime/libc/checked_memory.h"
#include "runtime/libc/formatted.h"
#include "runtime/libc/outside_files.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

std::size_t printed(int length, std::size_t room) {
  if (length < 0 || room == 0) return 0;
  const auto bytes = static_cast<std::size_t>(length) + 1;
  return bytes < room ? bytes : room;
}

// Prints to `to` by `print`. If the write is a step, it is measured before: `to` must not change until then.
template <class Print>
int print_checked(char* to, std::size_t room, const char* format, va_list arguments, std::uintptr_t pc,
                  Print print) {
  if (!is_checked_call(pc)) return print();
  const CheckedCall call(pc);
  check_printed(call, format, arguments);
  if (racing.careful) {
    va_list copied;
    va_copy(copied, arguments);
    call.will_write(to, printed(stalemate_rt_vsnprintf(nullptr, 0, format, copied), room));
    va_end(copied);
  }
  const int length = print();
  call.has_written(to, printed(length, room));
  return length;
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

int print_within(char* to, std::size_t room, const char* format, va_list arguments, std::uintptr_t pc) {
  return print_checked(to, room, format, arguments, pc,
                       [&] { return string_functions().vsnprintf(to, room, format, arguments); });
}

int print_freely(char* to, const char* format, va_list arguments, std::uintptr_t pc) {
  return print_checked(to, kNoLimit, format, arguments, pc,
                       [&] { return string_functions().vsprintf(to, format, arguments); });
}

struct Fortified {
  int flag;
  std::size_t room;  // that the compiler knows of
};

int print_within(char* to, std::size_t room, Fortified how, const char* format, va_list arguments,
                 std::uintptr_t pc) {
  return print_checked(to, room, format, arguments, pc, [&] {
    return string_functions().__vsnprintf_chk(to, room, how.flag, how.room, format, arguments);
  });
}

int print_freely(char* to, Fortified how, const char* format, va_list arguments, std::uintptr_t pc) {
  return print_checked(to, kNoLimit, format, arguments, pc, [&] {
    return string_functions().__vsprintf_chk(to, how.flag, how.room, format, arguments);
  });
}

// Fills `to` by `fill`, which returns how many bytes it has written.
template <class Fill>
std::size_t fill_checked(void* to, std::size_t most, std::uintptr_t pc, Fill fill) {
  if (racing.tracked) track_unseen();
  if (!is_checked_call(pc)) return fill();
  const CheckedCall call(pc);
  call.will_write(to, most);
  const std::size_t bytes = fill();
  call.has_written(to, bytes);
  return bytes;
}

char* get_line(char* to, int room, std::uintptr_t pc, char* (*get)(char*, int, FILE*, std::size_t),
               FILE* from, std::size_t known) {
  use_stream(from, StreamUse::kRead, pc);
  char* result = nullptr;
  fill_checked(to, room > 0 ? static_cast<std::size_t>(room) : 0, pc, [&] {
    result = get(to, room, from, known);
    return result != nullptr ? stalemate_rt_strlen(to) + 1 : 0;
  });
  return result;
}

ssize_t get_delimited(char** line, std::size_t* room, int delimiter, FILE* from, std::uintptr_t pc) {
  if (racing.tracked) track_unseen();
  use_stream(from, StreamUse::kRead, pc);
  if (!is_checked_call(pc)) return string_functions().getdelim(line, room, delimiter, from);
  const CheckedCall call(pc);
  call.write(line, sizeof *line);
  call.write(room, sizeof *room);
  if (*line != nullptr) call.will_write(*line, *room);
  const ssize_t length = string_functions().getdelim(line, room, delimiter, from);
  if (length >= 0) call.has_written(*line, static_cast<std::size_t>(length) + 1);
  return length;
}

}  // namespace

STALEMATE_STANDS_FOR(int, vsnprintf, (char* to, std::size_t room, const char* format, va_list arguments)) {
  return print_within(to, room, format, arguments, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(int, snprintf, (char* to, std::size_t room, const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_within(to, room, format, arguments, STALEMATE_CALLER);
  va_end(arguments);
  return length;
}

STALEMATE_STANDS_FOR(int, vsprintf, (char* to, const char* format, va_list arguments)) {
  return print_freely(to, format, arguments, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(int, sprintf, (char* to, const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_freely(to, format, arguments, STALEMATE_CALLER);
  va_end(arguments);
  return length;
}

STALEMATE_STANDS_FOR(int, __vsnprintf_chk,
                     (char* to, std::size_t room, int flag, std::size_t known, const char* format,
                      va_list arguments)) {
  return print_within(to, room, Fortified{flag, known}, format, arguments, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(int, __snprintf_chk,
                     (char* to, std::size_t room, int flag, std::size_t known, const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_within(to, room, Fortified{flag, known}, format, arguments, STALEMATE_CALLER);
  va_end(arguments);
  return length;
}

STALEMATE_STANDS_FOR(int, __vsprintf_chk,
                     (char* to, int flag, std::size_t known, const char* format, va_list arguments)) {
  return print_freely(to, Fortified{flag, known}, format, arguments, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(int, __sprintf_chk, (char* to, int flag, std::size_t known, const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_freely(to, Fortified{flag, known}, format, arguments, STALEMATE_CALLER);
  va_end(arguments);
  return length;
}

STALEMATE_STANDS_FOR(char*, fgets, (char* to, int room, FILE* from)) {
  const auto get = [](char* t, int r, FILE* f, std::size_t) { return string_functions().fgets(t, r, f); };
  return get_line(to, room, STALEMATE_CALLER, get, from, 0);
}

STALEMATE_STANDS_FOR(char*, __fgets_chk, (char* to, std::size_t known, int room, FILE* from)) {
  const auto get = [](char* t, int r, FILE* f, std::size_t k) {
    return string_functions().__fgets_chk(t, k, r, f);
  };
  return get_line(to, room, STALEMATE_CALLER, get, from, known);
}

// libc rejects a product that overflows.
STALEMATE_STANDS_FOR(std::size_t, fread, (void* to, std::size_t size, std::size_t count, FILE* from)) {
  std::size_t members = 0;
  use_stream(from, StreamUse::kRead, STALEMATE_CALLER);
  fill_checked(to, size * count, STALEMATE_CALLER,
               [&] { return size * (members = string_functions().fread(to, size, count, from)); });
  return members;
}

STALEMATE_STANDS_FOR(std::size_t, __fread_chk,
                     (void* to, std::size_t known, std::size_t size, std::size_t count, FILE* from)) {
  std::size_t members = 0;
  use_stream(from, StreamUse::kRead, STALEMATE_CALLER);
  fill_checked(to, size * count, STALEMATE_CALLER, [&] {
    return size * (members = string_functions().__fread_chk(to, known, size, count, from));
  });
  return members;
}

STALEMATE_STANDS_FOR(std::size_t, fwrite, (const void* what, std::size_t size, std::size_t count, FILE* to)) {
  if (is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).read(what, size * count);
  use_stream(to, StreamUse::kWrite, STALEMATE_CALLER);
  return string_functions().fwrite(what, size, count, to);
}

STALEMATE_STANDS_FOR(int, fputs, (const char* text, FILE* to)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; });
  use_stream(to, StreamUse::kWrite, STALEMATE_CALLER);
  return string_functions().fputs(text, to);
}

STALEMATE_STANDS_FOR(int, puts, (const char* text)) {
  if (is_checked_call(STALEMATE_CALLER))
    CheckedCall(STALEMATE_CALLER).read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; });
  return string_functions().puts(text);
}

STALEMATE_STANDS_FOR(ssize_t, getline, (char** line, std::size_t* room, FILE* from)) {
  return get_delimited(line, room, '\n', from, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(ssize_t, getdelim, (char** line, std::size_t* room, int delimiter, FILE* from)) {
  return get_delimited(line, room, delimiter, from, STALEMATE_CALLER);
}

// C compilers use this one if optimized headers define getline as an inline function.
STALEMATE_STANDS_FOR(ssize_t, __getdelim, (char** line, std::size_t* room, int delimiter, FILE* from)) {
  return get_delimited(line, room, delimiter, from, STALEMATE_CALLER);
}

// Of files, which never block.
#define STALEMATE_READS_AT(name)                                                         \
  STALEMATE_STANDS_FOR(ssize_t, name, (int fd, void* to, std::size_t bytes, off_t at)) { \
    ssize_t result = 0;                                                                  \
    use_file(fd, FileUse::kReadAt, STALEMATE_CALLER);                                    \
    fill_checked(to, bytes, STALEMATE_CALLER, [&] {                                      \
      result = string_functions().pread(fd, to, bytes, at);                              \
      return result > 0 ? static_cast<std::size_t>(result) : 0;                          \
    });                                                                                  \
    return result;                                                                       \
  }
STALEMATE_READS_AT(pread)
STALEMATE_READS_AT(pread64)

#define STALEMATE_WRITES_AT(name)                                                                \
  STALEMATE_STANDS_FOR(ssize_t, name, (int fd, const void* from, std::size_t bytes, off_t at)) { \
    if (is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).read(from, bytes);      \
    use_file(fd, FileUse::kWriteAt, STALEMATE_CALLER);                                           \
    return string_functions().pwrite(fd, from, bytes, at);                                       \
  }
STALEMATE_WRITES_AT(pwrite)
STALEMATE_WRITES_AT(pwrite64)
