#include "tools/stalemate/compile/compiler_args.h"

#include <algorithm>
#include <string_view>

namespace stalemate::tools {
namespace {

using std::string_view;

template <std::size_t N>
bool one_of(string_view word, const string_view (&words)[N]) {
  return std::ranges::find(words, word) != std::end(words);
}

// Options whose value is the next argument. Some, such as -I and -D, may also be joined to it.
constexpr string_view kTakesNext[] = {"-o",
                                      "-x",
                                      "-I",
                                      "-D",
                                      "-U",
                                      "-L",
                                      "-l",
                                      "-isystem",
                                      "-iquote",
                                      "-idirafter",
                                      "-include",
                                      "-imacros",
                                      "-iprefix",
                                      "-isysroot",
                                      "-iwithprefix",
                                      "-iwithprefixbefore",
                                      "-MF",
                                      "-MT",
                                      "-MQ",
                                      "-MJ",
                                      "-Xlinker",
                                      "-Xassembler",
                                      "-Xpreprocessor",
                                      "-Xclang",
                                      "-Xanalyzer",
                                      "-mllvm",
                                      "-T",
                                      "-u",
                                      "-z",
                                      "-e",
                                      "-target",
                                      "--param",
                                      "-A",
                                      "-aux-info",
                                      "-dumpbase",
                                      "-dumpdir",
                                      "-dumpbase-ext",
                                      "-wrapper",
                                      "-B",
                                      "-F",
                                      "-framework",
                                      "-arch",
                                      "--sysroot",
                                      "-include-pch",
                                      "-ivfsoverlay",
                                      "-G",
                                      "-gcc-toolchain",
                                      "--output"};
constexpr string_view kPrints[] = {"--version",        "--help",       "-###",       "-dumpversion",
                                   "-dumpfullversion", "-dumpmachine", "-dumpspecs", "--target-help"};
constexpr string_view kCompiles[] = {"-c", "-S", "-fsyntax-only", "--precompile"};
constexpr string_view kPreprocesses[] = {"-E", "-M", "-MM"};
constexpr string_view kSources[] = {".c",   ".i", ".ii", ".cc", ".cp", ".cxx", ".cpp", ".CPP",
                                    ".c++", ".C", ".s",  ".S",  ".sx", ".m",   ".mm",  ".cppm"};
constexpr string_view kHeaders[] = {".h", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP", ".h++", ".tcc"};
constexpr string_view kLinkFlags[] = {"-l",
                                      "-L",
                                      "-Xlinker",
                                      "-T",
                                      "-u",
                                      "-z",
                                      "-e",
                                      "-static-libgcc",
                                      "-static-libstdc++",
                                      "-rdynamic",
                                      "-static",
                                      "-shared",
                                      "-r",
                                      "-s",
                                      "-nostartfiles",
                                      "-nodefaultlibs",
                                      "-nostdlib",
                                      "-static-pie"};
constexpr string_view kStaticFlags[] = {"-static", "--static", "-static-pie", "--static-pie", "-Wl,-static"};
constexpr string_view kLibraryFlags[] = {"-shared", "--shared",          "-r",         "--relocatable",
                                         "-Wl,-r",  "-Wl,--relocatable", "-Wl,-shared"};

string_view extension(string_view file) {
  const std::size_t slash = file.rfind('/');
  const std::size_t dot = file.rfind('.');
  if (dot == file.npos || (slash != file.npos && dot < slash)) return {};
  return file.substr(dot);
}

bool is_header_language(string_view language) { return language.ends_with("-header"); }

struct Inputs {
  std::size_t sources = 0, headers = 0, assembly = 0, linked = 0;
  bool compiles = false, preprocesses = false, prints = false;
};

void note_input(CompilerArg& arg, const std::string& language, Inputs& inputs) {
  const string_view ext = extension(arg.words[0]);
  const bool header = is_header_language(language) || (language.empty() && one_of(ext, kHeaders));
  if (header) ++inputs.headers;
  if (language == "assembler" || (language.empty() && ext == ".s")) ++inputs.assembly;
  if (header || !language.empty() || one_of(ext, kSources) || arg.words[0] == "-") {
    ++inputs.sources;
    arg.kind = ArgKind::kSource;
    arg.language = language;
  } else {
    ++inputs.linked;
    arg.kind = ArgKind::kLinkInput;
  }
}

bool undefined_forbidden(string_view option) {
  return option == "-Wl,--no-undefined" || option.find("-z,defs") != option.npos ||
         option.find("--no-undefined") != option.npos;
}

bool is_sanitize_thread(string_view option) {
  return option.starts_with("-fsanitize=") && option.find("thread") != option.npos;
}

bool is_dependency(string_view option) {
  return option == "-MD" || option == "-MMD" || option == "-MP" || option == "-MF" || option == "-MT" ||
         option == "-MQ" || option == "-MG" || option.starts_with("-MF") || option.starts_with("-MT") ||
         option.starts_with("-MQ");
}

ArgKind kind_of_option(string_view option) {
  if (one_of(option, kCompiles) || one_of(option, kPreprocesses)) return ArgKind::kStage;
  if (is_dependency(option)) return ArgKind::kDependency;
  if (option == "--output" || (option.starts_with("-o") && !option.starts_with("-object")))
    return ArgKind::kOutput;
  if (option.starts_with("-x")) return ArgKind::kLanguage;
  if (one_of(option, kLinkFlags) || one_of(option, kLibraryFlags) || one_of(option, kStaticFlags) ||
      option.starts_with("-Wl,") || option.starts_with("-l") || option.starts_with("-L") ||
      option.starts_with("-fuse-ld="))
    return ArgKind::kLinkInput;
  return ArgKind::kBoth;
}

std::string value_of(const CompilerArg& arg, std::size_t joined_at) {
  return arg.words.size() > 1 ? arg.words[1] : arg.words[0].substr(joined_at);
}

void note_option(CompilerArg& arg, std::string& language, Inputs& inputs, CompilerArgs& read) {
  const std::string& option = arg.words[0];
  arg.kind = kind_of_option(option);
  if (arg.kind == ArgKind::kOutput) read.output = value_of(arg, 2);
  if (arg.kind == ArgKind::kLanguage) {
    language = value_of(arg, 2);
    if (language == "none") language.clear();
  }
  if (arg.kind == ArgKind::kLinkInput && option.starts_with("-l")) ++inputs.linked;
  inputs.compiles |= one_of(option, kCompiles);
  inputs.preprocesses |= one_of(option, kPreprocesses);
  inputs.prints |= one_of(option, kPrints) || option.starts_with("-print-") ||
                   option.starts_with("--print-") || option.starts_with("--help=");
  read.makes_library |= one_of(option, kLibraryFlags);
  read.makes_static |= one_of(option, kStaticFlags);
  read.includes_cxx |= option == "-static-libstdc++";
  if (option.starts_with("-flto") || option == "-fno-lto") read.optimizes_late = option != "-fno-lto";
  read.forbids_undefined |= undefined_forbidden(option);
  read.asks_for_tsan |= is_sanitize_thread(option);
  read.writes_dependencies |= option == "-MD" || option == "-MMD";
  read.names_dependency_file |= option.starts_with("-MF");
  read.names_dependency_target |= option.starts_with("-MT") || option.starts_with("-MQ");
}

bool counts_executed_lines(string_view option) {
  static constexpr string_view kAlone[] = {"--coverage",      "-coverage",          "-fprofile-arcs",
                                           "-ftest-coverage", "-fcoverage-mapping", "-fcondition-coverage"};
  return one_of(option, kAlone) || option.starts_with("-fprofile-generate") ||
         option.starts_with("-fprofile-instr-generate") || option.starts_with("-fcs-profile-generate");
}

Stage stage_of(const Inputs& inputs) {
  if (inputs.prints || inputs.sources + inputs.linked == 0) return Stage::kPlain;
  if (inputs.preprocesses) return Stage::kPreprocess;
  if (inputs.compiles || (inputs.headers > 0 && inputs.headers == inputs.sources && inputs.linked == 0))
    return Stage::kCompile;
  return inputs.sources > 0 ? Stage::kBuild : Stage::kLink;
}

}  // namespace

CompilerArgs read_compiler_args(const std::vector<std::string>& args) {
  CompilerArgs read;
  Inputs inputs;
  std::string language;
  for (std::size_t i = 0; i < args.size(); ++i) {
    CompilerArg arg;
    arg.words.push_back(args[i]);
    if (one_of(args[i], kTakesNext) && i + 1 < args.size()) arg.words.push_back(args[++i]);
    if (arg.words[0] == "-" || !arg.words[0].starts_with('-'))
      note_input(arg, language, inputs);
    else
      note_option(arg, language, inputs, read);
    if (counts_executed_lines(arg.words[0]))
      read.left_out = arg.words[0];
    else
      read.args.push_back(std::move(arg));
  }
  read.stage = stage_of(inputs);
  read.assembles_only = inputs.sources > 0 && inputs.assembly == inputs.sources;
  return read;
}

std::vector<std::string> split_response_file(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote ? c == quote : (c == '"' || c == '\'')) {
      quote = quote ? 0 : c;
      in_word = true;
    } else if (!quote && string_view(" \t\r\n\f\v").find(c) != string_view::npos) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace stalemate::tools
