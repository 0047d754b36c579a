#include "runtime/states/signature.h"

#include <bit>
#include <cstring>

#include "model/fairness.h"
#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/core/random_device.h"
#include "runtime/core/state.h"
#include "runtime/heap/block_numbers.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/isolation/changed_memory.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/fairness.h"
#include "runtime/scheduler/sync_object.h"

namespace stalemate::rt {

namespace {

std::uint64_t number(const volatile void* at) { return reinterpret_cast<std::uint64_t>(at); }

bool counts_clocks() { return g.channel->config.clocks != 0; }
bool counts_polls() { return g.channel->config.fair != 0 && g.channel->config.spin_yield != 0; }

std::uint64_t slot_of(const Fiber* fiber) { return fiber == nullptr ? ~std::uint64_t{0} : fiber->slot; }

// Without a walk over memory nothing is known of pointers: a block is identified by its place (S11).
std::uint64_t renamed(std::uint64_t word) {
  return g.channel->config.states == wire::States::kMemory ? canonical_word(word) : fresh_address(word);
}

// Numbers that differ from process to process: libc guards stacks with one, and mangles pointers with
// another.
std::uint64_t unguarded(std::uint64_t word) {
  std::uint64_t stack_guard, pointer_guard;
  asm("movq %%fs:0x28, %0" : "=r"(stack_guard));
  asm("movq %%fs:0x30, %0" : "=r"(pointer_guard));
  if (word == stack_guard) return 3;
  const std::uint64_t hidden = std::rotr(word, 17) ^ pointer_guard;
  return hidden >> 47 == 0 ? ~hidden : word;
}

// What the word means in every state with the same contents: blocks and objects of the runtime are renamed,
// and positions in the log do not count.
std::uint64_t meaning(std::uint64_t word) {
  constexpr std::uint64_t kLow = layout::kOwnRegion;
  constexpr std::uint64_t kHigh = layout::kHeapRegion + layout::kSlots * layout::kHeapStride;
  if (word - kLow >= kHigh - kLow) [[likely]] {
    const std::uint64_t log_begin = number(g.header), log_end = number(g.write);
    if (word - log_begin <= log_end - log_begin) return 1;
    return word >> 47 == 0 ? word : unguarded(word);
  }
  if (layout::in_heaps(word)) return renamed(word);
  const std::uint64_t in_objects = word - layout::kObjectRegion;
  if (in_objects < object_count() * sizeof(SyncObject)) {
    const SyncObject* object = object_by_number(static_cast<std::uint32_t>(in_objects / sizeof(SyncObject)));
    return renamed(object->address) * 0x9e3779b97f4a7c15u + in_objects % sizeof(SyncObject) + 2;
  }
  return word - layout::kKeptRegion < layout::kKeptBytes ? 2 : word;
}

void add_words(Mixer128& mixer, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t at = begin; at + 8 <= end; at += 8)
    mixer.add(meaning(*reinterpret_cast<const std::uint64_t*>(at)));
}

void add_bytes(Mixer128& mixer, std::uint64_t begin, std::uint64_t bytes) {
  add_words(mixer, begin, begin + bytes);
  std::uint64_t rest = 0;
  std::memcpy(&rest, reinterpret_cast<const void*>(begin + bytes / 8 * 8), bytes % 8);
  mixer.add(rest);
}

// ---- threads

std::uint64_t flags_of(const Fiber* f) {
  std::uint64_t flags = static_cast<std::uint64_t>(f->op);
  for (const bool flag :
       {f->enabled, f->timed, f->held_back, f->finished, f->detached, f->joined, f->signaled, f->may_time_out,
        f->gave_up, f->used_keys, f->chose_processors, f->chose_scheduling, f->cancel_requested,
        f->cancel_disabled, f->cancel_at_once, f->cancellable, f->leaving, f->waits_outside})
    flags = flags << 1 | (flag ? 1 : 0);
  return flags << 8 | f->spurious_events;
}

void add_visits(Mixer128& mixer, const Visits (&visits)[Fiber::kVisits], std::uint32_t next) {
  if (next == 0) return;
  mixer.add(next % Fiber::kVisits);
  for (const Visits& visit : visits) {
    mixer.add(visit.pc);
    mixer.add(meaning(visit.object));
    mixer.add(visit.value);
    mixer.add(visit.times);
  }
}

// How close a loop is to being treated as a yield.
void add_loops(Mixer128& mixer, const Fiber* f) {
  if (!counts_polls()) return;
  add_visits(mixer, f->looks, f->next_look);
  add_visits(mixer, f->pauses, f->next_pause);
  for (const Visits& visit : f->long_looks)
    if (visit.times > rounds_of_a_long_loop()) mixer.add(visit.pc);
  for (const LoopHead& head : f->loops) {
    mixer.add(head.pc);
    mixer.add(std::uint64_t{head.since} << 48 | std::uint64_t{head.patience} << 32 |
              std::uint64_t{head.returns} << 16 | head.limit);
    mixer.add(head.stretch != nullptr ? 1 : 0);
  }
}

// Its announced step.
void add_position(Mixer128& mixer, const Fiber* f) {
  mixer.add(std::uint64_t{f->slot} << 32 | f->children);
  mixer.add(flags_of(f));
  if (f->finished) return mixer.add(f->joined ? 0 : meaning(number(f->result)));
  mixer.add(meaning(f->object));
  mixer.add(f->pc);
  mixer.add(meaning(number(f->on)));
  mixer.add(meaning(number(f->sleeps_on)));
  mixer.add(slot_of(f->joins));
  mixer.add(std::uint64_t{f->wake_bits} << 32 | static_cast<std::uint32_t>(f->exit_code));
  mixer.add(number(reinterpret_cast<const void*>(f->ready)));
  add_loops(mixer, f);
  if (counts_clocks()) mixer.add(f->clock);
  if (g.floating_point) mixer.add(std::uint64_t{f->sse_control} << 16 | f->x87_control);
}

// Variables of a thread that have changed since it began.
void add_changed_tls(Mixer128& mixer, const Fiber* f) {
  const auto* before = static_cast<const std::uint64_t*>(pristine_tls(f));
  if (before == nullptr) return;
  const std::size_t bytes = tls_image_bytes();
  const auto* now = reinterpret_cast<const std::uint64_t*>(number(f->tcb) - bytes);
  for (std::size_t n = 0; n < bytes / 8; ++n) {
    if (now[n] == before[n]) continue;
    mixer.add(n);
    mixer.add(meaning(now[n]));
  }
  if (f->used_keys) add_words(mixer, number(f->tcb) + kKeysInDescriptor, stack_high(f->slot) + tls_bytes());
}

// False: it is not on its own stack.
bool add_stack(Mixer128& mixer, const Fiber* f) {
  if (f->op == OpKind::kStart) {  // it has not begun
    mixer.add(number(reinterpret_cast<const void*>(f->start)));
    mixer.add(number(reinterpret_cast<const void*>(f->start_c11)));
    mixer.add(meaning(number(f->argument)));
    return true;
  }
  const std::uint64_t from = f->passed.stack;
  if (from < stack_low(f->slot) || from > stack_high(f->slot)) return false;
  mixer.add(from);
  for (const std::uint64_t word : f->passed.registers) mixer.add(meaning(word));
  add_words(mixer, from, stack_high(f->slot));
  mixer.add(meaning(number(f->cleanups)));
  return true;
}

// ---- objects

bool is_as_new(const SyncObject* object) {
  return object->owner == nullptr && object->depth == 0 && object->count == 0 && !object->is_semaphore &&
         object->sleeping == 0 && object->readers == nullptr && object->health == MutexHealth::kSound &&
         !counts_clocks();
}

Hash128 signature_of(const SyncObject* object) {
  Mixer128 mixer;
  mixer.add(meaning(object->address));
  mixer.add(slot_of(object->owner));
  mixer.add(std::uint64_t{object->depth} << 32 | object->count);
  mixer.add(std::uint64_t{object->sleeping} << 32 | object->limit);
  mixer.add(static_cast<std::uint64_t>(object->health) << 2 | (object->robust ? 2 : 0) |
            (object->writers_first ? 1 : 0));
  if (object->sleeping != 0) mixer.add(meaning(number(object->used_with)));
  std::uint64_t readers = 0;  // independent of order
  for (const ReadHold* hold = object->readers; hold != nullptr; hold = hold->next)
    readers += ((slot_of(hold->reader) + 1) << 32 | hold->depth) * 0x9e3779b97f4a7c15u;
  mixer.add(readers);
  if (counts_clocks()) {
    mixer.add(object->clock);
    mixer.add(object->read_clock);
  }
  return mixer.hash();
}

// They are stored in the order of their first use, which does not count.
Hash128 signature_of_objects() {
  Hash128 sum;
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    const SyncObject* object = object_by_number(n);
    if (is_as_new(object)) continue;
    const Hash128 one = signature_of(object);
    sum.low += one.low;
    sum.high += one.high;
  }
  return sum;
}

