#include "runtime/awaits/failed_try.h"

#include <cstring>

#include "runtime/awaits/alike.h"
#include "runtime/awaits/workspace.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostInstructions = 1000;

constexpr bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

bool is_swap(HookKind kind) { return kind == HookKind::kCas || kind == HookKind::kCasValue; }

// The run of one try that began with a certain load.
class Run {
 public:
  Run(const EarlierLoads& earlier, std::uint32_t from, const HeadStep& last, ReadSet& reads, ReadSet& made)
      : earlier_(earlier),
        first_(earlier.loads[from]),
        next_(from + 1),
        last_(last),
        reads_(reads),
        made_(made) {}

  bool is_in_vain(std::uint64_t value);

 private:
  enum class Way : std::uint8_t { kGoesOn, kBack, kNone };

  void begin_now(Machine& machine, std::uint64_t value) const;
  bool step_alone(Machine& machine) const;
  void find_places(std::uint64_t value);
  Way call(const Hook& hook, std::uint64_t value);
  Way call_earlier(const Operation& operation);
  Way call_last(const Operation& operation, std::uint64_t pc, std::uint64_t value);
  Way call_later(const Operation& operation);
  bool is_at(const HeadStep& step, std::uint64_t return_address, const Operation& operation);
  bool is_as_announced(const Operation& operation);
  bool continues_as_if_read(std::uint64_t value);
  bool is_back();
  // A block that it has allocated before the load, others do not know yet.
  bool may_write(std::uint64_t address) const {
    return last_.own.owns(address) || first_.step.own.is_new(address);
  }
  // clang leaves a load in the code beside the calls for an atomic object.
  bool has_loaded(std::uint64_t address) const {
    for (std::uint32_t n = 0; n < next_; ++n)
      if (earlier_.loads[n].step.object == address) return true;
    return false;
  }
  static void on_read(void* context, std::uint64_t address, unsigned bytes, std::uint64_t) {
    Run& run = *static_cast<Run*>(context);
    const bool known =
        run.reads_.has(address, bytes) || run.made_.has(address, bytes) || run.has_loaded(address);
    if (!run.may_write(address) && !known && !is_constant_memory(address)) run.looks_away_ = true;
  }
  static void on_write(void* context, std::uint64_t address, unsigned) {
    Run& run = *static_cast<Run*>(context);
    if (!run.may_write(address)) run.looks_away_ = true;
  }

  const EarlierLoads& earlier_;
  const EarlierLoad& first_;
  std::uint32_t next_;  // of the loads, to be come to
  const HeadStep& last_;
  ReadSet &reads_, &made_;
  Machine& machine_ = workspace->tried_on;
  bool has_failed_ = false;   // the run is behind the announced step
  bool looks_away_ = false;   // a read that no hook announced, or a write of memory that others may know
  std::uint32_t places_ = 0;  // in the workspace: where a thread comes to that has just read the value
};

bool Run::is_at(const HeadStep& step, std::uint64_t return_address, const Operation& operation) {
  const std::uint64_t stack = machine_.stack();
  return operation.hook.kind == step.hook.kind && operation.hook.bytes == step.hook.bytes &&
         operation.object == step.object && stack == step.stack && machine_.read(stack, 8) == return_address;
}

// The run has come to the announced step, and to the state of the thread.
bool Run::is_as_announced(const Operation& operation) {
  if (!is_at(last_, last_.return_address(), operation)) return false;
  if (operation.first != last_.first || operation.second != last_.second) return false;
  for (std::uint32_t n = 0; n < 6; ++n)
    if (machine_.get(kPreserved[n]) != last_.registers[n]) return false;
  for (const Scratch::Entry& entry : machine_.scratch()) {
    if (entry.word >= last_.own.stack_begin && entry.word < last_.stack) continue;  // below its frames
    const std::uint64_t now = *reinterpret_cast<const volatile std::uint64_t*>(entry.word);
    if (((now ^ entry.value) & entry.mask) != 0) return false;
  }
  return machine_.ok();
}

Run::Way Run::call_earlier(const Operation& operation) {
  const EarlierLoad& load = earlier_.loads[next_];
  const std::uint64_t stack = machine_.stack();
  const HeadStep& step = load.step;
  if (operation.hook.kind != HookKind::kLoad || operation.hook.bytes != step.hook.bytes ||
      operation.object != step.object || stack != step.stack)
    return Way::kNone;
  ++next_;
  machine_.forget_after_call();
  machine_.set(Machine::kAx, load.value);
  return machine_.leave_function() ? Way::kGoesOn : Way::kNone;
}

// The announced step finds this value.
Run::Way Run::call_last(const Operation& operation, std::uint64_t pc, std::uint64_t value) {
  if (!is_as_announced(operation)) return Way::kNone;
  has_failed_ = true;
  const bool swaps = is_swap(operation.hook.kind);
  const int failure = swaps ? static_cast<int>(machine_.get(Machine::kR8, 4)) : 0;
  if (!machine_.ok()) return Way::kNone;
  machine_.assume(operation.object, value, operation.hook.bytes);
  if (!reads_.add({operation.object, value, pc, operation.hook.bytes, false}) ||
      !perform_silently(machine_, operation, last_.own) || !machine_.leave_function())
    return Way::kNone;
  // What the failure finds may stand for what the load would read.
  const HeadStep& load = first_.step;
  if (swaps && operation.object == load.object && operation.hook.bytes == load.hook.bytes &&
      (!acquires(first_.order) || acquires(failure)))
    find_places(value);
  return Way::kGoesOn;
}

