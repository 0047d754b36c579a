#include "campaign/findings/doubt.h"

#include <algorithm>
#include <string_view>

#include "campaign/rerun/code_places.h"
#include "campaign/rerun/function_names.h"
#include "trace/execution.h"

namespace stalemate::host {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string function_of(const Ledger& ledger, std::uint64_t pc) {
  const std::string name = function_name(ledger.modules(), pc - 1);
  return !name.empty() ? name : code_place(ledger.modules(), pc - 1);
}

// The object or the member of an archive, or the function.
std::string origin_of(const Ledger& ledger, std::uint64_t pc) {
  const std::string input = linked_input(ledger.modules(), pc - 1);
  return !input.empty() ? input : function_of(ledger, pc);
}

// They wait for their callers.
bool is_of_libc(std::string_view module) {
  constexpr std::string_view kNames[] = {"libc.so", "libpthread.so", "ld-linux", "linux-vdso", "[vdso]"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return module.starts_with(name); });
}

// The part that contains the code of the hanging thread; nullptr: there is none.
const UnseenPart* hangs_in(const Recording& recording, const std::vector<UnseenPart>& parts) {
  bool first = true;
  for (const trace::CodeAddress& frame : trace::read_execution(recording.view()).failing_stack) {
    const std::string place = code_place(recording.modules, frame.pc);
    const std::string module = place.substr(0, place.rfind('+'));
    for (const UnseenPart& part : parts)
      if (part.library.empty() ? first && part.pc == frame.pc : part.library == module) return &part;
    if (!is_of_libc(module)) return nullptr;
    first = false;
  }
  return nullptr;
}

// The access and the free happened in a correct order, which may be the only one.
bool is_unordered_free(const Recording& recording) {
  return recording.header.outcome == wire::Outcome::kUseAfterFree &&
         recording.text.find(" is freed, unordered with ") != recording.text.npos;
}

}  // namespace

std::vector<UnseenPart> unseen_parts(const Ledger& ledger) {
  std::vector<UnseenPart> parts;
  for (const LedgerLine& line : ledger.lines()) {
    switch (line.what) {
      case wire::Uncontrolled::kLibrary: {
        const std::string name = file_name(line.detail);
        parts.push_back({name, 0, name + " was built without stalemate"});
        break;
      }
      case wire::Uncontrolled::kUninstrumented:
        parts.push_back(
            {"", line.pc, origin_of(ledger, line.pc) + " was built without stalemate", line.synchronizes()});
        break;
      case wire::Uncontrolled::kAssembly:
        parts.push_back({"", line.pc, "inline assembly is not instrumented"});
        break;
      case wire::Uncontrolled::kGeneratedCode:
        parts.push_back({"", line.pc, "code made at run time is not instrumented"});
        break;
      default: break;
    }
  }
  return parts;
}

bool may_order_threads(const Ledger& ledger) {
  return std::ranges::any_of(unseen_parts(ledger), &UnseenPart::orders);
}

std::optional<std::string> doubted_for(const Finding& finding, const std::vector<UnseenPart>& parts,
                                       bool met) {
  if (parts.empty()) return std::nullopt;
  const Recording& recording = finding.recording;
  if (recording.header.outcome == wire::Outcome::kHang) {
    const UnseenPart* const part = hangs_in(recording, parts);
    return part != nullptr ? std::optional(part->because) : std::nullopt;
  }
  const bool unordered = recording.race ? !met : is_unordered_free(recording);
  const auto orders = std::ranges::find_if(parts, &UnseenPart::orders);
  return unordered && orders != parts.end() ? std::optional(orders->because) : std::nullopt;
}

}  // namespace stalemate::host