void add_heap(Mixer128& mixer) {
  bool was_found = false;
  while (const NumberedBlock* block = next_numbered_block(&was_found)) {
    mixer.add(was_found ? 0 : block->begin);
    mixer.add(block->bytes);
    add_bytes(mixer, block->begin, block->bytes);
  }
}

// ---- fairness

std::uint64_t members(const Fairness::Set& set, const Fairness::Set* less, const Fairness::Set* less_too) {
  std::uint64_t sum = 0;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (f->finished || !Fairness::has(set, f->id)) continue;
    if (less != nullptr && (Fairness::has(*less, f->id) || Fairness::has(*less_too, f->id))) continue;
    sum += (f->slot + std::uint64_t{1}) * 0x9e3779b97f4a7c15u ^ (f->slot + std::uint64_t{1}) << 40;
  }
  return sum;
}

}  // namespace

void prepare_signatures() {
  prepare_changed_memory();
  prepare_block_numbers();
}

void complete_signatures() { complete_changed_memory(); }

void begin_signatures() {
  begin_changed_memory();
  forget_blocks();
}

bool memory_signature(Hash128* signature, wire::StatesUnknown* why) {
  if (!begin_block_walk()) {
    *why = wire::StatesUnknown::kTooMuch;
    return false;
  }
  Mixer128 mixer;
  each_changed_word([&mixer](std::uint64_t address, std::uint64_t word) {
    mixer.add(address);
    mixer.add(meaning(word));
  });
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    add_position(mixer, f);
    if (f->finished) continue;
    if (!add_stack(mixer, f)) {
      *why = wire::StatesUnknown::kStack;
      return false;
    }
    add_changed_tls(mixer, f);
  }
  mixer.add(randomness_state());
  add_heap(mixer);
  mixer.add(signature_of_objects());
  *signature = mixer.hash();
  return true;
}

