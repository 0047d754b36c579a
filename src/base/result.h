// Errors with external causes: files, arguments, the user's program. An error is a code, a sentence and what
// to do next. Not for the runtime, which reports through the channel instead.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace stalemate {

enum class Code {
  kUsage,             // exit 2
  kNotDeterministic,  // exit 4
  kCannotStart,       // exit 5
  kBadFile,           // exit 2
  kTooNew,            // exit 2
  kIo,                // exit 5
  kInternal,          // exit 70
  kInterrupted,       // exit 130: the user interrupted, or time was up
};

struct Error {
  Code code = Code::kInternal;
  std::string sentence;
  std::string next;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Code code, std::string sentence, std::string next = {}) {
  return tl::unexpected<Error>(Error{code, std::move(sentence), std::move(next)});
}

}  // namespace stalemate
