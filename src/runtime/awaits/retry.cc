#include "runtime/awaits/retry.h"

#include <initializer_list>

#include "runtime/awaits/alike.h"
#include "runtime/awaits/workspace.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostInstructions = 800;

constexpr bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

enum class Stop : std::uint8_t {
  kNone,       // something that is not followed
  kHead,       // the load again
  kLoad,       // a load of its object elsewhere
  kSwap,       // a compare-and-swap of its object
  kUndecided,  // a jump that depends on the value
};

bool is_swap(HookKind kind) { return kind == HookKind::kCas || kind == HookKind::kCasValue; }

// Runs the thread from the load on, until it looks at anything of others.
class Run {
 public:
  explicit Run(const HeadStep& load) : load_(load) {}

  void start(Machine& m, std::uint64_t value, const Tag& tag);
  // One instruction, and the hook that it calls. False: it has come to a stop.
  bool step(Machine& m, Stop& stop);
  // `decides`: jumps that depend on the value do what they do with it.
  Stop advance(Machine& m, bool decides);
  // Of a machine at kSwap.
  bool expects(Machine& m, const Tag& tag) const;
  void fail(Machine& m, const Tag& tag) const;
  // Of a machine at kLoad.
  void read(Machine& m, const Tag& tag) const;
  void succeed(Machine& m, const Tag& tag) const;

 private:
  Stop call(Machine& m, const Hook& hook, bool& continues);
  bool may_write(std::uint64_t address) const { return load_.own.owns(address) || load_.own.is_new(address); }
  static void on_read(void* context, std::uint64_t address, unsigned, std::uint64_t) {
    Run& self = *static_cast<Run*>(context);
    // clang leaves a load in the code beside the calls for an atomic object.
    if (!self.may_write(address) && address != self.load_.object && !is_constant_memory(address))
      self.looks_away_ = true;
  }
  static void on_write(void* context, std::uint64_t address, unsigned) {
    Run& self = *static_cast<Run*>(context);
    if (!self.may_write(address)) self.looks_away_ = true;
  }

  const HeadStep& load_;
  bool looks_away_ = false;
};

void Run::start(Machine& m, std::uint64_t value, const Tag& tag) {
  load_.start(m);
  m.on_read = on_read;
  m.on_write = on_write;
  m.context = this;
  m.follow_tags();
  m.set_tagged(Machine::kAx, value, tag);
  m.tag_memory(load_.object, load_.hook.bytes, tag);
}

Stop Run::call(Machine& m, const Hook& hook, bool& continues) {
  continues = false;
  const std::uint64_t object = hook.bytes == 0 ? 0 : m.get(Machine::kDi);
  if ((hook.bytes != 0 && m.tag_of(Machine::kDi).is_set()) || !m.ok()) return Stop::kNone;
  if (is_atomic(hook.kind)) {
    if (object != load_.object || hook.bytes != load_.hook.bytes) return Stop::kNone;
    const std::uint64_t stack = m.stack();
    if (hook.kind == HookKind::kLoad && stack == load_.stack && m.read(stack, 8) == load_.return_address())
      return Stop::kHead;
    if (hook.kind == HookKind::kLoad) return Stop::kLoad;
    return is_swap(hook.kind) ? Stop::kSwap : Stop::kNone;
  }
  if (hook.kind == HookKind::kYield) return Stop::kNone;
  if (hook.kind == HookKind::kWrite && !may_write(object)) return Stop::kNone;
  // A variable of its own that others know, and that it has not just written, may have any value later.
  if (hook.kind == HookKind::kRead && !load_.own.is_new(object) && !m.scratch().is_new(object, hook.bytes))
    return Stop::kNone;
  m.forget_after_call();
  m.set(Machine::kAx, 0);
  continues = m.leave_function();
  return Stop::kNone;
}

bool Run::step(Machine& m, Stop& stop) {
  looks_away_ = false;
  stop = Stop::kNone;
  if (!m.step()) {
    if (m.is_undecided()) stop = Stop::kUndecided;
    return false;
  }
  if (looks_away_) return false;
  if (!m.entered()) return true;
  const Hook hook = find_hook(m.at());
  if (hook.kind == HookKind::kNone) return true;
  bool continues = false;
  stop = call(m, hook, continues);
  return continues;
}

