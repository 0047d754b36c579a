#include "campaign/explain.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/leftovers.h"
#include "base/new_file.h"
#include "campaign/recording_file.h"
#include "campaign/rerun/code_places.h"
#include "campaign/rerun/step_options.h"
#include "model/operations.h"
#include "model/outcome.h"
#include "trace/schedule.h"

extern char** environ;

namespace stalemate::host {
namespace {

namespace fs = std::filesystem;

// Standard output of a command that ended with 0.
std::optional<std::string> output_of(std::vector<std::string> command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  std::vector<char*> argv;
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  const int trouble = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; trouble == 0;) {
    got = read(ends[0], piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(piece, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  if (trouble != 0 || waitpid(pid, &status, 0) != pid || status != 0) return std::nullopt;
  return text;
}

bool write_file(const fs::path& path, const std::string& bytes) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  return write_new_file(path, bytes);
}

fs::path directory_of(const ExplainRequest& request) {
  return fs::path(request.options->out) / fs::path(request.program.front()).filename();
}

// Without debug information the best name is what happened, and in which test.
std::string raw_fingerprint(const Explained& explained, const std::string& test) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : explained.kind + '\n' + explained.message + '\n' + test)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%012llx", static_cast<unsigned long long>(hash >> 16));
  return text;
}

std::string raw_report(const Finding& finding) {
  const trace::Execution execution = trace::read_execution(finding.recording.view());
  std::string text;
  for (const trace::Point& point : execution.points) {
    if (point.is_choice) {
      text += "    chose " + std::to_string(point.value) + " of " + std::to_string(point.object) + '\n';
      continue;
    }
    const bool known = point.thread < execution.threads.size();
    char line[160];
    std::snprintf(line, sizeof line, "  %-8s %-10s object %#llx at %#llx",
                  known ? execution.threads[point.thread].path.c_str() : "?", stalemate::name_of(point.op),
                  static_cast<unsigned long long>(point.object),
                  static_cast<unsigned long long>(point.stack.empty() ? 0 : point.stack[0].pc));
    text += line;
    if (point.reason == trace::SwitchReason::kPreempted) text += "   <- preemption";
    text += '\n';
  }
  if (!finding.recording.output.empty()) text += "output:\n" + finding.recording.output;
  return text;
}

bool ask_tool(const Finding& finding, const ExplainRequest& request, Explained& explained) {
  if (request.tool.empty() || access(request.tool.c_str(), X_OK) != 0) return false;
  const fs::path file = directory_of(request) / ("finding-" + std::to_string(getpid()) + ".recording");
  if (!write_file(file, to_bytes(finding.recording))) return false;
  const Leftover leftover(file);
  std::vector<std::string> command{request.tool, "explain",     "--test",
                                   request.test, "--execution", std::to_string(finding.execution)};
  for (const SetOption& option : options_for(*request.options, OptionUse::kExecution | OptionUse::kReport))
    if (!option.value.empty()) command.insert(command.end(), {"--" + std::string(option.name), option.value});
  command.push_back(file.string());
  command.push_back("--");
  command.insert(command.end(), request.program.begin(), request.program.end());
  const auto text = output_of(std::move(command));
  std::error_code ignored;
  fs::remove(file, ignored);
  const std::size_t line = text ? text->find('\n') : std::string::npos;
  if (line == std::string::npos) return false;
  explained.schedule = text->substr(0, line);
  explained.report = text->substr(line + 1);
  explained.suppressed = explained.schedule.empty();
  if (finding.recording.is_of_its_end()) return true;
  // For a race or a leak only the tool has a text: the second line of its report.
  const std::size_t said = explained.report.find("\n  ") + 3;
  if (said >= 3 && said < explained.report.size())
    explained.message = explained.report.substr(said, explained.report.find('\n', said) - said);
  return true;
}

}  // namespace

std::vector<std::string> own_warnings(const std::string& tool) {
  std::error_code trouble;
  const fs::path program = fs::read_symlink("/proc/self/exe", trouble);
  if (trouble || tool.empty() || access(tool.c_str(), X_OK) != 0) return {};
  std::vector<std::string> warnings;
  std::istringstream said(output_of({tool, "explain", "--warnings", program.string()}).value_or(""));
  for (std::string line; std::getline(said, line);) warnings.push_back(line);
  return warnings;
}

std::string finding_message(const wire::LogHeader& header, std::string_view text) {
  if (!text.empty()) return std::string(text);
  switch (header.outcome) {
    case wire::Outcome::kDeadlock: return "no thread can continue";
    case wire::Outcome::kCrash: {
      const char* const name = sigabbrev_np(header.signal);
      return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(header.signal);
    }
    case wire::Outcome::kStepLimit: return "more steps than allowed in one execution";
    case wire::Outcome::kHang: return "no step for too long";
    case wire::Outcome::kFinished: return "exit code " + std::to_string(header.exit_code);
    default: return finding_kind(header.outcome);
  }
}

Explained explain(const Finding& finding, const ExplainRequest& request) {
  const Recording& recording = finding.recording;
  Explained explained;
  explained.kind = finding_kind(recording.header.outcome);
  explained.message = finding_message(recording.header, recording.text);
  if (recording.race) {
    explained.kind = "data-race";
    explained.message = "unordered accesses, one of them by the code at " +
                        code_place(recording.modules, recording.race.later);
  }
  if (recording.leak != 0) {
    explained.kind = "leak";
    explained.message = "a block is lost: nothing leads to it any more";
  }
  if (ask_tool(finding, request, explained)) return explained;
  trace::Schedule schedule = trace::schedule_from_log(recording.view(), trace::Naming());
  schedule.program = request.program;
  schedule.strategy = stalemate::name_of(request.options->strategy);
  schedule.options.emplace_back("test", request.test);
  std::ranges::move(step_options(recording), std::back_inserter(schedule.options));
  if (recording.leak != 0) schedule.options.emplace_back("leaks", "on");
  schedule.finding = explained.kind;
  schedule.message = explained.message;
  schedule.fingerprint = raw_fingerprint(explained, request.test);
  schedule.execution = finding.execution;
  const fs::path path = directory_of(request) / (schedule.fingerprint + ".sched");
  if (write_file(path, trace::to_text(schedule))) explained.schedule = path.string();
  explained.report = explained.kind + ": " + explained.message + '\n' + raw_report(finding);
  if (!explained.schedule.empty())
    explained.report += "replay: stalemate replay " + explained.schedule + '\n';
  return explained;
}

}  // namespace stalemate::host
