#include "fuzz.h"
#include "trace/std_format.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)trace::parse_std(fuzz::text_of(data, size));
  return 0;
}
