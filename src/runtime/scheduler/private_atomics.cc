#include "runtime/scheduler/private_atomics.h"

#include "runtime/core/code_set.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/log/record.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

bool private_atomics_are_on = false;

namespace {

constexpr std::uint32_t kLongRun = 1u << 22;
constexpr std::uint32_t kManyLooks = 16;
constexpr std::uint32_t kSeveral = ~0u;

// Entries of this execution, by a key of two numbers. Addresses on one page are neighbours.
template <class Entry, std::uint32_t Places>
class Table {
 public:
  void clear() {
    ++round_;
    count_ = 0;
  }
  // The entry, or the place for it; nullptr if there is no more room.
  Entry* find(std::uint64_t word, std::uint64_t code = 0) {
    const std::uint64_t page = (word >> 12 ^ code << 20) * 0x9e3779b97f4a7c15u;
    auto at = static_cast<std::uint32_t>((page >> 32) + (word >> 2 & 1023)) % Places;
    while (is_used(places_[at]) && (places_[at].word != word || places_[at].code() != code))
      at = (at + 1) % Places;
    return is_used(places_[at]) || count_ < Places / 2 ? &places_[at] : nullptr;
  }
  bool is_used(const Entry& entry) const { return entry.round == round_; }
  void use(Entry& entry) {
    entry.round = round_;
    ++count_;
  }

 private:
  Entry places_[Places];
  std::uint32_t round_;  // begins with 1: memory of zeros is empty
  std::uint32_t count_;
};

struct Word {
  std::uint64_t word;
  std::uint32_t round;
  std::uint32_t owner;  // a thread; kSeveral: several threads, or a step
  static std::uint64_t code() { return 0; }
};

// Of operations that were no steps.
struct Use {
  std::uint64_t word;
  std::uint64_t by;
  std::uint32_t round;
  std::uint64_t code() const { return by; }
};

// In memory that survives the undoing of an execution.
struct Memory {
  Table<Word, 1u << 19> words;
  Table<Use, 1u << 19> uses;
  // From the configuration, which does not change in a session.
  CodeSet promoted, shared;
  std::uint32_t promoted_count, shared_count;
  // Code of operations that were no steps, and the part of it that has been logged.
  static constexpr std::uint32_t kMostCodes = 512;
  std::uintptr_t codes[kMostCodes];
  std::uint32_t code_count;
  CodeSet touched;
};

Memory* memory = nullptr;

void log_touched(std::uintptr_t pc) {
  if (!memory->touched.add(pc)) return;
  if (g.write + 8 >= g.write_end)
    return note_uncontrolled(wire::Uncontrolled::kAccesses, 0, "more shared atomics than fit into a log");
  put({wire::RecordKind::kTouched, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), 0, pc});
  ++g.header->races;
}

void log_uses_of(std::uint64_t word) {
  for (std::uint32_t n = 0; n < memory->code_count; ++n) {
    const Use* const use = memory->uses.find(word, memory->codes[n]);
    if (use != nullptr && memory->uses.is_used(*use)) log_touched(memory->codes[n]);
  }
}

bool is_listed(std::uintptr_t pc) {
  for (std::uint32_t n = 0; n < memory->code_count; ++n)
    if (memory->codes[n] == pc) return true;
  return false;
}

// An operation without a step by code `pc`; by a step: `user` is kSeveral, and `pc` 0.
void use_word(std::uint32_t user, std::uint64_t word, std::uintptr_t pc) {
  if (memory->shared.has(word)) return;
  Word* const entry = memory->words.find(word);
  if (entry == nullptr) return give_up_private_atomics();
  if (!memory->words.is_used(*entry)) {
    memory->words.use(*entry);
    entry->word = word;
    entry->owner = user;
  } else if (entry->owner != user && entry->owner != kSeveral) {
    log_uses_of(word);
    entry->owner = kSeveral;
  }
  if (pc == 0) return;
  if (entry->owner == kSeveral) return log_touched(pc);
  Use* const use = memory->uses.find(word, pc);
  if (use == nullptr) return give_up_private_atomics();
  if (memory->uses.is_used(*use)) return;
  if (!is_listed(pc)) {
    if (memory->code_count == Memory::kMostCodes) return give_up_private_atomics();
    memory->codes[memory->code_count++] = pc;
  }
  memory->uses.use(*use);
  use->word = word;
  use->by = pc;
}

void use_words(std::uint32_t user, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const std::uint64_t first = address & ~(wire::kAtomicWord - 1);
  for (std::uint64_t word = first; word < address + bytes; word += wire::kAtomicWord)
    use_word(user, word, pc);
}

bool is_shared(std::uintptr_t address, std::size_t bytes) {
  const std::uint64_t first = address & ~(wire::kAtomicWord - 1);
  for (std::uint64_t word = first; word < address + bytes; word += wire::kAtomicWord)
    if (memory->shared.has(word)) return true;
  return false;
}

void read_config(const wire::Config& config) {
  if (memory->promoted_count != config.promoted_count) {
    memory->promoted.clear();
    memory->promoted_count = config.promoted_count;
    for (std::uint32_t n = 0; n < config.promoted_count && n < wire::kMostPromoted; ++n)
      memory->promoted.add(config.promoted[n]);
  }
  if (memory->shared_count != config.shared_count) {
    memory->shared.clear();
    memory->shared_count = config.shared_count;
    for (std::uint32_t n = 0; n < config.shared_count && n < wire::kMostShared; ++n)
      memory->shared.add(config.shared[n]);
  }
}

}  // namespace

void prepare_private_atomics() {
  if (memory != nullptr) return;
  memory = static_cast<Memory*>(kept_pages(sizeof(Memory)));
  memory->promoted.clear();
  memory->shared.clear();
}

void begin_private_atomics() {
  const wire::Config& config = g.channel->config;
  private_atomics_are_on = config.private_atomics != 0;
  if (!private_atomics_are_on) return;
  read_config(config);
  memory->words.clear();
  memory->uses.clear();
  memory->touched.clear();
  memory->code_count = 0;
}

bool is_private_atomic(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  Fiber* const self = g.current;
  if (memory->promoted.has(pc) || is_shared(address, bytes)) return false;
  if (++self->private_run >= kLongRun) {
    give_up_private_atomics();
    private_atomics_are_on = false;
    return false;
  }
  use_words(self->id, address, bytes, pc);
  return true;
}

void note_private_look(std::uintptr_t pc, std::uintptr_t address, std::uint64_t value) {
  Fiber* const self = g.current;
  for (Visits& look : self->private_looks) {
    if (look.pc != pc || look.object != address) continue;
    look = {pc, address, value, look.value == value ? look.times + 1 : 1};
    if (look.times == kManyLooks) log_touched(pc);
    return;
  }
  self->private_looks[self->next_private_look++ % Fiber::kPrivateVisits] = {pc, address, value, 1};
}

void note_step_on(std::uintptr_t address, std::size_t bytes) { use_words(kSeveral, address, bytes, 0); }

void give_up_private_atomics() { log_touched(0); }

}  // namespace stalemate::rt
