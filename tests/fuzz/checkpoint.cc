// A checkpoint file of another user: nothing of its state is read, whatever it claims to be.
#include "campaign/checkpoint.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzz.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file =
      (std::filesystem::temp_directory_path() / ("checkpoint-fuzz-" + std::to_string(getpid()))).string();
  // With the format's first line, and a seal that fits.
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  sink.raw(host::kCheckpointFormat, sizeof host::kCheckpointFormat - 1);
  sink.raw(data, size);
  sink.seal();
  bytes.append(16, 'm');
  std::ofstream(file, std::ios::binary) << bytes;
  const auto opened = host::Checkpoint::open(file, {{"version", "1"}}, {1, 2, 3});
  fuzz::promise(!opened.has_value(), "a checkpoint of another user is refused");
  std::ofstream(file, std::ios::binary) << fuzz::text_of(data, size);
  (void)host::Checkpoint::open(file, {{"version", "1"}}, {1, 2, 3});
  return 0;
}