Stop Run::advance(Machine& m, bool decides) {
  Stop stop = Stop::kNone;
  for (std::uint32_t n = 0; n < kMostInstructions; ++n) {
    if (step(m, stop)) continue;
    if (stop != Stop::kUndecided || !decides) return stop;
    m.decide(m.would_jump());
  }
  return Stop::kNone;
}

bool Run::expects(Machine& m, const Tag& tag) const {
  const unsigned bytes = load_.hook.bytes;
  if (find_hook(m.at()).kind == HookKind::kCasValue) return part_of(m.tag_of(Machine::kSi), 0, bytes) == tag;
  if (m.tag_of(Machine::kSi).is_set()) return false;
  const std::uint64_t at = m.get(Machine::kSi);
  return m.ok() && may_write(at) && m.memory_tag(at, bytes) == tag && m.ok();
}

// The object has another value.
void Run::fail(Machine& m, const Tag& tag) const {
  const unsigned bytes = load_.hook.bytes;
  const bool by_value = find_hook(m.at()).kind == HookKind::kCasValue;
  const std::uint64_t expected = m.get(Machine::kSi);
  m.tag_memory(load_.object, bytes, tag);
  m.forget_after_call();
  if (by_value) {
    m.set_tagged(Machine::kAx, 0, tag);
  } else {
    m.write_tagged(expected, 0, bytes, tag);
    m.set(Machine::kAx, 0);
  }
  m.leave_function();
}

void Run::read(Machine& m, const Tag& tag) const {
  m.tag_memory(load_.object, load_.hook.bytes, tag);
  m.forget_after_call();
  m.set_tagged(Machine::kAx, 0, tag);
  m.leave_function();
}

// The object had this value, and has a new one.
void Run::succeed(Machine& m, const Tag& tag) const {
  const bool by_value = find_hook(m.at()).kind == HookKind::kCasValue;
  m.tag_memory(load_.object, load_.hook.bytes, symbol(9, load_.hook.bytes));
  m.forget_after_call();
  if (by_value)
    m.set_tagged(Machine::kAx, 0, tag);
  else
    m.set(Machine::kAx, 1);
  m.leave_function();
}

// Two threads that differ as far as can be seen, and come to the same place, or make the same
// compare-and-swaps on their ways: compilers make copies of the first iteration of a loop.
class Pair {
 public:
  Pair(const HeadStep& load, Run& run) : load_(load), run_(run) {}

  // `value`: the last one that both have found in the object.
  bool go_on_alike(const Machine& a, const Machine& b, const Tag& value, std::uint32_t depth);

 private:
  bool swap_alike(Machine& a, Machine& b, const Tag& value, std::uint32_t depth);
  bool jump_alike(Machine& a, Machine& b, const Tag& value, std::uint32_t depth);

  const HeadStep& load_;
  Run& run_;
};

// Both find the value that they expect, or both find another one.
bool Pair::swap_alike(Machine& a, Machine& b, const Tag& value, std::uint32_t depth) {
  if (a.at() != b.at() || !run_.expects(a, value) || !run_.expects(b, value)) return false;
  const bool by_value = find_hook(a.at()).kind == HookKind::kCasValue;
  for (const unsigned which : {Machine::kDi, Machine::kSi, Machine::kDx, Machine::kCx, Machine::kR8})
    if ((which != Machine::kSi || !by_value) && !a.has_register_of(b, which)) return false;
  Workspace::Level& level = workspace->levels[depth];
  level.next_a = a;
  level.next_b = b;
  run_.succeed(level.next_a, value);
  run_.succeed(level.next_b, value);
  if (!go_on_alike(level.next_a, level.next_b, value, depth + 1)) return false;
  const Tag other = symbol(10 + depth, load_.hook.bytes);
  for (Machine* m : {&a, &b}) {
    m->take_for_different(value, other);
    run_.fail(*m, other);
  }
  return go_on_alike(a, b, other, depth + 1);
}

bool Pair::jump_alike(Machine& a, Machine& b, const Tag& value, std::uint32_t depth) {
  if (a.flags_tag() != b.flags_tag() || a.condition() / 2 != b.condition() / 2) return false;
  const bool opposite = a.condition() != b.condition();
  Workspace::Level& level = workspace->levels[depth];
  level.next_a = a;
  level.next_b = b;
  level.next_a.decide(true);
  level.next_b.decide(!opposite);
  if (!go_on_alike(level.next_a, level.next_b, value, depth + 1)) return false;
  a.decide(false);
  b.decide(opposite);
  return go_on_alike(a, b, value, depth + 1);
}

