#include "trace/replay.h"

#include "model/operations.h"

namespace stalemate::trace {
namespace {

std::string describe(const Schedule& schedule, std::size_t at) {
  const Choice& choice = schedule.choices[at];
  if (choice.is_value)
    return "choose " + std::to_string(choice.chosen) + " of " + std::to_string(choice.alternatives);
  std::string text = schedule.threads.at(choice.thread) + " " + name_of(choice.op);
  for (const Note& note : schedule.notes) {
    if (note.point != at) continue;
    if (!note.object.empty()) text += " " + note.object;
    if (!note.place.empty()) text += " at " + note.place;
  }
  return text;
}

std::string describe(const Execution& execution, const Point& point) {
  if (point.is_choice) return "choose " + std::to_string(point.value) + " of " + std::to_string(point.object);
  return execution.threads[point.thread].path + " " + name_of(point.op);
}

bool fits(const Schedule& schedule, const Choice& choice, const Execution& execution, const Point& point) {
  if (choice.is_value || point.is_choice)
    return choice.is_value && point.is_choice && choice.chosen == point.value &&
           choice.alternatives == point.object;
  return choice.op == point.op && schedule.threads.at(choice.thread) == execution.threads[point.thread].path;
}

}  // namespace

std::vector<wire::Deviation> deviations_of(const Schedule& schedule) {
  std::vector<wire::Deviation> out;
  out.reserve(schedule.choices.size());
  for (const Choice& choice : schedule.choices)
    out.push_back({static_cast<std::uint32_t>(out.size()), choice.is_value ? choice.chosen : choice.thread});
  return out;
}

std::string Mismatch::sentence() const {
  return "at step " + std::to_string(point + 1) + ": expected " + expected + ", came " + came;
}

std::optional<Mismatch> compare(const Schedule& schedule, const LogView& log) {
  const Execution execution = read_execution(log);
  const std::size_t common = std::min(schedule.choices.size(), execution.points.size());
  for (std::size_t i = 0; i < common; ++i)
    if (!fits(schedule, schedule.choices[i], execution, execution.points[i]))
      return Mismatch{static_cast<std::uint32_t>(i), describe(schedule, i),
                      describe(execution, execution.points[i])};
  const bool diverged = execution.header.outcome == wire::Outcome::kDiverged;
  if (common == schedule.choices.size() && !diverged) return std::nullopt;
  const std::size_t at =
      diverged && execution.header.divergence < common ? execution.header.divergence : common;
  std::string came = diverged && !execution.text.empty() ? execution.text : "the end of the execution";
  std::string expected = at < schedule.choices.size() ? describe(schedule, at) : "the end of the schedule";
  return Mismatch{static_cast<std::uint32_t>(at), std::move(expected), std::move(came)};
}

}  // namespace stalemate::trace