bool Run::is_back() {
  Machine &back = workspace->failed, &begun = workspace->other;
  back = machine_;
  begin_now(begun, 0);
  return back.leave_function() && are_alike_after_load(back, begun, first_.step);
}

// What the announced step finds decides: otherwise it would depend on all variables that are read after it.
Run::Way Run::call_later(const Operation& operation) {
  return is_at(first_.step, first_.return_address(), operation) && is_back() ? Way::kBack : Way::kNone;
}

Run::Way Run::call(const Hook& hook, std::uint64_t value) {
  const std::uint64_t pc = machine_.read(machine_.stack(), 8);
  if (is_atomic(hook.kind)) {
    Operation operation;
    if (!find_operation(machine_, hook, operation)) return Way::kNone;
    if (has_failed_) return call_later(operation);
    return next_ < earlier_.count ? call_earlier(operation) : call_last(operation, pc, value);
  }
  const std::uint64_t address = hook.bytes == 0 ? 0 : machine_.get(Machine::kDi);
  if (hook.kind == HookKind::kWrite && !may_write(address)) return Way::kNone;
  if (hook.kind == HookKind::kRead && !may_write(address)) {
    const std::uint64_t found = machine_.read(address, hook.bytes);
    ReadSet& reads = has_failed_ ? reads_ : made_;
    if (!machine_.ok() || !reads.add({address, found, pc, hook.bytes, true})) return Way::kNone;
  }
  machine_.forget_after_call();
  machine_.set(Machine::kAx, 0);
  return machine_.leave_function() ? Way::kGoesOn : Way::kNone;
}

// A thread that has just made the load, and read this value. What its new block held before is not known.
void Run::begin_now(Machine& machine, std::uint64_t value) const {
  first_.start(machine);
  for (const Scratch::Entry& entry : machine_.scratch())
    if (entry.written != 0 && first_.step.own.is_new(entry.word)) machine.assume(entry.word, ~entry.value, 8);
  machine.follow_tags();
  machine.on_read = nullptr;
  machine.on_write = nullptr;
  machine.set(Machine::kAx, value);
}

// One instruction, and the hook that it calls. False: it may have to do with others.
bool Run::step_alone(Machine& machine) const {
  if (!machine.step()) return false;
  if (!machine.entered()) return true;
  const Hook hook = find_hook(machine.at());
  if (hook.kind == HookKind::kNone) return true;
  if (is_atomic(hook.kind) || hook.kind == HookKind::kYield) return false;
  if (hook.bytes != 0 && !may_write(machine.get(Machine::kDi))) return false;
  machine.forget_after_call();
  machine.set(Machine::kAx, 0);
  return machine.leave_function();
}

void Run::find_places(std::uint64_t value) {
  Machine& begun = workspace->begun;
  begin_now(begun, value);
  std::uint64_t* const places = workspace->levels[0].places;
  do {
    if (places_ == Workspace::kPlaces) return;
    places[places_++] = begun.at();
  } while (step_alone(begun));
}

bool Run::continues_as_if_read(std::uint64_t value) {
  const std::uint64_t* const places = workspace->levels[0].places;
  for (std::uint32_t n = 0; n < places_; ++n) {
    if (places[n] != machine_.at()) continue;
    Machine &failed = workspace->failed, &begun = workspace->other;
    failed = machine_;
    begin_now(begun, value);
    for (std::uint32_t step = 0; step < n; ++step)
      if (!step_alone(begun)) return false;
    return failed.stack() == begun.stack() && differ_in_dead_values(failed, begun, first_.step);
  }
  return false;
}

bool Run::is_in_vain(std::uint64_t value) {
  if (first_.words == 0) return false;
  first_.start(machine_);
  machine_.on_read = on_read;
  machine_.on_write = on_write;
  machine_.context = this;
  machine_.follow_tags();
  machine_.set(Machine::kAx, first_.value);
  for (std::uint32_t n = 0; n < kMostInstructions; ++n) {
    if (places_ != 0 && continues_as_if_read(value)) return true;
    if (!machine_.step() || looks_away_) return false;
    if (!machine_.entered()) continue;
    const Hook hook = find_hook(machine_.at());
    if (hook.kind == HookKind::kNone) continue;
    const Way way = call(hook, value);
    if (way != Way::kGoesOn) return way == Way::kBack;
  }
  return false;
}

}  // namespace

void EarlierLoad::begin(const HeadStep& load, int with_order) {
  step = load;
  order = with_order;
  const std::uint64_t length = (load.own.stack_end - load.stack) / 8;
  words = length > kWords ? 0 : static_cast<std::uint32_t>(length);
  std::memcpy(copy, reinterpret_cast<const void*>(load.stack), words * sizeof *copy);
}

void EarlierLoad::start(Machine& machine) const {
  step.start_at(machine, return_address());
  for (std::uint32_t n = 0; n < words; ++n) {
    const std::uint64_t at = step.stack + n * sizeof *copy;
    if (*reinterpret_cast<const volatile std::uint64_t*>(at) != copy[n]) machine.assume(at, copy[n], 8);
  }
}

bool fails_in_vain(const EarlierLoads& earlier, const HeadStep& last, std::uint64_t value, ReadSet& reads,
                   ReadSet& made) {
  for (std::uint32_t from = 0; from < earlier.count; ++from) {
    reads.count = made.count = 0;
    reads.yields = false;
    if (Run(earlier, from, last, reads, made).is_in_vain(value)) return true;
  }
  return false;
}

}  // namespace stalemate::rt
