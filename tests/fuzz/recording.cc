#include "campaign/recording_file.h"
#include "fuzz.h"
#include "trace/execution.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recording = host::parse_recording(fuzz::text_of(data, size));
  if (!recording) return 0;
  const std::string bytes = host::to_bytes(*recording);
  fuzz::promise(host::parse_recording(bytes).has_value(), "what is written can be read");
  (void)trace::read_execution(recording->view());
  return 0;
}
