#include <algorithm>
#include <string>

#include "tools/pages/option_words.h"
#include "tools/pages/pages.h"
#include "tools/stalemate/cli/command_line.h"
#include "tools/stalemate/kiss/kiss_options.h"
#include "tools/stalemate/predict/predict_options.h"
#include "tools/stalemate/record/record_options.h"

namespace stalemate::pages {
namespace {

std::string code(std::string_view text) { return text.empty() ? "" : "`" + std::string(text) + "`"; }

// A bar would end the cell, also inside of code.
std::string values_cell(const OptionSpec& spec) {
  std::string cell;
  for (std::string_view rest = spec.values; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('|'));
    cell += (cell.empty() ? "" : " ") + code(part);
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
  return cell;
}

std::string row(const OptionSpec& spec) {
  return "| `--" + std::string(spec.name) + "` | " + values_cell(spec) + " | " + code(spec.default_value) +
         " | " + std::string(spec.help) + " |\n";
}

constexpr std::string_view kColumns = "| option | values | default | |\n|---|---|---|---|\n";

}  // namespace

std::string option_reference() {
  std::string text =
      "# Options\n\n"
      "This page is generated from the table in `src/base/options.cc` (`make pages`), and a test compares "
      "them.\n\n"
      "Options of `stalemate run`, with the same names in `STALEMATE_OPTIONS=name=value:name=value` and, as\n"
      "`Options{}.set(\"name\", \"value\")`, in the [C++ API](api.md). The command line overrides the "
      "environment, and "
      "the\n"
      "environment overrides the code of a test. A switch alone means on.\n\n" +
      std::string(kColumns);
  for (const OptionSpec& spec : run_option_table()) text += row(spec);
  text += "\n`stalemate replay` takes only these:\n\n" + std::string(kColumns);
  for (const OptionSpec& spec : tools::replay_option_table()) text += row(spec);
  text += "\n[`stalemate record`](traces.md) also takes:\n\n" + std::string(kColumns);
  for (const OptionSpec& spec : tools::record_option_table()) text += row(spec);
  text += "\n[`stalemate kiss`](kiss.md) takes these options (`tools/stalemate/kiss/kiss_options.cc`):\n\n" +
          std::string(kColumns);
  for (const OptionSpec& spec : tools::kiss_option_table()) text += row(spec);
  text +=
      "\n[`stalemate predict`](predict.md) takes these options "
      "(`tools/stalemate/predict/predict_options.cc`):\n\n" +
      std::string(kColumns);
  for (const OptionSpec& spec : tools::predict_option_table()) text += row(spec);
  return text;
}

}  // namespace stalemate::pages
