#include "tools/stalemate/cli/last_result.h"

#include <unistd.h>

#include <cstdio>
#include <exception>

#include "base/last_words.h"
#include "base/leftovers.h"
#include "base/printable.h"
#include "campaign/explain.h"
#include "model/outcome.h"
#include "report/json/json.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/terminal.h"

namespace stalemate::tools {
namespace {

LastResult* current = nullptr;

const char* reason_of_exception() {
  static char text[256];
  try {
    if (std::current_exception()) throw;
  } catch (const std::exception& exception) {
    std::snprintf(text, sizeof text, "%s", exception.what());
    return text;
  } catch (...) {
  }
  return "std::terminate() was called";
}

// As the search observed it: nothing was repeated.
report::Finding finding_of(const host::Candidate& candidate) {
  report::Finding finding;
  const wire::LogHeader& header = candidate.failure.header;
  finding.kind = finding_kind(header.outcome);
  finding.message = host::finding_message(header, candidate.failure.text);
  finding.execution = candidate.execution;
  finding.seen = candidate.seen;
  finding.steps = header.steps;
  finding.minimised = false;
  if (header.signal != 0) finding.signal = header.signal;
  return finding;
}

}  // namespace

LastResult::LastResult(const RunOptions& options, const std::vector<std::string>& program)
    : options_(options), program_(program) {
  current = this;
  set_last_words(&LastResult::speak);
  before_ = std::set_terminate([] {
    if (report_lack_of_memory()) {
      speak();
      remove_leftovers();
      _exit(exit_code(Code::kCannotStart));
    }
    std::fprintf(stderr, "stalemate: internal error: %s\n", printable(reason_of_exception()).c_str());
    speak();
    remove_leftovers();
    _exit(70);
  });
}

LastResult::~LastResult() {
  set_last_words(nullptr);
  std::set_terminate(before_);
  current = nullptr;
}

void LastResult::speak() {
  if (current != nullptr && !current->silent_) current->write();
}

void LastResult::write() const {
  report::RunResult result;
  result.program = program_;
  result.strategy = name_of(options_.strategy);
  result.verdict = "error";
  for (const host::Candidate& candidate : candidates_) result.findings.push_back(finding_of(candidate));
  for (const report::Finding& finding : result.findings)
    std::fprintf(stderr, "stalemate: found before: %s: %s (execution %llu)\n", finding.kind.c_str(),
                 printable(finding.message).c_str(), static_cast<unsigned long long>(finding.execution));
  if (!options_.json.empty()) (void)deliver(options_.json, report::render_json(result));
}

}  // namespace stalemate::tools
