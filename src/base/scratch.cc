#include "base/scratch.h"

#include <cstdlib>
#include <filesystem>

namespace stalemate {

Scratch::Scratch() {
  std::error_code ignored;
  path_ = (std::filesystem::temp_directory_path(ignored) / "stalemate-XXXXXX").string();
  if (!mkdtemp(path_.data())) path_.clear();
  leftover_.emplace(path_);
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace stalemate
