// The flags of the packages are those that the wrapper adds: its plan is called with placeholders.
#include <algorithm>
#include <string>
#include <vector>

#include "tools/pages/pages.h"
#include "tools/stalemate/compile/compiler_plan.h"

namespace stalemate::pages {
namespace {

using tools::Command;

tools::Paths paths_under(const std::string& root) {
  tools::Paths paths;
  paths.tool = root + "/bin/stalemate";
  paths.include = root + "/include";
  paths.runtime = root + "/lib/stalemate/libstalemate_rt.a";
  paths.cxx = root + "/lib/stalemate/libstalemate_cxx.a";
  paths.library = root + "/lib/stalemate/libstalemate.a";
  paths.exports = root + "/lib/stalemate/stalemate.exports";
#if STALEMATE_GCC_PLUGIN
  paths.gcc_plugin = root + "/lib/stalemate/gcc_plugin.so";
#endif
#if STALEMATE_CLANG_PLUGIN
  paths.clang_plugin = root + "/lib/stalemate/clang_plugin.so";
#endif
  return paths;
}

// What the plan adds to the compiler and the typed arguments.
Command added_to(const Command& typed, tools::Language language, bool clang, const tools::Paths& paths) {
  const tools::Toolchain toolchain{.driver = {"compiler"}, .clang = clang};
  Command words = tools::compiler_plan(language, typed, toolchain, paths).commands.front();
  words.erase(words.begin());
  for (const std::string& word : typed) words.erase(std::ranges::find(words, word));
  return words;
}

bool takes_next_word(const std::string& word) { return word == "-mllvm" || word == "--param"; }

std::string escaped(const std::string& text, std::string_view special) {
  std::string all;
  for (const char c : text) {
    if (special.find(c) != special.npos) all += '\\';
    all += c;
  }
  return all;
}

std::string cmake_quoted(const std::string& text) { return "\"" + escaped(text, "\"\\") + "\""; }

// A variable with one element per flag. SHELL: keeps two words together, and twice the same first word.
std::string cmake_list(const std::string& name, const Command& words) {
  std::string text = "set(" + name;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool pair = takes_next_word(words[i]) && i + 1 < words.size();
    text += "\n    " + cmake_quoted(pair ? "SHELL:" + words[i] + " " + words[i + 1] : words[i]);
    if (pair) ++i;
  }
  return text + ")\n";
}

// Definitions and include directories have separate properties: the package sets those.
Command compile_flags(bool clang, const tools::Paths& paths) {
  Command words = added_to({"-c", "source.cc"}, tools::Language::kCxx, clang, paths);
  std::erase_if(words,
                [](const std::string& word) { return word.starts_with("-I") || word.starts_with("-D"); });
  return words;
}

std::vector<std::string> definitions(const tools::Paths& paths) {
  std::vector<std::string> all;
  for (const std::string& word : added_to({"-c", "source.cc"}, tools::Language::kCxx, false, paths))
    if (word.starts_with("-D")) all.push_back(word.substr(2));
  return all;
}

// Before the objects, as one group: CMake drops repeated options, and the brackets would lose their partner.
std::string link_group(tools::Language language, const tools::Paths& paths) {
  std::string group = "SHELL:";
  for (const std::string& word : added_to({"-fsanitize=thread", "source.o"}, language, false, paths))
    if (word != paths.library && !word.starts_with("-l"))
      group += (group.ends_with(':') ? "" : " ") + ("\"" + word + "\"");
  return group;
}

// Only for the compiler proper: the driver, which may compile and link in one command, would link the
// sanitizer's runtime, and gcc's would refuse -static.
std::string instrumentation(bool clang) {
  return clang ? "-Xclang -fsanitize=thread" : "-specs=${prefix}/lib/stalemate/gcc.specs";
}

}  // namespace

std::string cmake_flags() {
  const tools::Paths paths = paths_under("${_stalemate_root}");
  return "# Generated from the compiler wrapper: what it adds to each command.\n" +
         cmake_list("_stalemate_definitions", definitions(paths)) +
         cmake_list("_stalemate_compile_GNU", compile_flags(false, paths)) +
         cmake_list("_stalemate_compile_Clang", compile_flags(true, paths)) +
         cmake_list("_stalemate_link_C", {link_group(tools::Language::kC, paths)}) +
         cmake_list("_stalemate_link_CXX", {link_group(tools::Language::kCxx, paths)}) +
         cmake_list("_stalemate_link_library", added_to({"-shared", "-Wl,--no-undefined", "source.o"},
                                                        tools::Language::kCxx, false, paths)) +
         cmake_list("_stalemate_library", {paths.library}) +
         cmake_list("_stalemate_link_depends", {paths.runtime, paths.cxx, paths.exports});
}

std::string gcc_specs() { return "*cc1:\n+ -fsanitize=thread\n\n"; }

std::string pkg_config(const PkgConfigKind& kind, std::string_view version) {
  tools::Paths paths = paths_under("${prefix}");
  const std::string parts = "${prefix}/lib/stalemate/";
  paths.openmp = parts + "libstalemate_openmp.a";
  paths.fixed = parts + "stalemate_static.o";
  paths.fixed_cxx = parts + "stalemate_static_cxx.o";
  paths.wraps = parts + "stalemate_static.wraps";
  paths.wraps_cxx = parts + "stalemate_static_cxx.wraps";
  std::string cflags, libs;
  for (const std::string& word : added_to({"-c", "source.cc"}, tools::Language::kCxx, kind.clang, paths)) {
    const bool names_tool = word.starts_with("-DSTALEMATE_TOOL=");
    // Without quotes: whether a shell reads them depends on where the flags are used. See explore_call.cc.
    cflags += " " + (word == "-fsanitize=thread" ? instrumentation(kind.clang)
                     : names_tool                ? "-DSTALEMATE_TOOL=__FILE__"
                                                 : word);
  }
  Command typed = {"source.o"};
  if (!kind.link_flag.empty()) typed.push_back(std::string(kind.link_flag));
  const auto language = kind.for_c ? tools::Language::kC : tools::Language::kCxx;
  for (const std::string& word : added_to(typed, language, kind.clang, paths))
    libs += " " + (word == paths.cxx ? parts + "stalemate_cxx_optional.o" : word);
  if (!kind.link_flag.empty()) libs = " " + std::string(kind.link_flag) + libs;
  return "prefix=${pcfiledir}/../..\ncc=${prefix}/bin/stalemate cc\ncxx=${prefix}/bin/stalemate c++\n\n"
         "Name: Stalemate\nDescription: finds and replays the thread interleavings that break a program, "
         "with " +
         std::string(kind.clang ? "clang" : "gcc") + "\nVersion: " + std::string(version) +
         "\nCflags:" + cflags + "\nLibs:" + libs + "\n";
}

}  // namespace stalemate::pages
