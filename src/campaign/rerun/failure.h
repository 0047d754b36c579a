// How an execution failed: enough to recognize the same failure in another execution. Two failures are the
// same if they ended in the same way at the same place; the place is the code, so that equal messages at
// different lines are different failures.
#pragma once

#include <cstdint>
#include <string>

#include "model/log/log_view.h"
#include "model/wire/wire.h"

namespace stalemate::host {

struct Failure {
  wire::LogHeader header;
  std::string text;
  std::uint64_t place = 0;  // hash of code addresses; 0: unknown
  // Of a deadlock. If a lock is taken inside a library's function, only callers identify the place: they are
  // known in detailed executions. For others, the number of steps of each thread is used instead.
  std::uint64_t callers = 0;
  std::uint64_t progress = 0;
};

Failure failure_of(const LogView& log);

// What a repetition must show to count as the same.
bool same_failure(const Failure& a, const Failure& b);

// Equal for the same failures; for unknown places, possibly also for different ones.
std::uint64_t key_of(const Failure& failure);
// Differs for failures with the same key that may nevertheless be different.
std::uint64_t variant_of(const Failure& failure);
// Of an execution that ended normally.
std::uint64_t key_of_exit_code(std::int32_t code);

// An end that is reported by itself; different exit codes are judged by ExitCodes.
bool is_failure(const wire::LogHeader& header, bool exit_code_counts);

}  // namespace stalemate::host
