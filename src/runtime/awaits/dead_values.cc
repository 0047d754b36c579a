#include "runtime/awaits/dead_values.h"

#include <initializer_list>

#include "runtime/awaits/hooks.h"
#include "runtime/awaits/workspace.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostInstructions = 1200, kMostJumps = 24;
constexpr Tag kDead{0x64656164, Tag::kDead, 8};

class Follower {
 public:
  explicit Follower(const OwnMemory& own) : own_(own) {}

  // The ways that are still to be followed, each where it has come to, are in the workspace.
  bool follow_all();

 private:
  enum class Way : std::uint8_t { kGoesOn, kUsesValue, kForks, kHasNone };

  Way follow(Machine& m);
  bool call(Machine& m, const Hook& hook);
  bool call_atomic(Machine& m, const Hook& hook);
  bool has_dead(Machine& m);
  void forget_left_frames(Machine& m);
  bool was_here(Machine& m);
  Tag any(unsigned bytes) { return symbol(++symbols_ * 2 + 1'000'000, bytes); }
  // In a block whose address the thread has not stored where others may find it.
  bool is_unknown(std::uint64_t address, const Hook& hook) const {
    return hook.kind == HookKind::kLoad && own_.is_new(address) && !has_written_elsewhere_;
  }
  static void on_write(void* context, std::uint64_t address, unsigned) {
    Follower& self = *static_cast<Follower*>(context);
    if (!self.own_.owns(address)) self.writes_elsewhere_ = true;
    if (!self.own_.owns(address) && !self.own_.is_new(address)) self.has_written_elsewhere_ = true;
  }

  const OwnMemory& own_;
  std::uint64_t been_[kMostJumps];  // jumps, with the dead values that there were
  std::uint32_t been_count_ = 0, instructions_ = 0;
  std::uint64_t symbols_ = 0;
  bool writes_elsewhere_ = false;       // the last instruction did
  bool has_written_elsewhere_ = false;  // one did, on any of the ways so far
};

bool has_dead_memory(Machine& m) {
  for (const TaggedMemory::Piece& piece : m.tagged_memory())
    if (piece.tag.is_dead()) return true;
  return false;
}

bool Follower::has_dead(Machine& m) {
  if (m.returned()) forget_left_frames(m);
  bool found = m.flags_tag().is_dead() || has_dead_memory(m);
  for (unsigned which = 0; which < 16 && !found; ++which) found = m.tag_of(which).is_dead();
  return found;
}

// A function that has called another one has nothing below its stack pointer. One that calls none may.
void Follower::forget_left_frames(Machine& m) {
  TaggedMemory& memory = m.tagged_memory();
  for (const TaggedMemory::Piece* piece = memory.end(); piece-- > memory.begin();)
    if (piece->tag.is_dead() && piece->address >= own_.stack_begin && piece->end() <= m.stack())
      memory.erase(piece);
}

bool Follower::was_here(Machine& m) {
  std::uint64_t hash = mix(m.at(), m.stack());
  for (unsigned which = 0; which < 16; ++which) hash = mix(hash, m.tag_of(which).is_dead() ? 1 : 0);
  std::uint64_t pieces = 0;  // in any order
  for (const TaggedMemory::Piece& piece : m.tagged_memory())
    if (piece.tag.is_dead()) pieces += mix(piece.address, piece.bytes);
  hash = mix(hash, pieces);
  for (std::uint32_t n = 0; n < been_count_; ++n)
    if (been_[n] == hash) return true;
  if (been_count_ < kMostJumps) been_[been_count_++] = hash;
  return false;
}

// Any other thread may run here, and look at what is not this thread's own.
bool Follower::call_atomic(Machine& m, const Hook& hook) {
  for (const TaggedMemory::Piece& piece : m.tagged_memory())
    if (piece.tag.is_dead() && !own_.owns(piece.address) && !is_unknown(piece.address, hook)) return false;
  m.scratch().age();
  const std::uint64_t expected = m.get(Machine::kSi);
  const bool is_cas = hook.kind == HookKind::kCas;
  if (is_cas && (m.tag_of(Machine::kSi).is_set() || !m.ok())) return false;
  if (is_cas && m.memory_tag(expected, hook.bytes).is_dead()) return false;
  m.forget_after_call();
  if (is_cas) m.write_tagged(expected, 0, hook.bytes, any(hook.bytes));
  m.set_tagged(Machine::kAx, 0, any(is_cas ? 4 : hook.bytes));
  return true;
}

bool Follower::call(Machine& m, const Hook& hook) {
  for (const unsigned which : {Machine::kDi, Machine::kSi, Machine::kDx})
    if ((hook.bytes != 0 && which == Machine::kDi) || is_atomic(hook.kind))
      if (m.tag_of(which).is_dead()) return false;
  if (is_atomic(hook.kind)) {
    if (!call_atomic(m, hook)) return false;
  } else {
    // A variable of its own that others know may have any value, once they have run.
    const bool known = hook.kind == HookKind::kRead && !m.tag_of(Machine::kDi).is_set();
    const std::uint64_t address = known ? m.get(Machine::kDi) : 0;
    if (known && own_.owns(address) && !m.scratch().is_new(address, hook.bytes) &&
        !m.memory_tag(address, hook.bytes).is_set())
      m.tag_memory(address, hook.bytes, any(hook.bytes));
    m.forget_after_call();
    m.set(Machine::kAx, 0);
  }
  return m.ok() && m.leave_function();
}

Follower::Way Follower::follow(Machine& m) {
  writes_elsewhere_ = false;
  if (m.entered()) {
    const Hook hook = find_hook(m.at());
    if (hook.kind != HookKind::kNone) return call(m, hook) ? Way::kGoesOn : Way::kUsesValue;
  }
  if (!has_dead(m)) return Way::kHasNone;
  if (!m.is_undecided() && m.step()) {
    const bool anywhere = m.accessed_anywhere() && has_dead_memory(m);
    return anywhere || (writes_elsewhere_ && m.depends_on_dead()) ? Way::kUsesValue : Way::kGoesOn;
  }
  return m.is_undecided() && !m.depends_on_dead() ? Way::kForks : Way::kUsesValue;
}

bool Follower::follow_all() {
  Machine* const paths = workspace->followed;
  std::uint32_t count = 1;
  paths[0].follow_any_memory(own_.tls_begin, own_.tls_end);
  paths[0].scratch().age();
  paths[0].on_read = nullptr;
  paths[0].on_write = on_write;
  paths[0].is_constant = is_constant_memory;
  paths[0].context = this;
  while (count != 0) {
    Machine& m = paths[count - 1];
    if (++instructions_ > kMostInstructions) return false;
    switch (follow(m)) {
      case Way::kGoesOn: break;
      case Way::kUsesValue: return false;
      case Way::kHasNone: --count; break;
      case Way::kForks:
        if (was_here(m)) {
          --count;
          break;
        }
        if (count == Workspace::kFollowed) return false;
        paths[count] = m;
        paths[count++].decide(true);
        m.decide(false);
    }
  }
  return true;
}

}  // namespace

void mark_dead(Machine& machine, unsigned which) {
  machine.set_tagged(which, machine.known_number(which), kDead);
}

void mark_dead(Machine& machine, std::uint64_t address, unsigned bytes) {
  machine.tag_memory(address, bytes, kDead);
}

bool are_dead(const Machine& machine, const OwnMemory& own) {
  if (!machine.ok()) return false;
  workspace->followed[0] = machine;
  return Follower(own).follow_all();
}

}  // namespace stalemate::rt
