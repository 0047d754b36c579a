// forge_trace IN OUT program WORD…       the command in the trace and in its schedule
// forge_trace IN OUT trace-program WORD… the command in the trace alone
// forge_trace IN OUT option NAME VALUE   one option more in its schedule
// forge_trace IN OUT names TEXT          every name, note and finding
//
// Copies a recorded trace with that change, under valid checksums and with the mark that it had.
#include <cstdio>
#include <string>
#include <vector>

#include "trace/event_file.h"
#include "trace/schedule.h"

namespace {

using stalemate::trace::EventTrace;

int complain(const std::string& sentence) {
  std::fprintf(stderr, "forge_trace: %s\n", sentence.c_str());
  return 2;
}

// Names have to differ, and threads keep theirs, which the schedule has too.
void rename_all(EventTrace& trace, const std::string& text) {
  for (auto* names : {&trace.variables, &trace.locks, &trace.locations})
    for (std::size_t i = 0; i < names->size(); ++i) (*names)[i] = text + std::to_string(i);
  trace.notes = {text};
  trace.finding = text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() < 5) return complain("IN OUT CHANGE VALUE…");
  auto trace = stalemate::trace::read_event_file(words[1]);
  if (!trace) return complain(trace.error().sentence);
  auto schedule = stalemate::trace::parse_schedule(trace->schedule);
  if (!schedule) return complain(schedule.error().sentence);
  const std::vector<std::string> values(words.begin() + 4, words.end());
  if (words[3] == "program") {
    trace->program = schedule->program = values;
  } else if (words[3] == "trace-program") {
    trace->program = values;
  } else if (words[3] == "option" && values.size() == 2) {
    schedule->options.emplace_back(values[0], values[1]);
  } else if (words[3] == "names") {
    rename_all(*trace, values[0]);
  } else {
    return complain("unknown change " + words[3]);
  }
  trace->schedule = stalemate::trace::to_text(*schedule);
  const auto written = stalemate::trace::write_event_file(words[2], *trace);
  return written ? 0 : complain(written.error().sentence);
}
