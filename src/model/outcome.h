// What the end of an execution means: whether it is a finding, and of which kind.
#pragma once

#include "model/wire/wire.h"

namespace stalemate {

// An end that is reported. A normal end is reported only if exit codes count and it is not 0.
constexpr bool is_failure(wire::Outcome outcome) {
  switch (outcome) {
    case wire::Outcome::kDeadlock:
    case wire::Outcome::kAssertion:
    case wire::Outcome::kAbort:
    case wire::Outcome::kException:
    case wire::Outcome::kCrash:
    case wire::Outcome::kStepLimit:
    case wire::Outcome::kHang:
    case wire::Outcome::kMisuse:
    case wire::Outcome::kDoubleFree:
    case wire::Outcome::kUseAfterFree:
    case wire::Outcome::kHeapOverflow:
    case wire::Outcome::kLivelock:
    case wire::Outcome::kGoodSamaritan: return true;
    case wire::Outcome::kRunning:
    case wire::Outcome::kFinished:
    case wire::Outcome::kCut:
    case wire::Outcome::kAbandoned:
    case wire::Outcome::kRepeats:
    case wire::Outcome::kTriesFailed:
    case wire::Outcome::kOutOfSteps:
    case wire::Outcome::kDiverged: break;
  }
  return false;
}

// Whether the execution ended by itself, so that its happens-before graph is a class (S8).
constexpr bool has_class(wire::Outcome outcome) {
  return outcome == wire::Outcome::kFinished || outcome == wire::Outcome::kDeadlock;
}

// The same of an execution: it is not one with a try that failed, of which there is another one without it.
constexpr bool has_class(const wire::LogHeader& header) {
  return has_class(header.outcome) && (header.tries & wire::kTriesMade) == 0;
}

// It ends in such a try, or made one.
constexpr bool is_of_failed_try(const wire::LogHeader& header) {
  return header.outcome == wire::Outcome::kTriesFailed || (header.tries & wire::kTriesMade) != 0;
}

// Not because the threads that are left wait, or there are none.
constexpr bool ended_by_a_step(wire::Outcome outcome) {
  return !has_class(outcome) && outcome != wire::Outcome::kTriesFailed;
}

// The number of innermost frames of the failing thread that identify a failure. It may be in a function of a
// library, so that callers belong to it; not all of them, or every depth of a recursion would be a separate
// failure.
constexpr std::uint32_t frames_of_place(wire::Outcome outcome) {
  switch (outcome) {
    case wire::Outcome::kException:
    case wire::Outcome::kCrash: return 8;
    case wire::Outcome::kAssertion:
    case wire::Outcome::kAbort:
    case wire::Outcome::kMisuse:
    case wire::Outcome::kDoubleFree:
    case wire::Outcome::kUseAfterFree:
    case wire::Outcome::kHeapOverflow: return 4;
    default: return 1;
  }
}

// As the JSON and the schedules spell it; "exit-code" for a normal end.
constexpr const char* finding_kind(wire::Outcome outcome) {
  switch (outcome) {
    case wire::Outcome::kDeadlock: return "deadlock";
    case wire::Outcome::kAssertion: return "assertion";
    case wire::Outcome::kAbort: return "abort";
    case wire::Outcome::kException: return "exception";
    case wire::Outcome::kRunning:
    case wire::Outcome::kCrash: return "crash";
    case wire::Outcome::kStepLimit:
    case wire::Outcome::kHang: return "timeout";
    case wire::Outcome::kMisuse: return "misuse";
    case wire::Outcome::kDoubleFree: return "double-free";
    case wire::Outcome::kUseAfterFree: return "use-after-free";
    case wire::Outcome::kHeapOverflow: return "heap-overflow";
    case wire::Outcome::kLivelock: return "livelock";
    case wire::Outcome::kGoodSamaritan: return "good-samaritan";
    case wire::Outcome::kFinished:
    case wire::Outcome::kCut:
    case wire::Outcome::kAbandoned:
    case wire::Outcome::kRepeats:
    case wire::Outcome::kTriesFailed:
    case wire::Outcome::kOutOfSteps:
    case wire::Outcome::kDiverged: break;
  }
  return "exit-code";
}

}  // namespace stalemate
