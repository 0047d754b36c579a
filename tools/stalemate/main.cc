// The stalemate command: finds the subcommand and passes it the rest.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/leftovers.h"
#include "base/names.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/subcommands.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/compile/cc.h"
#include "tools/stalemate/kiss/kiss.h"
#include "tools/stalemate/predict/predict.h"
#include "tools/stalemate/record/record.h"
#include "tools/stalemate/run/explain.h"
#include "tools/stalemate/run/replay.h"
#include "tools/stalemate/run/run.h"

namespace stalemate::tools {
namespace {

using Args = std::vector<std::string>;

struct Subcommand {
  std::string_view name;
  int (*run)(const Args& args);
};

// In the order of kSubcommandTable, which has the rest.
constexpr Subcommand kSubcommands[] = {
    {"cc", [](const Args& args) { return run_compiler(Language::kC, args); }},
    {"c++", [](const Args& args) { return run_compiler(Language::kCxx, args); }},
    {"run", run_command},
    {"replay", replay_command},
    {"record", record_command},
    {"kiss", kiss_command},
    {"predict", predict_command},
    {"explain", explain_command},
};
static_assert(std::ranges::equal(kSubcommands, kSubcommandTable, {}, &Subcommand::name,
                                 &SubcommandSpec::name));

const Subcommand* find_subcommand(std::string_view name) {
  const auto found = std::ranges::find(kSubcommands, name, &Subcommand::name);
  return found == std::end(kSubcommands) ? nullptr : found;
}

int show_help() {
  std::string text =
      "stalemate finds the thread interleavings that break a C or C++ program, and replays them.\n\n";
  for (const SubcommandSpec& spec : kSubcommandTable)
    text += "  stalemate " + std::string(spec.name) + " " + std::string(spec.usage) + "\n        " +
            std::string(spec.help) + "\n";
  text +=
      "  stalemate --version, --help, SUBCOMMAND --help\n\n"
      "STALEMATE_CC and STALEMATE_CXX name the compiler to wrap (default: gcc and g++);\n"
      "STALEMATE_VERBOSE=1 shows the commands that cc and c++ run.\n";
  std::fputs(text.c_str(), stdout);
  return 0;
}

int unknown(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Subcommand& subcommand : kSubcommands) names.push_back(subcommand.name);
  const bool option = word.starts_with('-');
  if (option) names = {"--help", "--version"};
  const std::string_view meant = nearest_name(word, names);
  return complain({Code::kUsage, std::string("unknown ") + (option ? "option " : "subcommand ") + word,
                   meant.empty() ? "stalemate --help lists the subcommands"
                                 : "did you mean " + std::string(meant) + "?"});
}

// Called as stalemate-cc or stalemate-c++, for build systems that need a compiler to be a single word.
const Subcommand* subcommand_in_own_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  constexpr std::string_view kPrefix = "stalemate-";
  return name.starts_with(kPrefix) ? find_subcommand(name.substr(kPrefix.size())) : nullptr;
}

int dispatch(const std::string& self, const Args& args) {
  if (const Subcommand* own = subcommand_in_own_name(self)) return own->run(args);
  if (args.empty())
    return complain({Code::kUsage, "there is no subcommand", "stalemate --help lists the subcommands"});
  if (args[0] == "--help" || args[0] == "-h" || args[0] == "help") return show_help();
  if (args[0] == "--version") {
    std::puts("stalemate " STALEMATE_VERSION);
    return 0;
  }
  const Subcommand* subcommand = find_subcommand(args[0]);
  return subcommand ? subcommand->run(Args(args.begin() + 1, args.end())) : unknown(args[0]);
}

}  // namespace
}  // namespace stalemate::tools

int main(int argc, char** argv) {
  stalemate::tools::settle_standard_streams();
  stalemate::tools::end_at_interrupts();
  std::set_terminate([] {
    const bool lacks_memory = stalemate::tools::report_lack_of_memory();
    stalemate::remove_leftovers();
    if (lacks_memory) _exit(stalemate::tools::exit_code(stalemate::Code::kCannotStart));
    std::abort();
  });
  if (!stalemate::tools::has_enough_stack())
    return stalemate::tools::complain({stalemate::Code::kCannotStart,
                                       "the limit on the stack is too low to run stalemate",
                                       "raise it: ulimit -s 1024"});
  const std::vector<std::string> args(argv + std::min(argc, 1), argv + argc);
  return stalemate::tools::dispatch(argc > 0 ? argv[0] : "", args);
}
