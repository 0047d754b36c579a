#include "tools/stalemate/compile/compiler_plan.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace stalemate::tools {
namespace {

void append(Command& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

// What the preprocessor must see, also under -E and -M, so that both agree with the compilation.
void add_preprocessor_flags(Command& command, const Paths& paths) {
  append(command,
         {"-fsanitize=thread", "-I" + paths.include, "-isystem" + paths.include + "/stalemate/detail/std",
          "-DSTALEMATE=1", "-DSTALEMATE_TOOL=\"" + paths.tool + "\""});
}

// gcc expands copies and comparisons of known size after it has instrumented, and they would not be observed:
// they stay calls, as clang's do. Not strlen and strcmp, which it evaluates where a constant is needed, and
// calls otherwise. And it makes copies of loops before it instruments.
void add_flags_for_calls(Command& command) {
  for (const char* name :
       {"memcpy", "memmove", "mempcpy", "memset", "memcmp", "bcopy", "bzero", "bcmp", "strcpy", "stpcpy",
        "strncpy", "stpncpy", "strcat", "strncat", "sprintf", "snprintf", "wmemset"})
    command.push_back(std::string("-fno-builtin-") + name);
  append(command, {"--param", "builtin-string-cmp-inline-length=0", "-fno-tree-loop-distribute-patterns"});
}

void add_compile_flags(Command& command, const Toolchain& toolchain, const Paths& paths) {
  add_preprocessor_flags(command, paths);
  if (!toolchain.clang) {
    // -Wno-tsan: gcc warns that its own sanitizer ignores fences; our runtime does not.
    append(command, {"--param", "tsan-distinguish-volatile=1", "-Wno-tsan"});
    add_flags_for_calls(command);
    // Results and arguments of calls that are in memory, and assembly. No effect in a gcc that it was not
    // built for.
    if (!paths.gcc_plugin.empty()) command.push_back("-fplugin=" + paths.gcc_plugin);
    return;
  }
  // By default clang drops the read of x++: interleavings would be lost.
  append(command,
         {"-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-distinguish-volatile=1"});
  // clang checks whether the address of a local variable's member escapes, not whether the variable's does,
  // and leaves out accesses that race. With no uses to explore, it assumes that variables in memory escape.
  append(command, {"-mllvm", "-capture-tracking-max-uses-to-explore=0"});
  if (!paths.clang_plugin.empty()) command.push_back("-fpass-plugin=" + paths.clang_plugin);
#if defined(__x86_64__)
  // Else 16-byte atomics are calls into libatomic, which are not observed.
  command.push_back("-mcx16");
#endif
}

// Whole: nothing in an uninstrumented main refers to us, and its threads would be real ones.
void add_runtime_archive(Command& command, Language language, const CompilerArgs& read, const Paths& paths) {
  const bool wraps_cxx = language == Language::kCxx && read.includes_cxx;
  append(command, {"-Wl,--whole-archive", paths.runtime});
  if (language == Language::kCxx && !wraps_cxx && !paths.cxx.empty()) command.push_back(paths.cxx);
  command.push_back("-Wl,--no-whole-archive");
  if (wraps_cxx) append(command, {paths.fixed_cxx, "@" + paths.wraps_cxx});
}

// Without a loader there is no symbol lookup order: the linker wraps the symbols.
void add_static_runtime(Command& command, Language language, const Paths& paths) {
  append(command, {paths.fixed, "@" + paths.wraps});
  if (language == Language::kCxx) append(command, {paths.fixed_cxx, "@" + paths.wraps_cxx});
}

// For the same reason as --whole-archive, and because some compilers drop libraries that nothing refers to.
// Before everything else, so that the loader looks there first.
void add_shared_runtime(Command& command, const Paths& paths) {
  append(command, {"-Wl,--push-state,--no-as-needed", paths.shared, "-Wl,--pop-state", "-Xlinker", "-rpath",
                   "-Xlinker", paths.shared.substr(0, paths.shared.rfind('/'))});
}

bool links_shared_runtime(const CompilerArgs& read, const Paths& paths) {
  return paths.kind == RuntimeKind::kShared && !read.makes_library && !read.makes_static;
}

// gcc instruments when it optimizes at link time, where instrumentation is not requested: its objects are
// made final at once. clang does not instrument wide vectors; -O2 would turn them on again.
void add_last_compile_flags(Command& command, const CompilerArgs& read, const Toolchain& toolchain) {
  if (read.optimizes_late && !toolchain.clang) command.push_back("-fno-lto");
  if (toolchain.clang) append(command, {"-fno-vectorize", "-fno-slp-vectorize"});
}

void add_link_flags(Command& command, Language language, const CompilerArgs& read, const Paths& paths) {
  if (read.asks_for_tsan) command.push_back("-fno-sanitize=thread");
  if (!paths.inputs.empty()) command.push_back(paths.inputs);
  if (read.makes_library) {
    // The program provides the hooks; a library that forbids undefined symbols could not be linked.
    if (read.forbids_undefined) command.push_back("-Wl,-z,undefs");
    return;
  }
  // If nothing calls OpenMP, the linker takes nothing of it.
  if (!paths.openmp.empty()) command.push_back(paths.openmp);
  if (read.makes_static)
    add_static_runtime(command, language, paths);
  else if (!links_shared_runtime(read, paths))
    add_runtime_archive(command, language, read, paths);
  if (language == Language::kCxx && !paths.library.empty()) command.push_back(paths.library);
  if (!paths.exports.empty() && !read.makes_static) command.push_back("-Wl,--dynamic-list=" + paths.exports);
  append(command, {"-pthread", "-ldl"});
}

// The compiler's own OpenMP, which ours replaces: as a library, or requested by a flag.
bool is_openmp_library(const CompilerArg& arg) {
  const std::string& word = arg.words[0];
  if (word == "-fopenmp" || word.starts_with("-fopenmp=")) return true;
  const bool named = word == "-l" && arg.words.size() > 1;
  const std::string library = named                    ? arg.words[1]
                              : word.starts_with("-l") ? word.substr(2)
                                                       : word.substr(word.rfind('/') + 1);
  for (const std::string name : {"gomp", "omp", "iomp5", "omp5"})
    if (word.starts_with("-l") ? library == name
                               : library.starts_with("lib" + name + ".so") || library == "lib" + name + ".a")
      return true;
  return false;
}

std::string stem_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string name = slash == file.npos ? file : file.substr(slash + 1);
  return name.substr(0, name.rfind('.'));
}

std::string without_extension(const std::string& file) {
  const std::size_t slash = file.rfind('/'), dot = file.rfind('.');
  return dot == file.npos || (slash != file.npos && dot < slash) ? file : file.substr(0, dot);
}

// Where a driver that compiles and links in one command would write the dependencies, and of what.
void add_dependency_names(Command& command, const CompilerArgs& read, const std::string& source) {
  if (!read.writes_dependencies) return;
  if (!read.names_dependency_file)
    append(command, {"-MF", (read.output ? without_extension(*read.output) : stem_of(source)) + ".d"});
  if (!read.names_dependency_target)
    append(command, {"-MT", read.output ? *read.output : stem_of(source) + ".o"});
}

Command compile_one(const CompilerArg& source, const std::string& object, const CompilerArgs& read,
                    const Toolchain& toolchain, const Paths& paths) {
  Command command = toolchain.driver;
  add_compile_flags(command, toolchain, paths);
  for (const CompilerArg& arg : read.args) {
    // Split debug information would stay behind in the scratch directory.
    if (arg.words[0] == "-gsplit-dwarf") continue;
    if (arg.kind == ArgKind::kBoth || arg.kind == ArgKind::kDependency) append(command, arg.words);
  }
  add_dependency_names(command, read, source.words[0]);
  if (toolchain.clang) command.push_back("-Wno-unused-command-line-argument");
  add_last_compile_flags(command, read, toolchain);
  if (!source.language.empty()) append(command, {"-x", source.language});
  append(command, {"-c", source.words[0], "-o", object});
  return command;
}

Plan build_plan(Language language, const CompilerArgs& read, const Toolchain& toolchain, const Paths& paths) {
  Plan plan;
  plan.uses_scratch = true;
  Command link = toolchain.driver;
  if (links_shared_runtime(read, paths)) add_shared_runtime(link, paths);
  for (const CompilerArg& arg : read.args) {
    if (arg.kind == ArgKind::kSource) {
      const std::string object =
          paths.scratch + "/" + std::to_string(plan.commands.size()) + "-" + stem_of(arg.words[0]) + ".o";
      plan.commands.push_back(compile_one(arg, object, read, toolchain, paths));
      link.push_back(object);
    } else if (arg.kind != ArgKind::kDependency && arg.kind != ArgKind::kLanguage) {
      if (paths.openmp.empty() || !is_openmp_library(arg)) append(link, arg.words);
    }
  }
  if (toolchain.clang) link.push_back("-Wno-unused-command-line-argument");
  add_link_flags(link, language, read, paths);
  plan.commands.push_back(std::move(link));
  return plan;
}

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// clang-19 -> clang++-19, x86_64-linux-gnu-gcc -> x86_64-linux-gnu-g++; others are left alone.
std::string cxx_sibling(const std::string& driver) {
  const std::size_t name = driver.rfind('/') == driver.npos ? 0 : driver.rfind('/') + 1;
  if (driver.find("++", name) != driver.npos) return driver;
  constexpr std::pair<std::string_view, std::string_view> kSiblings[] = {
      {"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
  for (const auto& [c, cxx] : kSiblings) {
    const std::size_t at = driver.rfind(c);
    if (at != driver.npos && at >= name) return std::string(driver).replace(at, c.size(), cxx);
  }
  return driver;
}

}  // namespace

Plan compiler_plan(Language language, const std::vector<std::string>& args, const Toolchain& toolchain,
                   const Paths& paths) {
  const CompilerArgs read = read_compiler_args(args);
  if (read.stage == Stage::kBuild) return build_plan(language, read, toolchain, paths);
  Command command = toolchain.driver;
  if (read.stage == Stage::kPreprocess) add_preprocessor_flags(command, paths);
  if (read.stage == Stage::kCompile && !read.assembles_only) add_compile_flags(command, toolchain, paths);
  if (read.stage == Stage::kLink && links_shared_runtime(read, paths)) add_shared_runtime(command, paths);
  for (const CompilerArg& arg : read.args)
    if (read.stage != Stage::kLink || paths.openmp.empty() || !is_openmp_library(arg))
      append(command, arg.words);
  if (read.stage == Stage::kCompile && !read.assembles_only) add_last_compile_flags(command, read, toolchain);
  if (read.stage == Stage::kLink) add_link_flags(command, language, read, paths);
  return {.commands = {std::move(command)}};
}

Toolchain choose_toolchain(Language language, const std::string& cc, const std::string& cxx) {
  Toolchain toolchain;
  if (language == Language::kC) {
    toolchain.driver = split_words(cc.empty() ? "gcc" : cc);
  } else {
    toolchain.driver = split_words(!cxx.empty() ? cxx : cc.empty() ? "g++" : cc);
    if (cxx.empty() && !toolchain.driver.empty())
      toolchain.driver.back() = cxx_sibling(toolchain.driver.back());
  }
  if (toolchain.driver.empty()) toolchain.driver = {language == Language::kC ? "gcc" : "g++"};
  const std::string& driver = toolchain.driver.back();
  toolchain.clang =
      driver.find("clang", driver.rfind('/') == driver.npos ? 0 : driver.rfind('/')) != driver.npos;
  return toolchain;
}

}  // namespace stalemate::tools
