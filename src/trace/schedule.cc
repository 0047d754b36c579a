#include "trace/schedule.h"

namespace stalemate::trace {

Schedule schedule_from(const Execution& execution, const Naming& naming) {
  Schedule out;
  out.preemptions = execution.preemptions;
  out.switches = execution.switches;
  out.threads.clear();
  for (const Thread& thread : execution.threads) out.threads.push_back(thread.path);
  for (const Point& point : execution.points) {
    Choice choice;
    choice.thread = point.thread;
    if (point.is_choice) {
      choice.is_value = true;
      choice.chosen = point.value;
      choice.alternatives = static_cast<std::uint32_t>(point.object);
      out.choices.push_back(choice);
      continue;
    }
    choice.op = point.op;
    const bool created = point.op == OpKind::kCreate && point.value != 0 &&
                         point.value < execution.threads.size() && execution.threads[point.value].known;
    if (created) choice.created = point.value;
    if (point.reason != SwitchReason::kContinues) {
      out.notes.push_back({static_cast<std::uint32_t>(out.choices.size()), point.reason,
                           naming.object(point.op, point.object), naming.place(place_of(execution, point))});
    }
    out.choices.push_back(choice);
  }
  return out;
}

Schedule schedule_from_log(const LogView& log, const Naming& naming) {
  return schedule_from(read_execution(log), naming);
}

std::string schedule_checksum(std::string_view lines) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const auto add = [&hash](char c) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  };
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
      line.remove_suffix(1);
    for (const char c : line) add(c);
    add('\n');
  }
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 32; shift -= 4) out += kDigits[((hash ^ (hash << 32)) >> shift) & 15];
  return out;
}

}  // namespace stalemate::trace
