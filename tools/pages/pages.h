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

// docs/options.md, as it has to be.
std::string option_reference();

// CMake variables with what the wrapper adds; paths start at ${_stalemate_root}.
std::string cmake_flags();

// stalemate.pc or, with clang, stalemate-clang.pc; paths start where the file lies.
std::string pkg_config(bool clang, std::string_view version);

}  // namespace stalemate::pages
