// kiss-translate as its users run it, in a directory of its own that is gone afterwards.
#pragma once

#include <string>
#include <vector>

#include "base/scratch.h"
#include "kiss/table.h"

namespace stalemate::kiss {

class Translation {
 public:
  Translation();
  Translation(const Translation&) = delete;

  std::string path(const std::string& name) const { return directory_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const;
  // What a shell command returns; its output is in output().
  int run(const std::string& command);
  const std::string& output() const { return output_; }

  // Exit status; then out.c and out.json are there if it is 0.
  int translate(const std::string& arguments);
  Table table() const;

 private:
  Scratch scratch_;
  std::string directory_ = scratch_.path(), output_;
};

std::string contents_of(const std::string& file);

}  // namespace stalemate::kiss
