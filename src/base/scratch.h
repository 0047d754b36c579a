// A directory for files between two commands; removed when the work is over, however it ended.
#pragma once

#include <optional>
#include <string>

#include "base/leftovers.h"

namespace stalemate {

class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }  // empty: it could not be made

 private:
  std::string path_;
  std::optional<Leftover> leftover_;
};

}  // namespace stalemate
