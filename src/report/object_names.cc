#include "report/object_names.h"

#include <set>
#include <tuple>

#include "model/main_leaves.h"
#include "model/operations.h"
#include "model/wire/layout.h"

namespace stalemate::report {
namespace {

const char* kind_of_endpoint(std::uint64_t name) {
  switch (layout::endpoint_kind(name)) {
    case layout::EndpointKind::kPipe: return "pipe";
    case layout::EndpointKind::kSocket: return "socket";
    case layout::EndpointKind::kEventfd: return "eventfd";
    case layout::EndpointKind::kEpoll: return "epoll";
    default: return "descriptor";
  }
}

// Null: not an object of the program, or a thread.
const char* noun_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kMutex: return "mutex";
    case ObjectKind::kRwLock: return "rwlock";
    case ObjectKind::kSemaphore: return "semaphore";
    case ObjectKind::kBarrier: return "barrier";
    case ObjectKind::kFutex: return "futex";
    case ObjectKind::kCondition: return "condition";
    case ObjectKind::kOnce: return "once";
    case ObjectKind::kAtomic: return "atomic";
    case ObjectKind::kVariable: return "variable";
    case ObjectKind::kThread:
    case ObjectKind::kNone: break;
  }
  return nullptr;
}

}  // namespace

ObjectNames::ObjectNames(const trace::Execution& execution, const symbolize::SourceMap& source)
    : execution_(execution), source_(source) {
  for (const trace::Thread& thread : execution.threads)
    if (thread.known) path_of_slot_.emplace(thread.slot, thread.path);
  path_of_slot_.emplace(static_cast<std::uint32_t>(kEveryOtherThread), "all others");
  for (const trace::Point& point : execution.points)
    if (!point.is_choice) add(point.op, point.object);
  for (const trace::Access& access : execution.accesses)
    if (access.races) add(OpKind::kPlainLoad, access.address);
  for (const trace::Access& access : execution.accesses) add(OpKind::kPlainLoad, access.address);
  for (const trace::Blocked& blocked : execution.blocked) add(blocked.op, blocked.object);
  for (const trace::Pending& pending : execution.pending) add(pending.op, pending.object);
}

void ObjectNames::add(OpKind op, std::uint64_t address) {
  const char* kind = layout::in_endpoints(address) ? kind_of_endpoint(address) : noun_of(object_of(op));
  if (kind == nullptr || names_.contains(address)) return;
  std::string name, home;
  if (address == layout::kManyEndpoints) {
    name = "several descriptors";
  } else if (layout::in_stacks(address)) {
    name = local(layout::stack_slot(address), address);
    home = "stack of " + owner(layout::stack_slot(address));
  } else if (layout::in_heaps(address)) {
    home = "heap of " + owner(layout::heap_slot(address));
  } else {
    name = source_.global(address);
  }
  if (name.empty()) {
    name = std::string(kind) + "#" + std::to_string(++numbered_[kind]);
    if (!home.empty()) name += " (" + home + ")";
  }
  names_.emplace(address, std::move(name));
}

// A local is named from the frames of its thread at its steps, the earliest first.
std::string ObjectNames::local(std::uint32_t slot, std::uint64_t address) {
  if (frames_of_slot_.empty()) gather_frames();
  for (const trace::CodeAddress& frame : frames_of_slot_[slot]) {
    if (frame.cfa < address) continue;
    std::string name = source_.local(frame.pc, frame.cfa, address);
    if (!name.empty()) return name;
  }
  return {};
}

// Each frame once: of a long execution, few are new.
void ObjectNames::gather_frames() {
  std::set<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> known;
  for (const trace::Point& point : execution_.points) {
    if (point.is_choice) continue;
    const std::uint32_t slot = execution_.threads[point.thread].slot;
    for (const trace::CodeAddress& frame : point.stack)
      if (frame.cfa != 0 && known.emplace(slot, frame.pc, frame.cfa).second)
        frames_of_slot_[slot].push_back(frame);
  }
}

std::string ObjectNames::owner(std::uint32_t slot) const {
  const auto known = path_of_slot_.find(slot);
  return known != path_of_slot_.end() ? known->second : "an unknown thread";
}

std::string ObjectNames::object(OpKind op, std::uint64_t address) const {
  if (object_of(op) == ObjectKind::kThread) return owner(static_cast<std::uint32_t>(address));
  const auto known = names_.find(address);
  return known != names_.end() ? known->second : std::string();
}

symbolize::Frame ObjectNames::best_frame(const trace::CallStack& stack) const {
  symbolize::Frame fallback;
  for (const trace::CodeAddress& address : stack) {
    const std::vector<symbolize::Frame> frames = source_.frames(address.pc);
    if (frames.empty()) continue;
    const symbolize::Frame& best = symbolize::best_frame(frames);
    if (!best.system && !best.file.empty()) return best;
    if (fallback.function.empty()) fallback = best;
  }
  return fallback;
}

std::vector<symbolize::Frame> ObjectNames::user_frames(const trace::CallStack& stack) const {
  std::vector<symbolize::Frame> out;
  for (const trace::CodeAddress& address : stack)
    for (symbolize::Frame& frame : source_.frames(address.pc))
      if (!frame.system) out.push_back(std::move(frame));
  return out;
}

std::string ObjectNames::place(const trace::CallStack& stack) const {
  const symbolize::Frame frame = best_frame(stack);
  return short_place(frame.file, frame.line);
}

std::string short_place(const std::string& file, std::uint32_t line) {
  if (file.empty()) return {};
  return file.substr(file.rfind('/') + 1) + (line != 0 ? ":" + std::to_string(line) : "");
}

}  // namespace stalemate::report
