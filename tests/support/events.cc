#include "events.h"

namespace stalemate::test {

bool is_well_formed(const Events& events) {
  bool created[kMostThreads] = {true}, joined[kMostThreads] = {};
  for (const Event& e : events) {
    if (!created[e.thread] || joined[e.thread]) return false;
    if (e.kind == Event::kCreate) created[e.object] = true;
    if (e.kind != Event::kJoin) continue;
    if (!created[e.object]) return false;
    joined[e.object] = true;
  }
  return true;
}

std::string text_of(const Event& e) {
  static const char* const names[] = {
      "read", "write", "acquire", "release", "read-acquire", "read-release", "arrive", "leave",
      "load", "store", "modify",  "fence",   "allocate",     "free",         "create", "join"};
  static const char* const orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  std::string text = std::to_string(e.thread) + " " + names[e.kind];
  const bool memory = e.accesses() || e.kind == Event::kAllocate || e.kind == Event::kFree;
  if (e.atomic() || !(memory || e.kind == Event::kFence)) text += " " + std::to_string(e.object);
  if (e.atomic() || e.kind == Event::kFence) text += std::string(" ") + orders[static_cast<int>(e.order)];
  if (memory) text += " [" + std::to_string(e.at) + "+" + std::to_string(e.bytes) + "]";
  return text;
}

std::string text_of(const Events& events, const std::vector<Faults>& faults) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    text += text_of(events[i]);
    if (i < faults.size() && (faults[i] & kRaces) != 0) text += "  races";
    if (i < faults.size() && (faults[i] & kFreed) != 0) text += "  freed";
    text += "\n";
  }
  return text;
}

}  // namespace stalemate::test
