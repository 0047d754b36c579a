#include "runtime/libc/calls/call_effects.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "runtime/libc/calls/blocking_calls.h"
#include "runtime/libc/outside_files.h"
#include "runtime/platform/constant_memory.h"
#include "runtime/scheduler/outside_state.h"

namespace stalemate::rt {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// One effect after another.
class Effects {
 public:
  Effects(const char* effects, const LibraryCall& made, bool memory)
      : at_(effects), made_(made), call_(made.pc), memory_(memory) {}

  bool check() {
    while (*at_ != 0) {
      if (*at_ == ' ') ++at_;
      check_one();
    }
    return known_;
  }

 private:
  void check_one() {
    const char letter = *at_++;
    switch (letter) {
      case 'F': return use_one_stream();
      case 'M': return make_memory_stream();
      case 'P': return use_one_path(false);
      case 'D': return use_one_path(true);
      case 'd': return use_one_file();
      case 'K': return use_shared();
      case 'L': return use_library();
      case 'X': return wait();
      default: break;
    }
    if (!memory_) return skip();
    switch (letter) {
      case 's': return read_string(take_pointer());
      case 'm': return modify_string(take_pointer());
      case 'r': return access_bytes(false);
      case 'w': return access_bytes(true);
      case 'i': return read_integer();
      case 'f': return read_floating();
      case 'p': return print(false);
      case 'v': return print(true);
      case 'c': return scan(true, false);
      case 'C': return scan(false, false);
      case 'b': return scan(true, true);
      case 'B': return scan(false, true);
      case 'e': return call_.read(&environ, sizeof environ);
      case 'E': return call_.write(&environ, sizeof environ);
      case 'q': return argument(static_cast<std::size_t>(at_[2] - '0')) > 1 ? access_bytes(true) : skip();
      case 'o': return access_own();
      default: known_ = false;
    }
  }

  void skip() {
    while (*at_ != 0 && *at_ != ' ') ++at_;
  }

  // The function's address stands for its data.
  void access_own() {
    at_ += 2;
    const bool reads = is_digit(*at_) && argument(take_digits()) == 0;
    reads ? call_.read(made_.function, 1) : call_.write(made_.function, 1);
  }

  void use_one_stream() {
    if (*at_ == 'i') {
      ++at_;
      return use_stream(stdin, StreamUse::kRead, made_.pc);
    }
    auto* const stream = reinterpret_cast<FILE*>(take_pointer());
    switch (*at_++) {
      case 'r': return use_stream(stream, StreamUse::kRead, made_.pc);
      case 'w': return use_stream(stream, StreamUse::kWrite, made_.pc);
      case 'm': return use_stream(stream, StreamUse::kMove, made_.pc);
      case 'l': return use_stream(stream, StreamUse::kLook, made_.pc);
      case 'e': return use_stream(stream, StreamUse::kEnd, made_.pc);
      default: return use_stream(stream, StreamUse::kFlush, made_.pc);
    }
  }

  void make_memory_stream() {
    const std::size_t number = take_digits();
    expect_memory_stream(reinterpret_cast<char**>(argument(number)),
                         reinterpret_cast<std::size_t*>(argument(number + 1)));
  }

  void use_one_path(bool in_folder) {
    std::size_t number = take_digits();
    const int folder = in_folder ? static_cast<int>(argument(number++)) : AT_FDCWD;
    const char letter = *at_++;
    const PathUse use = letter == 'c' ? PathUse::kChange : letter == 'e' ? PathUse::kList : PathUse::kLook;
    use_path(folder, reinterpret_cast<const char*>(argument(number)), use, made_.pc);
  }

  void use_one_file() {
    const int fd = static_cast<int>(argument(take_digits()));
    switch (*at_++) {
      case 'r': return use_file(fd, FileUse::kReadAt, made_.pc);
      case 'w': return use_file(fd, FileUse::kWriteAt, made_.pc);
      case 'm': return use_file(fd, FileUse::kMove, made_.pc);
      default: return use_file(fd, FileUse::kChange, made_.pc);
    }
  }

  void use_shared() {
    switch (*at_++) {
      case 'r': return use_outside(Outside::kDirectory, 0, OutsideUse::kRead, "working directory", made_.pc);
      case 'n': return use_outside(Outside::kNumbers, 0, OutsideUse::kChange, "random numbers", made_.pc);
      default: return use_outside(Outside::kMask, 0, OutsideUse::kChange, "mask of file modes", made_.pc);
    }
  }

