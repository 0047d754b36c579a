// Stalemate's C++ API: explore the interleavings of a concurrent scenario from a unit test, and declare in
// the code under test what the tool cannot know. C++17, standard library only.
//
// Built without Stalemate everything compiles and does the plain thing: explore() calls the function once and
// reports that, choose() returns 0, yield() yields, expect() aborts if the condition is false, and state(),
// state_here(), assume() and benign() do nothing.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>

#include "stalemate/detail/boundary.h"
#include "stalemate/options.h"
#include "stalemate/result.h"

namespace stalemate {

namespace detail {

inline bool controlled() {
  return STALEMATE_PRESENT(stalemate_rt_controlled) && stalemate_rt_controlled() != 0;
}
inline bool can_explore() {
  return STALEMATE_PRESENT(stalemate_explore) && STALEMATE_PRESENT(stalemate_rt_serve);
}

inline void receive(void* into, const char* key, const char* value, unsigned long bytes) {
  Result& result = *static_cast<Result*>(into);
  const std::string word = key, text(value, bytes);
  const auto number = [&text] { return std::strtoull(text.c_str(), nullptr, 10); };
  const auto small = [&number] { return static_cast<unsigned>(number()); };
  if (word == "verdict") result.verdict = text;
  if (word == "coverage") result.coverage = text;
  if (word == "limit") result.limit = text;
  if (word == "error") result.error = text;
  if (word == "skipped") result.note = text;
  if (word == "warning") result.warnings.push_back(text);
  if (word == "quiet") result.quiet = number() != 0;
  if (word == "executions") result.executions = number();
  if (word == "executions_per_bound") result.executions_per_bound.push_back(number());
  if (word == "reduce") result.reduce = text;
  if (word == "reduce_note") result.reduce_note = text;
  if (word == "exact") result.exact = number() != 0;
  if (word == "classes") {
    result.counts_classes = true;
    result.classes = number();
  }
  if (word == "classes_per_bound") result.classes_per_bound.push_back(number());
  if (word == "redundant") result.redundant = number();
  if (word == "prefixes") result.prefixes = number();
  if (word == "bound_kind") result.bound_kind = text;
  if (word == "bound_completed") result.bound_completed = static_cast<int>(small());
  if (word == "uncontrolled") result.uncontrolled.push_back(text);
  if (word == "states") result.states = number();
  if (word == "states_per_bound") result.states_per_bound.push_back(number());
  if (word == "pruned") result.pruned = number();
  if (word == "cache_note") result.cache_note = text;
  if (word == "microseconds") result.seconds = static_cast<double>(number()) / 1e6;
  if (word == "busy_permille") result.busy_share = static_cast<double>(number()) / 1000;
  if (word == "finding") result.findings.emplace_back().kind = text;
  if (word.compare(0, 8, "finding.") != 0 || result.findings.empty()) return;
  Finding& finding = result.findings.back();
  if (word == "finding.message") finding.message = text;
  if (word == "finding.schedule") finding.schedule = text;
  if (word == "finding.report") finding.report = text;
  if (word == "finding.execution") finding.execution = number();
  if (word == "finding.preemptions") finding.preemptions = small();
  if (word == "finding.switches") finding.switches = small();
  if (word == "finding.steps") finding.steps = small();
}

inline std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return text;
}

// A passing test prints what it has explored; with a warning if that is nothing. A failure is named in any
// case, since a test may drop the result.
inline void announce(const Result& result, const std::string& name) {
  const std::string of = name.empty() ? "" : name + ": ";
  for (const std::string& warning : result.warnings)
    std::fprintf(stderr, "stalemate: warning: %s%s\n", of.c_str(), warning.c_str());
  if (result.ok() && !result.quiet && result.note.empty())
    std::fprintf(stderr, "stalemate: %s%s\n", of.c_str(), result.summary().c_str());
  for (const Finding& finding : result.findings)
    std::fprintf(stderr, "stalemate: %s%s: %s (stalemate replay %s repeats it)\n", of.c_str(),
                 finding.kind.c_str(), one_line(finding.message).c_str(), finding.schedule.c_str());
}

template <class T>
std::uint64_t hash_of(const T& value) {
  return static_cast<std::uint64_t>(std::hash<T>{}(value));
}

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

}  // namespace detail

// Runs `scenario` once per interleaving, in processes that it creates; this process only watches. Failures
// are only in the result: check it.
// Inside an execution that is already explored (the whole program under `stalemate run`), calls it once.
template <class Scenario>
[[nodiscard]] Result explore(Scenario&& scenario, const Options& options = {}) {
  Result result;
  if (detail::controlled() || !detail::can_explore()) {
    scenario();
    result.executions = 1;
    result.note = detail::controlled() ? "part of an execution that is explored as a whole: called once"
                                       : "built without Stalemate: called once, not explored";
    if (!detail::controlled()) result.warnings.push_back(result.note);
    detail::announce(result, options.test_name());
    return result;
  }
  std::function<void()> body(std::ref(scenario));
  stalemate_request request;
  request.name = options.test_name().c_str();
  request.options = options.text().c_str();
  request.tool = STALEMATE_TOOL;
  request.serve = &stalemate_rt_serve;
  request.body = [](void* argument) { (*static_cast<std::function<void()>*>(argument))(); };
  request.argument = &body;
  stalemate_explore(&request, &detail::receive, &result);
  detail::announce(result, options.test_name());
  return result;
}

// 0..n-1, every value explored (S5).
inline unsigned choose(unsigned n) { return detail::controlled() ? stalemate_rt_choose(n) : 0; }

// Declares that the thread cannot make progress: lets the others run.
inline void yield() {
  if (detail::controlled())
    stalemate_rt_yield();
  else
    std::this_thread::yield();
}

// An assertion that stays on.
inline void expect(bool condition, const char* message = "expectation failed",
                   const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (condition) return;
  if (detail::controlled()) stalemate_rt_expect_failed(message, file, line);
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message);
  std::abort();
}
inline void expect(bool condition, const std::string& message, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
  if (!condition) expect(false, message.c_str(), file, line);
}

// Contributes to the signature of the state that the execution ends in, for state coverage and caching.
template <class... Values>
void state(const Values&... values) {
  if (detail::controlled()) (stalemate_rt_state(detail::hash_of(values)), ...);
}

// A state that the execution passes through here, described by the values of one call: counted like those
// that executions end in.
template <class... Values>
void state_here(const Values&... values) {
  if (!detail::controlled()) return;
  std::uint64_t hash = 0;
  ((hash = detail::mixed(hash, detail::hash_of(values))), ...);
  stalemate_rt_state_here(hash);
}

// Abandons executions in which the condition is false.
inline void assume(bool condition) {
  if (!condition && detail::controlled()) stalemate_rt_assume_failed();
}

// Races on this object are intended.
template <class T>
void benign(const T* object) {
  if (&stalemate_rt_benign != nullptr) stalemate_rt_benign(object, sizeof(T));
}

}  // namespace stalemate
