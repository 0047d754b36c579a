#include "runtime/awaits/iteration.h"

#include <cstring>

#include "runtime/awaits/dead_values.h"
#include "runtime/awaits/machine.h"
#include "runtime/awaits/workspace.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostInstructions = 600;

std::uint64_t value_at(std::uint64_t address, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}

// What a read-modify-write stores.
std::uint64_t changed(HookKind kind, std::uint64_t old, std::uint64_t by) {
  switch (kind) {
    case HookKind::kExchange: return by;
    case HookKind::kFetchAdd: return old + by;
    case HookKind::kFetchSub: return old - by;
    case HookKind::kFetchAnd: return old & by;
    case HookKind::kFetchOr: return old | by;
    case HookKind::kFetchXor: return old ^ by;
    case HookKind::kFetchNand: return ~(old & by);
    default: return old;
  }
}

// The run of one iteration.
class Run {
 public:
  Run(const HeadStep& head, ReadSet& reads) : head_(head), reads_(reads) {}

  bool comes_back(std::uint64_t value);

 private:
  bool perform(const Operation& operation, std::uint64_t pc);
  bool call(const Hook& hook);
  bool is_head(const Operation& operation);
  template <class Differs>
  void compare_memory(Differs differs);
  bool is_as_before();
  bool differs_in_dead_values();
  bool owns(std::uint64_t address) const { return head_.own.owns(address); }
  static void on_read(void* context, std::uint64_t address, unsigned bytes, std::uint64_t) {
    Run& run = *static_cast<Run*>(context);
    if (!run.owns(address) && !run.reads_.has(address, bytes) && !is_constant_memory(address))
      run.sees_all_ = false;
  }

  const HeadStep& head_;
  ReadSet& reads_;
  Machine& machine_ = workspace->run;
  bool back_ = false;
  bool sees_all_ = true;  // no read that no hook announced
};

// Without a change of memory that others can see; false: there would be one.
bool Run::perform(const Operation& operation, std::uint64_t pc) {
  const std::uint64_t old = machine_.read(operation.object, operation.hook.bytes);
  if (!machine_.ok() || !reads_.add({operation.object, old, pc, operation.hook.bytes, false})) return false;
  return perform_silently(machine_, operation, head_.own);
}

bool Run::is_head(const Operation& operation) {
  if (operation.hook.kind != head_.hook.kind || operation.hook.bytes != head_.hook.bytes) return false;
  const std::uint64_t stack = machine_.get(Machine::kSp);
  return stack == head_.stack && machine_.read(stack, 8) == head_.return_address();
}

// Calls `differs` for the bytes of the thread's memory that are not as they were, by words.
template <class Differs>
void Run::compare_memory(Differs differs) {
  for (const Scratch::Entry& entry : machine_.scratch()) {
    if (entry.written == 0) continue;
    if (entry.word >= head_.own.stack_begin && entry.word < head_.stack) continue;  // below its frames
    const std::uint64_t now = *reinterpret_cast<const volatile std::uint64_t*>(entry.word);
    if (((now ^ entry.value) & entry.written) != 0) differs(entry.word, (now ^ entry.value) & entry.written);
  }
}

// The thread would continue as it did: registers, arguments and memory are those of the first time, but for
// values that it does not use.
bool Run::is_as_before() {
  bool same = true;
  for (std::uint32_t n = 0; n < 6; ++n) same &= machine_.get(kPreserved[n]) == head_.registers[n];
  compare_memory([&](std::uint64_t, std::uint64_t) { same = false; });
  return machine_.ok() && (same || differs_in_dead_values());
}

bool Run::differs_in_dead_values() {
  Machine& first = workspace->first;
  const Tag any = symbol(1, 8);
  head_.start(first);
  first.follow_tags();
  first.set_tagged(Machine::kAx, 0, any);
  for (std::uint32_t n = 0; n < 6; ++n)
    if (machine_.get(kPreserved[n]) != head_.registers[n]) mark_dead(first, kPreserved[n]);
  compare_memory([&](std::uint64_t word, std::uint64_t bits) {
    for (unsigned half = 0; half < 8; half += 4)
      if ((bits >> half * 8 & 0xffffffff) != 0) mark_dead(first, word + half, 4);
  });
  // A compare-and-swap reads its expected value, and may change it.
  if (head_.hook.kind == HookKind::kCas) {
    if (first.memory_tag(head_.first, head_.hook.bytes).is_dead() || !first.ok()) return false;
    first.tag_memory(head_.first, head_.hook.bytes, any);
  }
  return are_dead(first, head_.own);
}

