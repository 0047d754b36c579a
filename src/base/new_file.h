// A file that appears complete or not at all: it is written beside its place under a new name (never through
// a link), synced to disk, and renamed. An unfinished file is removed, also by signals (base/leftovers.h).
// Replaces what has the name before, a link as such, and keeps the permissions of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/leftovers.h"

namespace stalemate {

class NewFile {
 public:
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // Errors are stored, for finish().
  void write(std::string_view bytes);
  // False, with the reason in errno: it could not be made, written or moved, and is removed.
  bool finish();

 private:
  bool failed(int reason);
  void remove();

  std::string path_;
  std::string unfinished_;
  std::optional<Leftover> leftover_;
  int file_ = -1;
  int reason_ = 0;  // errno of the first error
};

// All at once; errno has the reason of a failure.
bool write_new_file(const std::string& path, std::string_view bytes);

}  // namespace stalemate
