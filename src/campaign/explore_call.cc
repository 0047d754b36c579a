// The implementation of stalemate::explore(): a C boundary, so that the program may use any C++ library and
// any language version.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "base/suppression_file.h"
#include "campaign/cache_choice.h"
#include "campaign/campaign.h"
#include "campaign/explain.h"
#include "campaign/reduction_choice.h"
#include "campaign/rerun/code_places.h"
#include "campaign/rerun/function_names.h"
#include "model/uncontrolled.h"
#include "stalemate/detail/boundary.h"

namespace stalemate::host {
namespace {

class Reply {
 public:
  Reply(stalemate_sink sink, void* into) : sink_(sink), into_(into) {}
  // Tests may print it: it contains no terminal control characters.
  void report(const char* key, const std::string& value) const {
    const std::string text = printable_report(value, true);
    sink_(into_, key, text.data(), text.size());
  }
  void report(const char* key, std::uint64_t value) const { report(key, std::to_string(value)); }
  void error(const Error& error) const {
    report("verdict", std::string("error"));
    report("error", error.next.empty() ? error.sentence : error.sentence + "; " + error.next);
  }

 private:
  stalemate_sink sink_;
  void* into_;
};

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (words.empty()) words.push_back("program");
  return words;
}

// Whether the tool wants this call to serve, and at which descriptors: "<channel>,<capture>,<test>".
struct Summons {
  bool any = false;
  int channel = -1, capture = -1;
  std::string test;
};

Summons read_summons() {
  Summons summons;
  const char* const text = std::getenv(wire::kReplayVariable);
  if (text == nullptr) return summons;
  char* rest = nullptr;
  summons.channel = static_cast<int>(std::strtol(text, &rest, 10));
  if (*rest != ',') return summons;
  summons.capture = static_cast<int>(std::strtol(rest + 1, &rest, 10));
  if (*rest != ',') return summons;
  summons.test = rest + 1;
  summons.any = true;
  return summons;
}

void serve_summons(const Summons& summons, const stalemate_request& request, const Reply& reply) {
  auto mapping = Mapping::attach(summons.channel);
  if (!mapping) return reply.error(mapping.error());
  request.serve(mapping->base(), mapping->bytes(), summons.capture, request.body, request.argument);
}

// The options of the code, then those of the environment: the environment wins.
Result<RunOptions> options_of(const stalemate_request& request) {
  RunOptions options;
  if (auto set = set_options(options, request.options); !set) return tl::unexpected<Error>(set.error());
  if (const char* const outside = std::getenv("STALEMATE_OPTIONS"); outside != nullptr && *outside != '\0')
    if (auto set = set_options(options, outside); !set) return tl::unexpected<Error>(set.error());
  options.exit_code = ExitCodeMode::kIgnore;  // the process is the test framework's
  return options;
}

void report_reduction(const CampaignResult& result, const Reply& reply) {
  const explore::Summary& summary = result.summary;
  reply.report("reduce", std::string(name_of(summary.reduced)));
  if (result.reduce_note) reply.report("reduce_note", *result.reduce_note);
  reply.report("exact", std::uint64_t{summary.exact && !result.ledger.weakens_coverage()});
  reply.report("redundant", summary.redundant);
  reply.report("prefixes", summary.prefixes);
  if (!summary.classes) return;
  reply.report("classes", *summary.classes);
  for (const std::uint64_t count : summary.classes_per_bound) reply.report("classes_per_bound", count);
}

void report_warnings(const CampaignResult& result, const std::string& tool, const Reply& reply) {
  // The file does not change; once is enough for a program of many tests.
  static std::once_flag asked;
  std::call_once(asked, [&] {
    for (const std::string& warning : own_warnings(tool)) reply.report("warning", warning);
  });
  if (result.summary.executions > 0 && result.summary.threads_max <= 1)
    reply.report("warning", std::string("no execution created a thread: there was nothing to interleave"));
  for (const LedgerLine& line : result.ledger.lines())
    if (line.what == wire::Uncontrolled::kAtomics)
      reply.report("warning", std::string(phrase_of(line.what)).append(": ").append(line.detail));
}

// Uninstrumented functions, as one entry: there may be many.
std::optional<std::string> unseen_functions(const Ledger& ledger) {
  constexpr std::size_t kShown = 4;
  std::set<std::string> names;
  for (const LedgerLine& line : ledger.lines()) {
    if (line.what != wire::Uncontrolled::kUninstrumented) continue;
    const std::string name = function_name(ledger.modules(), line.pc - 1);
    const std::string input = linked_input(ledger.modules(), line.pc - 1);
    const std::string called = !name.empty() ? name : code_place(ledger.modules(), line.pc - 1);
    names.insert(input.empty() ? called : called + " of " + input);
  }
  if (names.empty()) return std::nullopt;
  std::string text = phrase_of(wire::Uncontrolled::kUninstrumented);
  std::size_t shown = 0;
  for (const std::string& name : names)
    if (shown++ < kShown) text += (shown == 1 ? ": " : ", ") + name;
  if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more";
  return text;
}

void report_result(const CampaignResult& result, const ExplainRequest& context, const Reply& reply) {
  reply.report("executions", result.summary.executions);
  for (const std::uint64_t count : result.summary.per_bound) reply.report("executions_per_bound", count);
  report_reduction(result, reply);
  reply.report("coverage", std::string(name_of(result.coverage)));
  reply.report("bound_kind", std::string(bound_kind(context.options->strategy)));
  if (result.summary.completed) reply.report("bound_completed", *result.summary.completed);
  if (const auto limits = limits_of(result); !limits.empty()) reply.report("limit", limits.front());
  if (const auto unseen = unseen_functions(result.ledger)) reply.report("uncontrolled", *unseen);
  for (const LedgerLine& line : result.ledger.lines())
    if (line.what != wire::Uncontrolled::kUninstrumented)
      reply.report("uncontrolled", phrase_of(line.what) + (line.detail.empty() ? "" : ": " + line.detail));
  if (result.states) reply.report("states", *result.states);
  if (const auto& cached = result.summary.cached) {
    for (const std::uint64_t count : cached->states_per_bound) reply.report("states_per_bound", count);
    reply.report("pruned", cached->pruned);
    if (const auto note = note_on(*cached)) reply.report("cache_note", *note);
  }
  reply.report("microseconds", static_cast<std::uint64_t>(result.seconds * 1e6));
  reply.report("busy_permille", static_cast<std::uint64_t>(result.busy_share * 1000));
  bool any = false;
  std::set<std::string> reported;  // one race per pair of lines, one leak per line: by the schedule's name
  for (const Finding& finding : result.findings) {
    const Explained explained = explain(finding, context);
    if (explained.suppressed) continue;
    if (!finding.recording.is_of_its_end() && !reported.insert(explained.schedule).second) continue;
    any = true;
    reply.report("finding", explained.kind);
    reply.report("finding.message", explained.message);
    reply.report("finding.schedule", explained.schedule);
    reply.report("finding.report", explained.report);
    reply.report("finding.execution", finding.execution);
    reply.report("finding.preemptions", finding.preemptions);
    reply.report("finding.switches", finding.switches);
    reply.report("finding.steps", finding.steps);
  }
  reply.report("verdict", std::string(any ? "bug" : "clean"));
  reply.report("quiet", std::uint64_t{context.options->quiet});
  if (!any && !result.error) report_warnings(result, context.tool, reply);
  if (result.error) reply.error(*result.error);
}

// pkg-config's flags contain no quotes, which a shell would need escaped and make would not: they name the
// header, and the command lies beside the headers.
std::string command_path(const std::string& tool) {
  constexpr std::string_view kHeader = "/include/stalemate/stalemate.h";
  if (!tool.ends_with(kHeader)) return tool;
  return std::filesystem::path(tool.substr(0, tool.size() - kHeader.size()) + "/bin/stalemate")
      .lexically_normal()
      .string();
}

void explore_call(const stalemate_request& request, const Reply& reply) {
  static std::atomic<unsigned> calls{0};
  const unsigned call = ++calls;
  const std::string test = *request.name != '\0' ? request.name : "explore#" + std::to_string(call);
  if (const Summons summons = read_summons(); summons.any) {
    if (summons.test == test) return serve_summons(summons, request, reply);
    return reply.report("skipped", std::string("only '" + summons.test + "' is replayed"));
  }
  const auto options = options_of(request);
  if (!options) return reply.error(options.error());
  if (!options->checkpoint.empty())
    return reply.error({Code::kUsage, "an explore() call has no checkpoint", "use stalemate run"});
  if (!options->coverage.empty())
    return reply.error({Code::kUsage, "an explore() call writes no coverage", "use stalemate run"});
  if (const auto readable = read_suppressions(options->suppressions); !readable)
    return reply.error(readable.error());
  CampaignContext context;
  context.can_call_again = true;
  context.start = [&request](const wire::Config& config, RingSizes sizes) {
    return Worker::spawn({request.serve, request.body, request.argument}, config, sizes);
  };
  const auto result = run_campaign(*options, context);
  if (!result) return reply.error(result.error());
  report_result(*result, {command_path(request.tool), test, own_arguments(), &*options}, reply);
}

}  // namespace
}  // namespace stalemate::host

extern "C" void stalemate_explore(const stalemate_request* request, stalemate_sink sink, void* into) {
  stalemate::host::explore_call(*request, stalemate::host::Reply(sink, into));
}
