#include "trace/schedule.h"
#include "fuzz.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto schedule = trace::parse_schedule(fuzz::text_of(data, size));
  if (!schedule) return 0;
  const std::string printed = trace::to_text(*schedule);
  const auto again = trace::parse_schedule(printed);
  fuzz::promise(again.has_value(), "what is printed parses");
  fuzz::promise(trace::to_text(*again) == printed, "and prints the same");
  return 0;
}
