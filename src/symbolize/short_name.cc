#include "symbolize/short_name.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace stalemate::symbolize {
namespace {

constexpr std::size_t kLongest = 32;  // bytes of arguments that are shown

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Arguments that users of the standard library omit.
bool is_default(std::string_view argument) {
  for (const std::string_view usual : {"std::allocator<", "std::char_traits<", "std::less<", "std::hash<",
                                       "std::equal_to<", "std::default_delete<", "std::ratio<1"})
    if (argument.starts_with(usual)) return true;
  return false;
}

class Shortener {
 public:
  explicit Shortener(std::string_view text) : rest_(text) {}

  std::string all() {
    std::string out;
    while (!rest_.empty()) {
      out += piece();
      if (!rest_.empty()) out += take();  // a bracket that nothing opened
    }
    return out;
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  bool skip(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // Up to a comma or a closing bracket that belongs to the caller.
  std::string piece() {
    std::string out;
    while (!rest_.empty() && rest_.front() != ',' && rest_.front() != '>' && rest_.front() != ')') {
      const bool begins = out.empty() || !is_word(out.back());
      if (begins && (skip("__cxx11::") || skip("__1::") || skip("_V2::"))) continue;
      if (begins && rest_.starts_with("operator")) {
        out += operator_name();
      } else if (rest_.front() == '<') {
        brackets(out);
      } else if (rest_.front() == '(') {
        round_brackets(out);
      } else if (!skip_suffix(out)) {
        out += take();
        if (out.back() == '-' && rest_.starts_with(">")) out += take();
      }
    }
    return out;
  }

  // operator<, operator->, operator>>=: these characters are not brackets.
  std::string operator_name() {
    std::string out(rest_.substr(0, 8));
    rest_.remove_prefix(8);
    if (skip("()")) return out + "()";
    for (const std::string_view sign :
         {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">", ","})
      if (skip(sign)) return out + std::string(sign);
    return out;
  }

  // The ul of 4ul.
  bool skip_suffix(const std::string& out) {
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out.back())) == 0) return false;
    const std::size_t digits = out.find_last_not_of("0123456789");
    if (digits != out.npos && is_word(out[digits])) return false;
    return skip("ul") || skip("u") || skip("l");
  }

  void round_brackets(std::string& out) {
    out += take();
    for (bool more = true; more && !rest_.empty();) {
      out += piece();
      if (rest_.empty()) return;
      more = rest_.front() != ')';
      out += take();
    }
  }

  void brackets(std::string& out) {
    const bool of_template = !out.empty() && is_word(out.back());
    take();
    std::vector<std::string> arguments;
    for (bool more = true; more && !rest_.empty();) {
      while (skip(" ")) {
      }
      std::string argument = piece();
      while (argument.ends_with(' ')) argument.pop_back();
      if (arguments.empty() || !is_default(argument)) arguments.push_back(std::move(argument));
      more = !rest_.empty() && rest_.front() != '>';
      if (!rest_.empty()) take();
    }
    if (of_template && says_it_itself(out, arguments)) return;
    std::string joined;
    for (const std::string& argument : arguments) joined += (joined.empty() ? "" : ", ") + argument;
    if (of_template && joined.size() > kLongest) joined = "…";
    out += '<' + joined + '>';
  }

  // std::basic_string<char> has a common name.
  static bool says_it_itself(std::string& out, const std::vector<std::string>& arguments) {
    const std::size_t at = out.rfind("std::basic_");
    if (at == out.npos || arguments.size() != 1 || arguments[0] != "char") return false;
    if (!std::all_of(out.begin() + static_cast<std::ptrdiff_t>(at) + 11, out.end(), is_word)) return false;
    out.erase(at + 5, 6);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::string short_name(std::string_view name) {
  if (name.find('<') == name.npos) return std::string(name);
  return Shortener(name).all();
}

}  // namespace stalemate::symbolize
