#include "base/options.h"
#include "fuzz.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  RunOptions options;
  if (!set_options(options, fuzz::text_of(data, size))) return 0;
  constexpr OptionUse kAny = OptionUse::kExecution | OptionUse::kSearch | OptionUse::kReport;
  RunOptions again;
  for (const SetOption& option : options_for(options, kAny))
    if (!option.value.empty())
      fuzz::promise(set_option(again, option.name, option.value).has_value(), "the text of a value sets it");
  const auto texts = options_for(options, kAny), copies = options_for(again, kAny);
  for (std::size_t n = 0; n < texts.size(); ++n)
    fuzz::promise(texts[n].value == copies[n].value, "and sets the same value");
  return 0;
}