bool Pair::go_on_alike(const Machine& from_a, const Machine& from_b, const Tag& value, std::uint32_t depth) {
  if (depth == Workspace::kLevels || !from_a.ok() || !from_b.ok()) return false;
  Workspace::Level& level = workspace->levels[depth];
  Machine &a = level.a, &b = level.b;
  a = from_a;
  Stop stop_a = Stop::kNone, stop_b = Stop::kNone;
  std::uint32_t count = 0;
  do {
    if (count == Workspace::kPlaces) break;
    level.places[count++] = a.at();
  } while (run_.step(a, stop_a));
  b = from_b;
  do {
    const std::uint64_t at = b.at();
    for (std::uint32_t n = 0; n < count; ++n) {
      if (level.places[n] != at) continue;
      a = from_a;
      for (std::uint32_t step = 0; step < n; ++step) run_.step(a, stop_a);
      return a.stack() == b.stack() && differ_in_dead_values(a, b, load_);
    }
  } while (run_.step(b, stop_b));
  if (stop_a != stop_b || a.stack() != b.stack()) return false;
  if (stop_a == Stop::kUndecided) return jump_alike(a, b, value, depth);
  return stop_a == Stop::kSwap && swap_alike(a, b, value, depth);
}

CallSite site_of(Machine& m) { return {m.stack(), m.number_at(m.stack(), 8)}; }

// Whether the failure of the compare-and-swap that the thread has come to is silent.
bool fails_silently(const Machine& at_swap, const HeadStep& load, int order, Run& run) {
  Machine &failed = workspace->failed, &other = workspace->other;
  const unsigned bytes = load.hook.bytes;
  const Tag found = symbol(2, bytes);
  failed = at_swap;
  const auto success = static_cast<int>(failed.get(Machine::kCx, 4));
  const auto failure = static_cast<int>(failed.get(Machine::kR8, 4));
  if (!failed.ok() || (acquires(order) && !acquires(success))) return false;
  failed.take_for_different(symbol(1, bytes), found);
  run.fail(failed, found);
  other = failed;
  // It comes back to the load, or to a copy of it.
  const Stop stop = run.advance(other, false);
  if (stop == Stop::kHead) {
    load.start(failed);
    failed.follow_tags();
    return other.leave_function() && are_alike_after_load(other, failed, load);
  }
  if (stop == Stop::kLoad) {
    if (static_cast<int>(other.get(Machine::kSi, 4)) != order) return false;
    const Tag again = symbol(3, bytes);
    run.read(other, again);
    run.start(failed, 0, again);
    return Pair(load, run).go_on_alike(other, failed, again, 0);
  }
  // Or it continues as if the load had read what it found.
  if (acquires(order) && !acquires(failure)) return false;
  run.start(other, 0, found);
  return Pair(load, run).go_on_alike(failed, other, found, 0);
}

}  // namespace

bool may_retry(const HeadStep& load, int order, CallSite& only) {
  constexpr std::uint32_t kMostForks = 8;
  Machine* const paths = workspace->tried;
  const Tag value = symbol(1, load.hook.bytes);
  Run run(load);
  run.start(paths[0], 0, value);
  std::uint32_t count = 1, forks = 0;
  while (count != 0) {
    Machine& m = paths[count - 1];
    const Stop stop = run.advance(m, false);
    if (stop == Stop::kSwap && run.expects(m, value) && fails_silently(m, load, order, run)) {
      only = forks == 0 ? site_of(m) : CallSite{};
      return true;
    }
    if (stop != Stop::kUndecided || count == Workspace::kTried || ++forks > kMostForks) {
      --count;
      continue;
    }
    paths[count] = m;
    paths[count++].decide(true);
    m.decide(false);
  }
  return false;
}

bool retries(const HeadStep& load, std::uint64_t value, int order, CallSite& swap) {
  Machine& first = workspace->begun;
  const Tag read = symbol(1, load.hook.bytes);
  Run run(load);
  run.start(first, value, read);
  if (run.advance(first, true) != Stop::kSwap || !run.expects(first, read)) return false;
  swap = site_of(first);
  return fails_silently(first, load, order, run);
}

}  // namespace stalemate::rt
