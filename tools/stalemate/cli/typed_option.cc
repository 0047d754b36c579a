#include "tools/stalemate/cli/typed_option.h"

#include <algorithm>

namespace stalemate::tools {
namespace {

// A switch takes the next argument only if that is one of its words: `--leaks on`, but `--leaks ./prog`.
bool is_word_of(const OptionSpec& spec, std::string_view arg) {
  std::string_view words = spec.values;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find('|'));
    if (word == arg) return true;
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
  return false;
}

std::string option_line(const OptionSpec& spec) {
  std::string line = "  --" + std::string(spec.name) + " " + std::string(spec.values);
  line += line.size() < 34 ? std::string(34 - line.size(), ' ') : "\n" + std::string(34, ' ');
  line += spec.help;
  if (!spec.default_value.empty()) line += " [" + std::string(spec.default_value) + "]";
  return line + "\n";
}

}  // namespace

Typed split_option(std::string_view arg) {
  arg.remove_prefix(2);
  const std::size_t equals = arg.find('=');
  if (equals == arg.npos) return {arg, std::nullopt};
  return {arg.substr(0, equals), arg.substr(equals + 1)};
}

tl::unexpected<Error> needs_value(std::string_view name, std::string_view values) {
  return fail(Code::kUsage, "--" + std::string(name) + " needs a value", "it takes " + std::string(values));
}

Result<std::string> value_of(const Typed& typed, const OptionSpec* spec, const std::vector<std::string>& args,
                             std::size_t& i) {
  if (!spec || typed.value) return std::string(typed.value.value_or(""));
  const bool more = i + 1 < args.size() && args[i + 1] != "--";
  if (spec->takes == Takes::kOptionalWord) return more && is_word_of(*spec, args[i + 1]) ? args[++i] : "on";
  if (!more) return needs_value(typed.name, spec->values);
  return args[++i];
}

std::string option_lines(std::span<const OptionSpec> specs) {
  std::string text;
  for (const OptionSpec& spec : specs) text += option_line(spec);
  return text;
}

}  // namespace stalemate::tools
