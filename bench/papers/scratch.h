// A place for the schedules of findings that a table only counts; gone with the object.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace papers {

class Scratch {
 public:
  Scratch() {
    if (mkdtemp(path_.data()) != nullptr) return;
    std::perror("papers: no place for schedules");
    std::exit(1);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "stalemate-papers-XXXXXX").string();
};

}  // namespace papers
