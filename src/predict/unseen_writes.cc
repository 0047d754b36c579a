#include "predict/unseen_writes.h"

#include <set>
#include <string>

#include "predict/decide/trace_index.h"

namespace stalemate::predict {
namespace {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

constexpr std::uint32_t kSeveral = ~0u - 1, kNoThread = ~0u;

// By thread, if only one accesses the variable.
std::vector<std::uint32_t> owners_of(const EventTrace& trace) {
  std::vector<std::uint32_t> owners(trace.variables.size(), kNoThread);
  for (const Event& event : trace.events) {
    if (!is_read(event) && !is_write(event)) continue;
    std::uint32_t& owner = owners[event.object];
    owner = owner == kNoThread || owner == event.thread ? event.thread : kSeveral;
  }
  return owners;
}

// Locals have the thread in their names (docs/traces.md).
bool is_on_stack_of(const std::string& variable, const std::string& thread) {
  const std::string suffix = "@" + thread;
  if (variable.starts_with("stack:" + thread + "+")) return true;
  const std::size_t at = variable.rfind('@');
  return at != std::string::npos && variable.compare(at, suffix.size(), suffix) == 0 &&
         (variable.size() == at + suffix.size() || variable[at + suffix.size()] == '~');
}

class Finder {
 public:
  explicit Finder(const EventTrace& trace)
      : trace_(trace), owners_(owners_of(trace)), held_(trace.variables.size()) {}

  std::vector<UnseenWrite> find() {
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      if (is_read(trace_.events[i]) || is_write(trace_.events[i])) look_at(i);
    return std::move(found_);
  }

 private:
  void look_at(std::size_t i) {
    const Event& event = trace_.events[i];
    std::optional<std::uint64_t>& held = held_[event.object];
    const bool own = is_on_stack_of(trace_.variables[event.object], trace_.threads[event.thread]);
    if (event.unseen && owners_[event.object] == kSeveral && !own) add(i, held);
    if (is_read(event) && !event.unknown && held && *held != event.value &&
        !(own && owners_[event.object] != kSeveral))
      add(i, held);
    if (event.unknown && !is_write(event)) return;
    held.reset();
    if (!event.unknown) held = event.kind == EventKind::kUpdate ? event.written : event.value;
  }

  void add(std::size_t i, std::optional<std::uint64_t> expected) {
    if (places_.emplace(trace_.events[i].object, trace_.events[i].location).second)
      found_.push_back({i, expected});
  }

  const EventTrace& trace_;
  const std::vector<std::uint32_t> owners_;
  std::vector<std::optional<std::uint64_t>> held_;  // by variable
  std::set<std::pair<std::uint32_t, std::uint32_t>> places_;
  std::vector<UnseenWrite> found_;
};

}  // namespace

std::vector<UnseenWrite> find_unseen_writes(const EventTrace& trace) {
  if (!trace.has_values) return {};
  return Finder(trace).find();
}

}  // namespace stalemate::predict
