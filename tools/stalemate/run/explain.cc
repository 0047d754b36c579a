#include "tools/stalemate/run/explain.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "campaign/recording_file.h"
#include "report/text/text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/cli/typed_option.h"
#include "tools/stalemate/cli/warnings.h"
#include "tools/stalemate/run/findings.h"

namespace stalemate::tools {

namespace {

struct Request {
  RunOptions options;
  std::string test;
  std::string recording;
  std::uint64_t execution = 0;
  std::vector<std::string> program;
};

Result<void> take(Request& request, const std::string& name, const std::string& value) {
  if (name == "test") {
    request.test = value;
  } else if (name == "execution") {
    const auto [end, trouble] = std::from_chars(value.data(), value.data() + value.size(), request.execution);
    if (trouble != std::errc() || end != value.data() + value.size())
      return fail(Code::kUsage, "--execution takes a number, not " + value);
  } else {
    return set_option(request.options, name, value);
  }
  return {};
}

constexpr OptionSpec kExplainOptions[] = {
    {"test", "NAME", "", "the test that the finding belongs to"},
    {"execution", "N", "0", "its position in the order of the search"},
    {"warnings", "PROGRAM", "", "alone: print the warnings for a clean result of this program"}};

const OptionSpec* find_explain_option(std::string_view name) {
  for (const OptionSpec& spec : kExplainOptions)
    if (spec.name == name) return &spec;
  return find_run_option(name);
}

Result<Request> read_arguments(const std::vector<std::string>& args) {
  Request request;
  std::size_t i = 0;
  for (; i < args.size() && args[i] != "--"; ++i) {
    if (!args[i].starts_with("--")) {
      request.recording = args[i];
      continue;
    }
    const Typed typed = split_option(args[i]);
    const auto value = value_of(typed, find_explain_option(typed.name), args, i);
    if (!value) return tl::unexpected<Error>(value.error());
    if (auto taken = take(request, std::string(typed.name), *value); !taken)
      return tl::unexpected<Error>(taken.error());
  }
  if (i < args.size()) request.program.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
  if (request.recording.empty() || request.program.empty())
    return fail(Code::kUsage, "explain needs a recording and, after --, its program",
                "test binaries call this subcommand");
  return request;
}

bool asks_for_help(const std::vector<std::string>& args) {
  const auto end = std::find(args.begin(), args.end(), "--");
  return std::any_of(args.begin(), end,
                     [](const std::string& arg) { return arg == "--help" || arg == "-h"; });
}

std::string explain_help() {
  return "stalemate explain [options] RECORDING -- PROGRAM ARGS…\n\n"
         "Explains a finding of explore(). Test binaries call this subcommand for each of their findings; "
         "the\n"
         "recording is a temporary file. The first line of the output is the path of the schedule, the "
         "other\n"
         "lines are the report.\n\n"
         "Exit: 0 explained, 2 usage or a recording that cannot be read.\n\nOptions [default]:\n" +
         option_lines(kExplainOptions) + "\nIt also takes the options of stalemate run.\n";
}

Result<host::Recording> read_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(Code::kBadFile, "the recording " + path + " cannot be read");
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return host::parse_recording(bytes);
}

}  // namespace

int explain_command(const std::vector<std::string>& args) {
  if (asks_for_help(args)) {
    print(explain_help());
    return 0;
  }
  if (args.size() == 2 && args[0] == "--warnings") {
    for (const std::string& warning : warnings_of_program(args[1], true)) print(warning + "\n");
    return 0;
  }
  const auto request = read_arguments(args);
  if (!request) return complain(request.error());
  const auto recording = read_recording(request->recording);
  if (!recording) return complain(recording.error());
  report::Explanation explanation = explain(*recording, request->execution);
  const auto suppressions = suppressions_of(request->options);
  if (!suppressions) return complain(suppressions.error());
  if (suppressions->covers(explanation.finding)) {
    print("\n");
    return 0;
  }
  const auto kept = keep_schedule(explanation, request->options, request->program, request->test);
  if (!kept) return complain(kept.error());
  const report::Style style = output_style(request->options);
  print(*explanation.finding.schedule + "\n" + report::render_finding(explanation, style), style.color);
  return 0;
}

}  // namespace stalemate::tools
