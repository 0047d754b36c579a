// What is generated from the tables of subcommands and options and from the compiler wrapper: manual pages,
// completions, the reference of options, the flags of the CMake and pkg-config packages. Each function
// returns the text of one file. Pure.
#pragma once

#include <string>
#include <string_view>

namespace stalemate::pages {

// troff, man(7). `version` goes into the footer.
std::string manual(std::string_view version);
std::string wrapper_manual(std::string_view version);
std::string run_manual(std::string_view version);
std::string replay_manual(std::string_view version);
std::string kiss_manual(std::string_view version);
std::string record_manual(std::string_view version);
std::string predict_manual(std::string_view version);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

// The expected docs/options.md.
std::string option_reference();

// CMake variables with what the wrapper adds; paths start at ${_stalemate_root}.
std::string cmake_flags();

// One package of pkg-config: for a compiler and a way to link.
struct PkgConfigKind {
  std::string_view name;
  bool clang = false;
  std::string_view link_flag = {};  // that decides how the runtime is linked; the package includes it
  bool for_c = false;               // programs in C alone, where the runtime differs
};
inline constexpr PkgConfigKind kPkgConfigKinds[] = {
    {"stalemate"},
    {"stalemate-clang", true},
    {"stalemate-static", false, "-static"},
    {"stalemate-static-clang", true, "-static"},
    {"stalemate-static-c", false, "-static", true},
    {"stalemate-static-c-clang", true, "-static", true},
    {"stalemate-static-libstdc++", false, "-static-libstdc++"},
    {"stalemate-static-libstdc++-clang", true, "-static-libstdc++"},
};
// The file of the package; paths start where it lies.
std::string pkg_config(const PkgConfigKind& kind, std::string_view version);
// Makes gcc's driver instrument and not link its own runtime.
std::string gcc_specs();

}  // namespace stalemate::pages
