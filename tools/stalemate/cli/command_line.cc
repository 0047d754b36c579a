#include "tools/stalemate/cli/command_line.h"

#include <charconv>

#include "tools/stalemate/cli/typed_option.h"

namespace stalemate::tools {
namespace {

// Sets the option at args[i] and moves i to its last word.
Result<void> read_option(RunOptions& options, const std::vector<std::string>& args, std::size_t& i) {
  const Typed typed = split_option(args[i]);
  const auto value = value_of(typed, find_run_option(typed.name), args, i);
  if (!value) return tl::unexpected<Error>(value.error());
  return set_option(options, typed.name, *value);
}

bool is_option(std::string_view arg) { return arg.starts_with("-") && arg.size() > 1; }

Result<void> check_dashes(std::string_view arg) {
  if (arg.starts_with("--")) return {};
  return fail(Code::kUsage, "unknown option " + std::string(arg), "options start with --");
}

Result<void> read_environment(RunOptions& options, std::string_view environment) {
  auto set = set_options(options, environment);
  if (!set) set.error().sentence = "in STALEMATE_OPTIONS: " + set.error().sentence;
  return set;
}

Result<std::uint32_t> read_times(const std::vector<std::string>& args, std::size_t& i) {
  const Typed typed = split_option(args[i]);
  if (!typed.value && i + 1 >= args.size()) return needs_value("times", "N");
  const std::string_view value = typed.value ? *typed.value : std::string_view(args[++i]);
  std::uint32_t times = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), times);
  if (error != std::errc{} || end != value.data() + value.size() || times == 0)
    return fail(Code::kUsage, "--times=" + std::string(value) + " is not understood", "--times takes N");
  return times;
}

constexpr OptionSpec kReplayOptions[] = {
    {"times", "N", "1", "replay so many times"},
    {"gdb", "", "", "replay under the debugger", Takes::kOptionalWord},
    {"trust", "", "", "run the command of a schedule of another user", Takes::kOptionalWord}};

std::vector<OptionSpec> all_replay_options() {
  std::vector<OptionSpec> all(std::begin(kReplayOptions), std::end(kReplayOptions));
  for (const OptionSpec& spec : run_option_table())
    if (includes(spec.use, OptionUse::kReplay)) all.push_back(spec);
  return all;
}

Result<void> read_replay_option(ReplayRequest& request, const std::vector<std::string>& args,
                                std::size_t& i) {
  const Typed typed = split_option(args[i]);
  const OptionSpec* spec = find_run_option(typed.name);
  if (spec != nullptr && !includes(spec->use, OptionUse::kReplay))
    return fail(Code::kUsage, "replay does not take --" + std::string(spec->name),
                "it belongs to searches; stalemate replay --help lists the options of a replay");
  const auto value = value_of(typed, spec, args, i);
  if (!value) return tl::unexpected<Error>(value.error());
  request.typed.emplace_back(typed.name, *value);
  return set_option(request.options, typed.name, *value);
}

Result<void> read_replay_environment(RunOptions& options, std::string_view environment) {
  RunOptions all;
  if (auto read = read_environment(all, environment); !read) return read;
  for (const SetOption& option : options_for(all, OptionUse::kReplay)) {
    if (option.is_default) continue;
    if (auto set = set_option(options, option.name, option.value); !set) return set;
  }
  return {};
}

constexpr std::string_view kEnvironmentHelp =
    "\nThe same options are read from STALEMATE_OPTIONS=name=value:name=value before the command line.\n"
    "A switch alone means on.\n";

}  // namespace

std::span<const OptionSpec> replay_option_table() {
  static const std::vector<OptionSpec> all = all_replay_options();
  return all;
}

Result<RunRequest> read_run_arguments(const std::vector<std::string>& args, std::string_view environment) {
  RunRequest request;
  if (auto set = read_environment(request.options, environment); !set) return tl::unexpected(set.error());
  std::size_t i = 0;
  for (; i < args.size() && is_option(args[i]) && args[i] != "--"; ++i) {
    if (args[i] == "--help" || args[i] == "-h") {
      request.help = true;
      return request;
    }
    if (auto dashes = check_dashes(args[i]); !dashes) return tl::unexpected(dashes.error());
    if (auto set = read_option(request.options, args, i); !set) return tl::unexpected(set.error());
  }
  if (i < args.size() && args[i] == "--") ++i;
  request.program.assign(args.begin() + static_cast<std::ptrdiff_t>(i), args.end());
  if (request.program.empty())
    return fail(Code::kUsage, "there is no program to run", "stalemate run [options] -- PROGRAM ARGS…");
  return request;
}

Result<ReplayRequest> read_replay_arguments(const std::vector<std::string>& args,
                                            std::string_view environment) {
  ReplayRequest request;
  if (auto set = read_replay_environment(request.options, environment); !set)
    return tl::unexpected(set.error());
  std::size_t i = 0;
  for (; i < args.size() && args[i] != "--"; ++i) {
    if (!is_option(args[i])) {
      if (!request.schedule.empty())
        return fail(Code::kUsage, "there are two schedules, " + request.schedule + " and " + args[i],
                    "name the program after --");
      request.schedule = args[i];
      continue;
    }
    if (args[i] == "--help" || args[i] == "-h") {
      request.help = true;
      return request;
    }
    if (auto dashes = check_dashes(args[i]); !dashes) return tl::unexpected(dashes.error());
    if (args[i] == "--gdb") {
      request.gdb = true;
    } else if (args[i] == "--trust") {
      request.trust = true;
    } else if (split_option(args[i]).name == "times") {
      const auto times = read_times(args, i);
      if (!times) return tl::unexpected(times.error());
      request.times = *times;
    } else if (auto set = read_replay_option(request, args, i); !set) {
      return tl::unexpected(set.error());
    }
  }
  if (i < args.size()) request.program.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
  if (request.schedule.empty())
    return fail(Code::kUsage, "there is no schedule to replay",
                "stalemate replay [options] FILE.sched [-- PROGRAM ARGS…]");
  return request;
}

std::string run_help() {
  return "stalemate run [options] -- PROGRAM ARGS…\n\n"
         "Explores the thread interleavings of a program, and reports those that fail. Build the program\n"
         "with stalemate cc or stalemate c++ first.\n\n"
         "Exit: 0 nothing found in what was explored, 1 a finding, 2 usage, 3 incomplete with\n"
         "--require-complete, 4 not deterministic, 5 the program could not start, 70 an internal\n"
         "error, 130 interrupted.\n\nOptions [default]:\n" +
         option_lines(run_option_table()) + std::string(kEnvironmentHelp);
}

std::string replay_help() {
  return "stalemate replay [options] FILE.sched [-- PROGRAM ARGS…]\n\n"
         "Runs one recorded interleaving again.\n\n"
         "Exit: 1 the recorded finding appeared every time, 0 the schedule fits and the finding is\n"
         "gone, 4 the replay diverged or the finding appeared only sometimes.\n\nOptions [default]:\n" +
         option_lines(replay_option_table()) +
         "\nThe schedule has the options that the execution was found with.\n" +
         std::string(kEnvironmentHelp);
}

}  // namespace stalemate::tools
