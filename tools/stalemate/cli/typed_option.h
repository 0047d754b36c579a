// Options as they are typed, for all subcommands that have a table of them. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"

namespace stalemate::tools {

// --name, --name=value.
struct Typed {
  std::string_view name;
  std::optional<std::string_view> value;
};

Typed split_option(std::string_view arg);

tl::unexpected<Error> needs_value(std::string_view name, std::string_view values);

// The value of the option at args[i], which may be the next argument: then i moves to it. A switch alone is
// on. `spec` may be null: an unknown option has the typed value.
Result<std::string> value_of(const Typed& typed, const OptionSpec* spec, const std::vector<std::string>& args,
                             std::size_t& i);

// For the help: a line for each.
std::string option_lines(std::span<const OptionSpec> specs);

}  // namespace stalemate::tools
