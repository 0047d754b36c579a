#include "tools/stalemate/cli/notes.h"
#include "tools/stalemate/cli/terminal.h"

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "symbolize/symbolizer.h"

namespace stalemate::tools {
namespace {

struct Loop {
  symbolize::Frame place;
  std::set<std::string> variables;  // empty: without a name
};

// `detail`: "caller caller object", in hex.
symbolize::Frame place_of(const symbolize::Symbolizer& symbolizer, std::uint64_t pc, std::istream& detail) {
  std::vector<symbolize::Frame> frames = symbolizer.frames(pc);
  std::uint64_t caller = 0;
  for (int n = 0; n < 2 && detail >> caller; ++n) {
    if (caller == 0) continue;
    const auto more = symbolizer.frames(caller);
    frames.insert(frames.end(), more.begin(), more.end());
  }
  return symbolize::best_frame(frames);
}

std::string message(const Loop& loop) {
  const symbolize::Frame& place = loop.place;
  const bool named = loop.variables.size() == 1 && !loop.variables.begin()->empty();
  std::string out = place.function.empty() ? "a loop" : place.function;
  out += " polls " + (named ? "`" + *loop.variables.begin() + "`" : "a variable");
  if (!place.file.empty()) out += " at " + place.file + ":" + std::to_string(place.line);
  return out + " without a yield; it was taken for one (--spin-yield=off takes it as it is)";
}

}  // namespace

std::vector<report::Note> notes_of(const host::Ledger& ledger) {
  if (ledger.polls().empty()) return {};
  const symbolize::Symbolizer symbolizer(ledger.modules(), working_directory());
  std::map<std::tuple<std::string, std::uint32_t, std::string>, Loop> loops;
  for (const host::LedgerLine& line : ledger.polls()) {
    std::istringstream detail(line.detail);
    detail >> std::hex;
    const symbolize::Frame place = place_of(symbolizer, line.pc, detail);
    std::uint64_t object = 0;
    detail >> object;
    // Without line numbers, by function.
    Loop& loop = loops[{place.file, place.line, place.file.empty() ? place.function : ""}];
    loop.place = place;
    loop.variables.insert(symbolizer.global(object));
  }
  std::vector<report::Note> out;
  for (const auto& [key, loop] : loops)
    out.push_back({"missing-yield", message(loop), loop.place.file, loop.place.line, loop.place.function});
  return out;
}

}  // namespace stalemate::tools
