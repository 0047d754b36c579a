#include "tools/stalemate/run/explain.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "campaign/recording_file.h"
#include "report/text/text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/terminal.h"
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

Result<Request> read_arguments(const std::vector<std::string>& args) {
  Request request;
  const auto dashes = std::find(args.begin(), args.end(), "--");
  for (auto arg = args.begin(); arg != dashes; ++arg) {
    if (!arg->starts_with("--")) {
      request.recording = *arg;
      continue;
    }
    const std::string name = arg->substr(2);
    if (++arg == dashes) return fail(Code::kUsage, "--" + name + " needs a value");
    if (auto taken = take(request, name, *arg); !taken) return tl::unexpected<Error>(taken.error());
  }
  if (dashes != args.end()) request.program.assign(dashes + 1, args.end());
  if (request.recording.empty() || request.program.empty())
    return fail(Code::kUsage, "explain needs a recording and, after --, its program",
                "test binaries call this subcommand");
  return request;
}

Result<host::Recording> read_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(Code::kBadFile, "the recording " + path + " cannot be read");
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return host::parse_recording(bytes);
}

}  // namespace

int explain_command(const std::vector<std::string>& args) {
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
