#include "kiss/c_text.h"

#include <cctype>
#include <functional>

namespace stalemate::kiss {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The end of a literal that begins at `at`.
std::size_t after_literal(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : text.size();
}

// Calls visit(begin, end) for each identifier.
void for_each_identifier(std::string_view text, const std::function<void(std::size_t, std::size_t)>& visit) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '"' || text[at] == '\'') {
      at = after_literal(text, at);
    } else if (starts_name(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && continues_name(text[at])) at++;
      visit(begin, at);
    } else if (continues_name(text[at])) {  // a number and its suffix
      while (at < text.size() && (continues_name(text[at]) || text[at] == '.')) at++;
    } else {
      at++;
    }
  }
}

std::string_view trimmed_right(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}
std::string_view trimmed_left(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_member(std::string_view text, std::size_t begin) {
  const std::string_view before = trimmed_right(text.substr(0, begin));
  return ends_with(before, ".") || ends_with(before, "->");
}

bool is_assignment(std::string_view after) {
  if (after.substr(0, 2) == "++" || after.substr(0, 2) == "--") return true;
  if (after.substr(0, 2) == "==") return false;
  if (after.substr(0, 3) == "<<=" || after.substr(0, 3) == ">>=") return true;
  if (after.substr(0, 1) == "=") return true;
  return after.size() > 1 && after[1] == '=' &&
         std::string_view("+-*/%&|^").find(after[0]) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> identifiers_in(std::string_view text) {
  std::vector<std::string> names;
  for_each_identifier(text, [&](std::size_t begin, std::size_t end) {
    if (!is_member(text, begin)) names.emplace_back(text.substr(begin, end - begin));
  });
  return names;
}

bool mentions(std::string_view text, std::string_view identifier) {
  bool found = false;
  for_each_identifier(text, [&](std::size_t begin, std::size_t end) {
    found = found || text.substr(begin, end - begin) == identifier;
  });
  return found;
}

bool may_change(std::string_view text, std::string_view identifier) {
  bool changes = false;
  for_each_identifier(text, [&](std::size_t begin, std::size_t end) {
    if (text.substr(begin, end - begin) != identifier || is_member(text, begin)) return;
    const std::string_view before = trimmed_right(text.substr(0, begin));
    const std::string_view after = trimmed_left(text.substr(end));
    const bool hands_out = ends_with(before, "&") && !ends_with(before, "&&") && after.substr(0, 2) != "->";
    changes =
        changes || is_assignment(after) || ends_with(before, "++") || ends_with(before, "--") || hands_out;
  });
  return changes;
}

std::string with_prefix(std::string_view text, const std::set<std::string, std::less<>>& names) {
  std::string result;
  std::size_t copied = 0;
  for_each_identifier(text, [&](std::size_t begin, std::size_t end) {
    if (is_member(text, begin) || names.count(text.substr(begin, end - begin)) == 0) return;
    result.append(text.substr(copied, begin - copied)).append("kiss_");
    copied = begin;
  });
  return result.append(text.substr(copied));
}

std::string comment(std::string_view text) {
  std::string inside;
  for (const char c : text) {
    const bool closes =
        !inside.empty() && ((inside.back() == '*' && c == '/') || (inside.back() == '/' && c == '*'));
    if (closes) inside += ' ';
    inside += c == '\n' ? ' ' : c;
  }
  return "/* " + inside + " */";
}

}  // namespace stalemate::kiss
