// C sources for the front end of KISS: a program or one sentence.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzz.h"
#include "kiss/front/translate.h"
#include "kiss/print.h"

using namespace stalemate;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file =
      (std::filesystem::temp_directory_path() / ("kiss-fuzz-" + std::to_string(getpid()) + ".c")).string();
  std::ofstream(file, std::ios::binary) << fuzz::text_of(data, size);
  const auto translated = kiss::translate({STALEMATE_KISS_SHARE, {file}, {}, {}});
  if (const auto* refusal = std::get_if<kiss::Refusal>(&translated))
    fuzz::promise(!refusal->sentence.empty(), "a refusal has a sentence");
  return 0;
}
