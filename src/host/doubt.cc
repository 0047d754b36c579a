#include "host/doubt.h"

#include <algorithm>
#include <string_view>

#include "host/code_places.h"
#include "trace/execution.h"

namespace stalemate::host {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// They wait for those who call them.
bool is_of_libc(std::string_view module) {
  constexpr std::string_view kNames[] = {"libc.so", "libpthread.so", "ld-linux", "linux-vdso", "[vdso]"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return module.starts_with(name); });
}

// Whose code the thread is in that makes no step any more; empty: that of nobody in the list.
std::string hangs_in(const Recording& recording, const std::vector<std::string>& libraries) {
  for (const trace::CodeAddress& frame : trace::read_execution(recording.view()).failing_stack) {
    const std::string place = code_place(recording.modules, frame.pc);
    const std::string module = place.substr(0, place.rfind('+'));
    if (std::ranges::find(libraries, module) != libraries.end()) return module;
    if (!is_of_libc(module)) return "";
  }
  return "";
}

// The access and the free came in an order that is right, and may be the only one.
bool is_unordered_free(const Recording& recording) {
  return recording.header.outcome == wire::Outcome::kUseAfterFree &&
         recording.text.find(" is freed, unordered with ") != recording.text.npos;
}

}  // namespace

std::vector<std::string> foreign_libraries(const Ledger& ledger) {
  std::vector<std::string> names;
  for (const LedgerLine& line : ledger.lines())
    if (line.what == wire::Uncontrolled::kLibrary) names.push_back(file_name(line.detail));
  return names;
}

std::optional<std::string> doubted_for(const Finding& finding, const std::vector<std::string>& libraries,
                                       bool met) {
  if (libraries.empty()) return std::nullopt;
  const Recording& recording = finding.recording;
  if (recording.header.outcome == wire::Outcome::kHang) {
    const std::string library = hangs_in(recording, libraries);
    return library.empty() ? std::nullopt : std::optional(library);
  }
  const bool unordered = recording.race ? !met : is_unordered_free(recording);
  return unordered ? std::optional(libraries.front()) : std::nullopt;
}

}  // namespace stalemate::host