Hash128 position_signature() {
  Mixer128 mixer;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) add_position(mixer, f);
  mixer.add(signature_of_objects());
  return mixer.hash();
}

// As in explore/states/fair_state_cache.cc: nothing of threads that have finished, nor of E and D what S or P
// makes up for.
Hash128 fairness_signature() {
  const Fairness& fairness = fairness_now();
  Hash128 sum;  // independent of order
  for (std::uint32_t n = 0; n < fairness.yielders(); ++n) {
    const Fairness::Window& window = *fairness.window_of(fairness.yielder(n));
    const Fiber* fiber = fiber_by_id(window.thread);
    if (fiber->finished) continue;
    Mixer128 mixer;
    mixer.add(std::uint64_t{fiber->slot} << 33 | std::uint64_t{window.yields} << 1 | (window.open ? 1 : 0));
    mixer.add(members(window.waits_for, nullptr, nullptr));
    mixer.add(members(window.scheduled, nullptr, nullptr));
    mixer.add(members(window.disabled, &window.scheduled, &window.waits_for));
    mixer.add(members(window.always, &window.scheduled, &window.waits_for));
    const Hash128 one = mixer.hash();
    sum.low += one.low;
    sum.high += one.high;
  }
  return sum;
}

}  // namespace stalemate::rt
