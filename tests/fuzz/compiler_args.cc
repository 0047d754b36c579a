#include "tools/stalemate/compile/compiler_args.h"
#include "fuzz.h"
#include "tools/stalemate/compile/compiler_plan.h"

using namespace stalemate;

// One argument a line.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  (void)tools::split_response_file(std::string(text));
  std::vector<std::string> args;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    args.emplace_back(line);
  }
  (void)tools::read_compiler_args(args);
  for (const bool clang : {false, true})
    for (const auto language : {tools::Language::kC, tools::Language::kCxx})
      (void)tools::compiler_plan(language, args, {{"cc"}, clang}, {});
  return 0;
}
