// C text with its operator precedence, so that parentheses are written where they are needed and nowhere
// else: compilers warn about both. Nested binary operators always get them.
#pragma once

#include <string>
#include <utility>

namespace stalemate::kiss {

enum class Binding { kPrimary, kUnary, kBinary };

struct Text {
  std::string text;
  Binding binding = Binding::kPrimary;

  // As an operand of a binary operator, and of a postfix or prefix one.
  // Compilers warn about `!a == b`.
  std::string operand() const {
    return binding == Binding::kBinary || text.starts_with('!') ? "(" + text + ")" : text;
  }
  std::string base() const { return binding == Binding::kPrimary ? text : "(" + text + ")"; }
};

inline Text primary(std::string text) { return {std::move(text), Binding::kPrimary}; }
inline Text unary(std::string text) { return {std::move(text), Binding::kUnary}; }
inline Text binary(std::string text) { return {std::move(text), Binding::kBinary}; }
inline Text binary(const Text& left, const std::string& op, const Text& right) {
  return binary(left.operand() + " " + op + " " + right.operand());
}
inline Text cast_to(const std::string& type, const Text& value) {
  return unary("(" + type + ")" + (value.binding == Binding::kBinary ? value.base() : value.text));
}
inline Text dereference(const Text& pointer) {
  if (pointer.text.starts_with('&') && pointer.binding == Binding::kUnary)
    return primary(pointer.text.substr(1));
  return unary("*" + pointer.base());
}
// Compilers warn of parentheses around a comparison that is not negated, and people of two negations.
inline std::string negated(const Text& condition) {
  if (condition.text.starts_with('!') && condition.binding == Binding::kUnary)
    return condition.text.substr(1);
  return "!" + condition.base();
}
inline Text address_of(const Text& object) {
  if (object.text.starts_with('*') && object.binding == Binding::kUnary)
    return primary(object.text.substr(1));
  return unary("&" + object.base());
}

}  // namespace stalemate::kiss
