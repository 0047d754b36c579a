#include "kiss/check/check_output.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "kiss/check/failure_names.h"

namespace stalemate::kiss {
namespace {

constexpr std::string_view kFailed = "VERIFICATION FAILED", kSuccessful = "VERIFICATION SUCCESSFUL";
constexpr std::int32_t kThreadUnit = 1 << 24, kNoStatement = 1 << 23;  // KISS_STEP of share/kiss.h

struct Assignment {
  std::string_view name;
  long value = 0;
};

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The next `kiss_...=number` at or after `from`, which moves behind it.
std::optional<Assignment> next_assignment(std::string_view text, std::size_t& from) {
  for (;;) {
    const std::size_t at = text.find("kiss_", from);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    from = end;
    if ((at > 0 && is_word(text[at - 1])) || end + 1 >= text.size() || text[end] != '=') continue;
    const std::string number(text.substr(end + 1, 12));
    char* rest = nullptr;
    const long value = std::strtol(number.c_str(), &rest, 10);
    if (rest != number.c_str()) return Assignment{text.substr(at, end - at), value};
  }
}

struct ReadTrace {
  Failure failure;
  long kind = 0;
};

ReadTrace read_trace(std::string_view text) {
  ReadTrace trace;
  std::int32_t asked = 0;
  std::size_t at = 0;
  while (const std::optional<Assignment> next = next_assignment(text, at)) {
    const auto value = static_cast<std::int32_t>(next->value);
    if (next->name == "kiss_failure") trace.kind = value;
    if (next->name == "kiss_failed_at") trace.failure.statement = value;
    if (next->name == "kiss_input_thread") asked = value;
    if (next->name == "kiss_input_value" && asked > 0) {
      trace.failure.inputs.push_back({asked - 1, value});
      asked = 0;
    }
    if (next->name == "kiss_step" && value > 0)
      trace.failure.events.push_back({value / kThreadUnit, value % kThreadUnit - kNoStatement});
  }
  return trace;
}

// One trace for each property that failed: the first that ends in a failure of ours.
ReadTrace first_trace(std::string_view text) {
  constexpr std::string_view kMark = "\nTrace for ";
  const std::size_t first = text.find(kMark);
  for (std::size_t begin = first; begin != std::string_view::npos;) {
    const std::size_t end = text.find(kMark, begin + 1);
    ReadTrace trace = read_trace(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (trace.kind != 0 || end == std::string_view::npos) return trace;
    begin = end;
  }
  return read_trace(text);
}

bool only_unwinding_failed(std::string_view output) {
  bool unwinding = false;
  for (std::size_t at = 0; (at = output.find(": FAILURE", at)) != std::string_view::npos; ++at) {
    const std::size_t line = output.rfind('\n', at) + 1;
    if (output.substr(line, at - line).find("unwinding assertion") == std::string_view::npos) return false;
    unwinding = true;
  }
  return unwinding;
}

CheckResult failed(const std::string& output) {
  CheckResult result;
  if (only_unwinding_failed(output)) {
    result.ending = Ending::kOutOfResources;
    result.limit = "unwinding";
    return result;
  }
  ReadTrace trace = first_trace(output);
  result.ending = Ending::kFailure;
  // A checker that shows no assignments found a failure without details; one that shows some, but not ours,
  // found something that C forbids.
  const bool silent = trace.kind == 0 && trace.failure.events.empty();
  trace.failure.kind = silent ? "assertion" : failure_name(static_cast<std::uint32_t>(trace.kind));
  result.failure = std::move(trace.failure);
  return result;
}

// The position after its last occurrence; a line break in front of it also matches the beginning of the
// output. 0: not found.
std::size_t last_of(const std::string& output, std::initializer_list<std::string_view> words) {
  const std::string text = "\n" + output;
  std::size_t last = 0;
  for (const std::string_view word : words)
    if (const std::size_t at = text.rfind(word); at != std::string::npos) last = std::max(last, at + 1);
  return last;
}

}  // namespace

std::optional<CheckResult> read_output(const std::string& output, int exit_code) {
  // Killed, or not found by the shell: whatever it printed before, it did not finish.
  if (exit_code >= 126) return std::nullopt;
  const std::size_t bad = last_of(output, {kFailed, "\nVerification result: FALSE", "\nFALSE"});
  const std::size_t good = last_of(output, {kSuccessful, "\nVerification result: TRUE", "\nTRUE"});
  if (bad != good) return bad > good ? failed(output) : CheckResult{};
  if (exit_code != 0 && first_trace(output).kind != 0) return failed(output);
  return std::nullopt;
}

}  // namespace stalemate::kiss