// The run has entered a hook. False: it ends.
bool Run::call(const Hook& hook) {
  const std::uint64_t pc = machine_.read(machine_.get(Machine::kSp), 8);
  if (is_atomic(hook.kind)) {
    Operation operation;
    if (!find_operation(machine_, hook, operation)) return false;
    if (is_head(operation)) {
      back_ = operation.object == head_.object && operation.first == head_.first &&
              operation.second == head_.second && is_as_before();
      return false;
    }
    return perform(operation, pc) && machine_.leave_function();
  }
  reads_.yields |= hook.kind == HookKind::kYield;
  const std::uint64_t address = hook.bytes == 0 ? 0 : machine_.get(Machine::kDi);
  if (hook.kind == HookKind::kWrite && !owns(address)) return false;
  if (hook.kind == HookKind::kRead) {
    const std::uint64_t value = machine_.read(address, hook.bytes);
    if (!machine_.ok() || !reads_.add({address, value, pc, hook.bytes, true})) return false;
  }
  machine_.forget_after_call();
  machine_.set(Machine::kAx, 0);
  return machine_.leave_function();
}

bool Run::comes_back(std::uint64_t value) {
  head_.start(machine_);
  machine_.on_read = on_read;
  machine_.context = this;
  machine_.assume(head_.object, value, head_.hook.bytes);
  if (!perform({head_.hook, head_.object, head_.first, head_.second}, head_.return_address())) return false;
  for (std::uint32_t n = 0; n < kMostInstructions; ++n) {
    if (!machine_.step() || !sees_all_) return false;
    if (!machine_.entered()) continue;
    const Hook hook = find_hook(machine_.at());
    if (hook.kind != HookKind::kNone && !call(hook)) return back_;
  }
  return false;
}

}  // namespace

bool ReadSet::add(const ReadLocation& read) {
  for (std::uint32_t n = 0; n < count; ++n)
    if (location[n].address == read.address && location[n].bytes == read.bytes &&
        location[n].plain == read.plain)
      return true;
  if (count == kMost) return false;
  location[count++] = read;
  return true;
}

bool ReadSet::has(std::uint64_t address, unsigned bytes) const {
  for (std::uint32_t n = 0; n < count; ++n)
    if (address >= location[n].address && address + bytes <= location[n].address + location[n].bytes)
      return true;
  return false;
}

bool ReadSet::unchanged() const {
  for (std::uint32_t n = 0; n < count; ++n)
    if (value_at(location[n].address, location[n].bytes) != location[n].value) return false;
  return true;
}

void HeadStep::start_at(Machine& machine, std::uint64_t return_address) const {
  machine.start(return_address, stack + 8, thread_pointer);
  machine.trust_stack(own.stack_begin, own.stack_end);
  machine.trust_page(return_address);  // the thread runs there
  machine.trust_page(object);          // and is about to access it
  for (std::uint32_t n = 0; n < 6; ++n) machine.set(kPreserved[n], registers[n]);
}

bool find_operation(Machine& machine, const Hook& hook, Operation& operation) {
  const bool swaps = hook.kind == HookKind::kCas || hook.kind == HookKind::kCasValue;
  operation = {hook, machine.get(Machine::kDi)};
  if (hook.kind != HookKind::kLoad)
    operation.first = machine.get(Machine::kSi, hook.kind == HookKind::kCas ? 8 : hook.bytes);
  if (swaps) operation.second = machine.get(Machine::kDx, hook.bytes);
  return machine.ok();
}

bool perform_silently(Machine& machine, const Operation& operation, const OwnMemory& own) {
  const unsigned bytes = operation.hook.bytes;
  const HookKind kind = operation.hook.kind;
  const std::uint64_t mask = mask_of(bytes), old = machine.read(operation.object, bytes);
  if (!machine.ok()) return false;
  if (kind == HookKind::kCas || kind == HookKind::kCasValue) {
    const bool by_value = kind == HookKind::kCasValue;
    if (!by_value && !own.owns(operation.first)) return false;
    const std::uint64_t expected = by_value ? operation.first & mask : machine.read(operation.first, bytes);
    if (old == expected) return false;
    machine.forget_after_call();
    if (!by_value) machine.write(operation.first, old, bytes);
    machine.set(Machine::kAx, by_value ? old : 0);
    return machine.ok();
  }
  if (kind != HookKind::kLoad && (changed(kind, old, operation.first) & mask) != old) return false;
  machine.forget_after_call();
  machine.set(Machine::kAx, old);
  return machine.ok();
}

bool is_silent(const HeadStep& head, std::uint64_t value, ReadSet& reads) {
  reads.count = 0;
  reads.yields = false;
  return Run(head, reads).comes_back(value);
}

}  // namespace stalemate::rt
