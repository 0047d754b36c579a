#include "base/suppression_file.h"
#include "fuzz.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)parse_suppressions(fuzz::text_of(data, size));
  return 0;
}
