// Writes all generated files under one directory, in the places where an installation has them.
//   stalemate_pages DIRECTORY VERSION
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/pages/pages.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::pair<std::string, std::string>> all_files(std::string_view version) {
  using namespace stalemate::pages;
  std::vector<std::pair<std::string, std::string>> files = {
      {"share/man/man1/stalemate.1", manual(version)},
      {"share/man/man1/stalemate-cc.1", wrapper_manual(version)},
      {"share/man/man1/stalemate-c++.1", ".so man1/stalemate-cc.1\n"},
      {"share/man/man1/stalemate-run.1", run_manual(version)},
      {"share/man/man1/stalemate-replay.1", replay_manual(version)},
      {"share/man/man1/stalemate-record.1", record_manual(version)},
      {"share/man/man1/stalemate-kiss.1", kiss_manual(version)},
      {"share/man/man1/stalemate-predict.1", predict_manual(version)},
      {"share/bash-completion/completions/stalemate", bash_completion()},
      {"share/zsh/site-functions/_stalemate", zsh_completion()},
      {"share/fish/vendor_completions.d/stalemate.fish", fish_completion()},
      {"share/doc/stalemate/options.md", option_reference()},
      {"lib/cmake/Stalemate/StalemateFlags.cmake", cmake_flags()},
      {"lib/stalemate/gcc.specs", gcc_specs()}};
  for (const PkgConfigKind& kind : kPkgConfigKinds)
    files.emplace_back("lib/pkgconfig/" + std::string(kind.name) + ".pc", pkg_config(kind, version));
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "stalemate_pages DIRECTORY VERSION\n");
    return 2;
  }
  for (const auto& [name, text] : all_files(argv[2])) {
    const fs::path file = fs::path(argv[1]) / name;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    std::ofstream out(file, std::ios::binary);
    if (!(out << text).flush()) {
      std::fprintf(stderr, "stalemate_pages: cannot write %s\n", file.c_str());
      return 1;
    }
  }
}
