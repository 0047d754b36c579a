#include "tools/pages/option_words.h"

#include <algorithm>
#include <cctype>

namespace stalemate::pages {
namespace {

std::vector<std::string_view> parts_of(const OptionSpec& spec) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = spec.values; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('|'));
    parts.push_back(part);
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
  return parts;
}

bool is_placeholder(std::string_view part) {
  return std::ranges::all_of(
      part, [](char c) { return c == '.' || std::isupper(static_cast<unsigned char>(c)) != 0; });
}

}  // namespace

std::vector<std::string_view> words_of(const OptionSpec& spec) {
  std::vector<std::string_view> words = parts_of(spec);
  std::erase_if(words, is_placeholder);
  return words;
}

bool takes_file(const OptionSpec& spec) { return spec.values == "FILE"; }
bool takes_directory(const OptionSpec& spec) { return spec.values == "DIR"; }

std::string joined(const std::vector<std::string_view>& words, std::string_view between) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "" : std::string(between)) + std::string(word);
  return text;
}

}  // namespace stalemate::pages
