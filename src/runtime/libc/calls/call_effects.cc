#include "runtime/libc/calls/call_effects.h"

#include <unistd.h>

#include <cstdarg>
#include <cstddef>
#include <cstdlib>

#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// One effect after another.
class Effects {
 public:
  Effects(const char* effects, const LibraryCall& made) : at_(effects), made_(made), call_(made.pc) {}

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
  bool known_ = true;
};

}  // namespace

bool check_effects(const char* effects, const LibraryCall& library_call) {
  return Effects(effects, library_call).check();
}

}  // namespace stalemate::rt
