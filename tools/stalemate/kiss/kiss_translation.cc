#include "tools/stalemate/kiss/kiss_translation.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "kiss/check/subprocess.h"
#include "tools/stalemate/cli/terminal.h"

namespace stalemate::tools {
namespace {

namespace fs = std::filesystem;

Result<std::string> text_of(const std::string& path, const char* what) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored))
    return fail(Code::kBadFile, "the " + std::string(what) + " " + path + " cannot be read",
                "check the path and its permissions");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<void> check_readable(const KissOptions& options) {
  for (const std::string& source : options.sources)
    if (const auto text = text_of(source, "file"); !text) return tl::unexpected<Error>(text.error());
  for (const std::string& stubs : options.stubs)
    if (const auto text = text_of(stubs, "file of stubs"); !text) return tl::unexpected<Error>(text.error());
  if (options.schedule.empty()) return {};
  if (const auto text = text_of(options.schedule, "scheduler"); !text)
    return tl::unexpected<Error>(text.error());
  return {};
}

std::vector<std::string> command_of(const KissOptions& options, const KissParts& parts,
                                    const std::string& output, const std::string& table) {
  std::vector<std::string> words = {parts.translate, "--share", parts.share, "--output",
                                    output,          "--table", table};
  for (const std::string& stubs : options.stubs) words.insert(words.end(), {"--stubs", stubs});
  if (!options.schedule.empty()) words.insert(words.end(), {"--schedule", options.schedule});
  words.insert(words.end(), options.sources.begin(), options.sources.end());
  words.emplace_back("--");
  words.insert(words.end(), options.compiler.begin(), options.compiler.end());
  return words;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string flags_for_checkers(const KissOptions& options, std::uint32_t race) {
  std::string flags = "-DKISS_TS=" + std::to_string(options.ts) +
                      " -DKISS_LOOPS_MAX=" + std::to_string(options.loops) +
                      " -DKISS_RECURSION_MAX=" + std::to_string(options.recursion) +
                      " -DKISS_LOWEST_INPUT=" + std::to_string(options.lowest_input) +
                      " -DKISS_HIGHEST_INPUT=" + std::to_string(options.highest_input);
  return flags + (race != 0 ? " -DKISS_RACE_ON=" + std::to_string(race) : "");
}

}  // namespace

Result<Translation> translate(const KissOptions& options, const KissParts& parts, const std::string& folder) {
  if (const auto readable = check_readable(options); !readable)
    return tl::unexpected<Error>(readable.error());
  Translation translation;
  translation.file = folder + "/sequential.c";
  const std::string table = folder + "/table.json";
  const auto run = kiss::run_to_end(command_of(options, parts, translation.file, table), {});
  if (!run) return tl::unexpected<Error>(run.error());
  if (run->cannot_start)
    return fail(Code::kCannotStart, "the front end " + parts.translate + " cannot be started",
                "build or install stalemate again");
  if (run->exit_code == 2) return fail(Code::kBadFile, first_line(run->output));
  if (run->exit_code != 0)
    return fail(Code::kInternal, "the front end ended with exit code " + std::to_string(run->exit_code) +
                                     ": " + kiss::tail_of(run->output));
  const auto text = text_of(table, "table");
  if (!text) return tl::unexpected<Error>(text.error());
  auto read = kiss::read_table(*text);
  if (!read) return tl::unexpected<Error>(read.error());
  translation.table = std::move(*read);
  return translation;
}

Result<void> emit(const KissOptions& options, const Translation& translation, std::uint32_t race) {
  const auto text = text_of(translation.file, "sequential program");
  if (!text) return tl::unexpected<Error>(text.error());
  const std::string whole = "/* For another checker: " + flags_for_checkers(options, race) + " */\n" + *text;
  if (options.emit == "-") return deliver("-", whole);
  return deliver(options.emit, whole);
}

}  // namespace stalemate::tools
