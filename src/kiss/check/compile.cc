#include <cstdlib>
#include <iterator>
#include <sstream>

#include "kiss/check/check.h"
#include "kiss/check/subprocess.h"

namespace stalemate::kiss {
namespace {

// A launcher may precede the compiler, as for `stalemate cc`.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

Result<Compiled> compile(const std::string& source, const std::string& share, const std::string& object) {
  const char* const named = std::getenv("STALEMATE_CC");
  const std::string compiler = named != nullptr && *named != '\0' ? named : "cc";
  // Where C leaves an error undefined, it must happen as written: compilers must not exploit it.
  std::vector<std::string> words = words_of(compiler);
  if (words.empty()) words = {"cc"};
  words.insert(words.end(), {"-shared", "-fPIC", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing",
                             "-fno-delete-null-pointer-checks", "-fno-stack-protector",
                             "-fcf-protection=none", "-I" + share, source, "-o", object});
  const Result<Finished> run = run_to_end(words, {});
  if (!run) return tl::unexpected(run.error());
  if (run->cannot_start)
    return fail(Code::kCannotStart, "the C compiler " + compiler + " cannot be started",
                "install it, or name another in STALEMATE_CC");
  if (run->exit_code != 0)
    return fail(Code::kInternal, "the C compiler refuses the sequential program: " + tail_of(run->output));
  return Compiled{object};
}

}  // namespace stalemate::kiss
