// C as text: what the printer needs to know about the expressions it puts together. Identifiers are searched
// for outside of string and character literals; names of members do not count.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stalemate::kiss {

std::vector<std::string> identifiers_in(std::string_view text);
bool mentions(std::string_view text, std::string_view identifier);

// Whether running the text may change that variable or pass on its address.
bool may_change(std::string_view text, std::string_view identifier);

// The functions in `names` called kiss_ + their name.
std::string with_prefix(std::string_view text, const std::set<std::string, std::less<>>& names);

// A comment that ends where it should.
std::string comment(std::string_view text);

}  // namespace stalemate::kiss
