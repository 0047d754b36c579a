#include "fuzz.h"
#include "trace/event_file.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  trace::TraceLimits limits;
  (void)trace::parse_bytes(fuzz::text_of(data, size), limits);
  return 0;
}
