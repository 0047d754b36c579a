// How an execution failed: enough to know the same failure again in another execution. Two failures are the
// same where they ended in the same way at the same place; the place is the code, so that equal messages at
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
  std::uint64_t place = 0;  // hash of code addresses; 0: not known
  // Of a deadlock. Where a lock is taken inside a library's function, only callers tell the place: they are
  // known of detailed executions. Of others, how many steps each thread has made is what there is to tell.
  std::uint64_t callers = 0;
  std::uint64_t progress = 0;
};

Failure failure_of(const LogView& log);

// What a repetition has to show to count as the same.
bool same_failure(const Failure& a, const Failure& b);

// Equal for the same failures; of places that are not known, not only for those.
std::uint64_t key_of(const Failure& failure);
// Of failures with the same key, those that may nevertheless be different ones differ in this.
std::uint64_t variant_of(const Failure& failure);
// Of an execution that ended normally.
std::uint64_t key_of_exit_code(std::int32_t code);

// An end that is reported by itself; exit codes that differ are judged by ExitCodes.
bool is_failure(const wire::LogHeader& header, bool exit_code_counts);

}  // namespace stalemate::host
