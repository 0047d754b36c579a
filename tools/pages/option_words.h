// One option of the table, split into parts for pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"

namespace stalemate::pages {

// The words that it takes: icb, dfs, …; without placeholders such as N or FILE.
std::vector<std::string_view> words_of(const OptionSpec& spec);

bool takes_file(const OptionSpec& spec);
bool takes_directory(const OptionSpec& spec);

// What stands between the words, in order: "a, b, c".
std::string joined(const std::vector<std::string_view>& words, std::string_view between);

}  // namespace stalemate::pages