  void use_library() {
    const std::size_t number = take_digits();
    const OutsideUse use = *at_++ == 'c' ? OutsideUse::kChange : OutsideUse::kRead;
    use_outside(Outside::kLibrary, number, use, "state of the C++ library", made_.pc);
  }

  void wait() {
    const auto first = static_cast<long>(argument(take_digits()));
    before_blocking_call(*at_++, first, made_.registers->words, call_, memory_);
  }

  std::size_t take_digits() {
    std::size_t number = 0;
    while (is_digit(*at_)) number = number * 10 + static_cast<std::size_t>(*at_++ - '0');
    return number;
  }
  std::uint64_t argument(std::size_t n) const { return made_.registers->words[n % 6]; }
  char* take_pointer() { return reinterpret_cast<char*>(argument(take_digits())); }

  static bool is_constant(const void* memory) {
    return is_constant_memory(reinterpret_cast<std::uintptr_t>(memory));
  }

  void read_string(const char* text) const {
    if (text == nullptr || is_constant(text)) return;
    call_.read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; });
  }

  void modify_string(char* text) const {
    read_string(text);
    if (text != nullptr) call_.write(text, stalemate_rt_strlen(text) + 1);
  }

  std::size_t take_extent() {
    if (*at_++ == ':') return take_digits();
    std::size_t bytes = argument(take_digits());
    if (*at_ == '*') {
      ++at_;
      bytes *= argument(take_digits());
    } else if (*at_ == 'x') {
      ++at_;
      bytes *= take_digits();
    }
    return bytes;
  }

  void access_bytes(bool write) {
    char* const memory = take_pointer();
    const std::size_t bytes = take_extent();
    if (memory == nullptr || bytes == 0) return;
    if (write)
      call_.write(memory, bytes);
    else if (!is_constant(memory))
      call_.read(memory, bytes);
  }

  // Through the byte that ends it.
  template <class End>
  void read_number(const char* text, char** end, End find_end) const {
    if (text == nullptr) return;
    if (!is_constant(text))
      call_.read_up_to(text, [=] { return static_cast<std::size_t>(find_end(text) - text) + 1; });
    if (end != nullptr) call_.write(end, sizeof *end);
  }

  void read_integer() {
    const char* const text = take_pointer();
    const bool has_end = *at_ != ':';
    int base = static_cast<int>(argument(2));
    if (!has_end) {
      ++at_;
      base = static_cast<int>(take_digits());
    }
    read_number(text, has_end ? reinterpret_cast<char**>(argument(1)) : nullptr, [base](const char* from) {
      char* end = const_cast<char*>(from);
      std::strtoll(from, &end, base);
      return end;
    });
  }

  void read_floating() {
    const char* const text = take_pointer();
    const bool has_end = *at_ != ':';
    if (!has_end) at_ += 2;
    read_number(text, has_end ? reinterpret_cast<char**>(argument(1)) : nullptr, [](const char* from) {
      char* end = const_cast<char*>(from);
      std::strtold(from, &end);
      return end;
    });
  }

  // The arguments after the one with this number.
  void take_arguments(std::size_t last, bool as_list, va_list& arguments) const {
    if (as_list) {
      va_copy(arguments, *reinterpret_cast<va_list*>(argument(last + 1)));
      return;
    }
    make_list(arguments, made_.registers, static_cast<unsigned>(8 * (last + 1)), made_.on_stack);
  }

  void print(bool as_list) {
    const std::size_t number = take_digits();
    const auto* const format = reinterpret_cast<const char*>(argument(number));
    va_list arguments;
    take_arguments(number, as_list, arguments);
    if (format != nullptr && !check_printed(call_, format, arguments)) known_ = false;
    va_end(arguments);
  }

  void scan(bool from_text, bool as_list) {
    const std::size_t number = take_digits();
    const auto* const format = reinterpret_cast<const char*>(argument(number));
    const auto* const text = from_text ? reinterpret_cast<const char*>(argument(0)) : nullptr;
    int assigned = kAllConversions;
    if (text != nullptr) {
      read_string(text);
      assigned = count_assigned(reinterpret_cast<ScanText>(vsscanf), text, format);
    }
    va_list arguments;
    take_arguments(number, as_list, arguments);
    if (!check_scanned(call_, format, arguments, assigned)) known_ = false;
    va_end(arguments);
  }

  const char* at_;
  const LibraryCall& made_;
  CheckedCall call_;
  bool memory_;
  bool known_ = true;
};

}  // namespace

bool check_effects(const char* effects, const LibraryCall& library_call, bool memory) {
  return Effects(effects, library_call, memory).check();
}

}  // namespace stalemate::rt
