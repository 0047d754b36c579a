#include "runtime/awaits/awaits.h"

#include <cstring>

#include "runtime/awaits/failed_try.h"
#include "runtime/awaits/iteration.h"
#include "runtime/awaits/retry.h"
#include "runtime/awaits/swap_reach.h"
#include "runtime/awaits/workspace.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/log/record.h"
#include "runtime/platform/constant_memory.h"
#include "runtime/platform/pages.h"
#include "runtime/platform/tls.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/shadow/shadow.h"

namespace stalemate::rt {

Entered stalemate_rt_entered;
bool awaits_are_on = false;
bool tries_are_on = false;

struct Await {
  static constexpr std::uint32_t kMostValues = 16;

  Fiber* thread = nullptr;  // nullptr: free
  Await* next = nullptr;    // of those in use
  HeadStep head;
  ReadSet reads;
  bool silent = false;
  bool in_vain = false;  // because it would end a try that fails: the thread can begin it again
  bool polls = false;    // with some value it is silent, and lets no other thread run
  // Sets of values that have been logged as silent, hashed.
  std::uint64_t logged[kMostValues];
  std::uint32_t logged_count = 0;
};

namespace {

constexpr std::uint32_t kAwaits = 256;
constexpr std::uint32_t kTrying = 64;  // threads, the first ones

// In memory that survives the undoing of an execution.
struct Pool {
  Await* first;  // in use
  std::uint32_t used;
  Await awaits[kAwaits];
  static constexpr std::uint32_t kNoted = 32;
  std::uint64_t noted[kNoted];  // loops that poll, by their code and object, since the program began
  std::uint32_t noted_count;
  EarlierLoads earlier[kTrying];
};

Pool* pool = nullptr;

std::uint64_t number(const void* at) { return reinterpret_cast<std::uint64_t>(at); }

std::uint64_t value_of(const HeadStep& head) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(head.object), head.hook.bytes);
  return value;
}

// ---- reads that are not executed

// A read by the running thread, and whether an earlier access keeps it from being left out.
struct Judged {
  bool plain;
  bool stable;
};
Judged judged;

void look_at_past(const PastAccess& past) {
  if (past.write && !(past.atomic && !judged.plain) && !happened_before(past.stamp)) judged.stable = false;
}

// No write is unordered with it, and its memory has not been freed. Two atomic accesses do not race.
bool is_stable(const ReadLocation& read) {
  if (is_freed(read.address)) return false;
  for (std::uint64_t word = read.address & ~std::uint64_t{3}; word < read.address + read.bytes; word += 4) {
    judged = {read.plain, true};
    visit_past(word, look_at_past);
    if (!judged.stable) return false;
  }
  return true;
}

// As the thread that awaits: whether the iteration need not be executed to find its races, and frees that are
// not ordered after it. They are checked here.
bool judge_reads(const Fiber* thread, const ReadSet& reads) {
  if (racing.now == 0) return true;
  if (thread != g.current) run_clock(thread->id);
  bool stable = true;
  for (std::uint32_t n = 0; n < reads.count && stable; ++n) stable = is_stable(reads.location[n]);
  for (std::uint32_t n = 0; n < reads.count && stable; ++n) {
    const ReadLocation& read = reads.location[n];
    (read.plain ? check_access : check_atomic)(read.address, read.bytes, false, read.pc);
  }
  if (thread != g.current) run_clock(g.current->id);
  return stable;
}

// The plain reads of a try would find now what they have found.
bool are_stable(const Fiber* thread, const ReadSet& reads) {
  if (reads.count == 0) return true;
  if (racing.now == 0) return false;
  if (thread != g.current) run_clock(thread->id);
  bool stable = true;
  for (std::uint32_t n = 0; n < reads.count && stable; ++n) stable = is_stable(reads.location[n]);
  if (thread != g.current) run_clock(g.current->id);
  return stable;
}

// Whether the thread can continue depends on these words.
void note_reads(const ReadSet& reads) {
  if (!private_atomics_are_on) return;
  for (std::uint32_t n = 0; n < reads.count; ++n)
    note_step_on(reads.location[n].address, reads.location[n].bytes);
}

// ---- the log

std::uint64_t hash_of(const ReadSet& reads) {
  std::uint64_t hash = 0;
  for (std::uint32_t n = 0; n < reads.count; ++n)
    if (!reads.location[n].plain)
      hash = (hash ^ reads.location[n].address * 3 ^ logged_value(reads.location[n].value)) *
             0x9e3779b97f4a7c15u;
  return hash;
}

// Of the execution.
const wire::Record* first_record() { return reinterpret_cast<const wire::Record*>(g.header + 1); }

void log_expected_by(const Await& await) {
  const HeadStep& head = await.head;
  std::uint64_t expected = head.first & mask_of(head.hook.bytes);
  if (head.hook.kind == HookKind::kCas)
    std::memcpy(&(expected = 0), reinterpret_cast<const void*>(head.first), head.hook.bytes);
  else if (head.hook.kind != HookKind::kCasValue)
    return;
  put({wire::RecordKind::kAwait, OpKind::kCas, static_cast<std::uint16_t>(await.thread->id), 0,
       logged_value(expected)});
}

void log_silent(Await& await, const ReadSet& reads) {
  if (!g.effects || g.steps == 0 || g.write >= g.write_end) return;
  const std::uint64_t hash = hash_of(reads);
  for (std::uint32_t n = 0; n < await.logged_count; ++n)
    if (await.logged[n] == hash) return;
  if (await.logged_count == Await::kMostValues) return;
  if (await.logged_count == 0) log_expected_by(await);
  await.logged[await.logged_count++] = hash;
  std::uint32_t pairs = 0;
  for (std::uint32_t n = 0; n < reads.count; ++n) pairs += reads.location[n].plain ? 0 : 1;
  const auto thread = static_cast<std::uint16_t>(await.thread->id);
  for (std::uint32_t n = 0; n < reads.count; ++n) {
    const ReadLocation& read = reads.location[n];
    if (read.plain) continue;
    put({wire::RecordKind::kAwait, OpKind::kNone, thread, pairs, read.address});
    put({wire::RecordKind::kAwait, OpKind::kLoad, thread, 0, logged_value(read.value)});
    pairs = 0;
  }
}

// Whether the thread can wait where it is as long as its object has this value. `reads` as of is_silent().
bool can_wait(const Await& await, std::uint64_t value, ReadSet& reads, bool& in_vain) {
  in_vain = false;
  if (is_silent(await.head, value, reads)) return true;
  if (!await.thread->tries) return false;
  ReadSet later, made;
  const EarlierLoads& earlier = pool->earlier[await.thread->id];
  if (!fails_in_vain(earlier, await.head, value, later, made) || !are_stable(await.thread, made))
    return false;
  reads = later;
  in_vain = true;
  return true;
}

// Values that the object had before, from the log: in another order of steps the thread would find them.
void look_at_earlier_values(Await& await) {
  constexpr std::uint32_t kMostRecords = 4096, kMost = 8;
  std::uint64_t known[kMost] = {logged_value(value_of(await.head))};
  std::uint32_t count = 1;
  const wire::Record* const begin = first_record();
  bool of_object = false;
  const wire::Record* const last = g.write - begin > kMostRecords ? g.write - kMostRecords : begin;
  for (const wire::Record* at = last; at < g.write && count < kMost; ++at) {
    if (at->kind == wire::RecordKind::kStep) of_object = at->object == await.head.object;
    if (at->kind != wire::RecordKind::kEffect || !of_object || at->object == 0) continue;
    if (at->value != await.head.hook.bytes) continue;
    bool is_new = true;
    for (std::uint32_t n = 0; n < count; ++n) is_new &= known[n] != at->object;
    if (!is_new) continue;
    known[count++] = at->object;
    ReadSet reads;
    bool in_vain = false;
    const bool silent = can_wait(await, value_logged_as(at->object), reads, in_vain);
    note_reads(reads);
    if (!silent || !judge_reads(await.thread, reads)) continue;
    await.polls |= !reads.yields && !in_vain;
    log_silent(await, reads);
  }
}

// ---- one await

bool decide(Await& await) {
  const bool silent = can_wait(await, value_of(await.head), await.reads, await.in_vain);
  note_reads(await.reads);
  await.silent = silent && judge_reads(await.thread, await.reads);
  if (await.silent && await.in_vain) g.header->tries |= wire::kTriesLeftOut;
  await.polls |= await.silent && !await.reads.yields && !await.in_vain;
  if (await.silent) log_silent(await, await.reads);
  return await.silent;
}

// Each loop once, by its code and object.
void note_polls(const HeadStep& head) {
  const std::uint64_t loop = head.return_address() * 31 + head.object;
  for (std::uint32_t n = 0; n < pool->noted_count; ++n)
    if (pool->noted[n] == loop) return;
  if (pool->noted_count == Pool::kNoted) return;
  pool->noted[pool->noted_count++] = loop;
  note_polling(head.return_address(), head.object);
}

Await* take_await() {
  for (std::uint32_t n = 0; n < pool->used; ++n)
    if (pool->awaits[n].thread == nullptr) return &pool->awaits[n];
  return pool->used == kAwaits ? nullptr : &pool->awaits[pool->used++];
}

HeadStep head_of(const Fiber* thread, Hook hook, const volatile void* object, std::uint64_t first,
                 std::uint64_t second) {
  HeadStep head;
  head.hook = hook;
  head.object = reinterpret_cast<std::uint64_t>(object);
  head.first = first;
  head.second = second;
  head.stack = stalemate_rt_entered.stack;
  std::memcpy(head.registers, stalemate_rt_entered.registers, sizeof head.registers);
  head.thread_pointer = number(thread->tcb);
  head.own.stack_begin = stack_low(thread->slot);
  head.own.stack_end = stack_high(thread->slot);
  head.own.tls_begin = number(thread->tcb) - tls_image_bytes();
  head.own.tls_end = number(thread->tcb);
  head.own.new_begin = ~thread->new_block;
  head.own.new_end = head.own.new_begin + thread->new_bytes;
  return head;
}

}  // namespace

void prepare_awaits() {
  prepare_hooks();
  find_constant_memory();
  prepare_workspace();
  if (pool == nullptr) pool = static_cast<Pool*>(kept_pages(sizeof(Pool)));
}

void begin_awaits() {
  const wire::Config& config = g.channel->config;
  awaits_are_on = config.pure_loops != wire::kAllIterations && config.fair != 0 && config.spin_yield != 0;
  tries_are_on = awaits_are_on && config.pure_loops == wire::kNoFailedTries && config.weak_cas == 0;
  for (std::uint32_t n = 0; n < pool->used; ++n) pool->awaits[n].thread = nullptr;
  pool->first = nullptr;
  pool->used = 0;
}

bool may_be_disturbed(const Fiber* thread) {
  return g.signals || thread->set_aside || thread->cancel_at_once || shares_memory_with_process();
}

namespace {

// Code that is not under control has run beside threads, or runs in threads that are not.
bool runs_beside_others() {
  const wire::Channel& channel = *g.channel;
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_relaxed);
  for (std::uint32_t n = 0; n < entries && n < wire::kLedgerEntries; ++n)
    if (channel.ledger[n].what == wire::Uncontrolled::kKernelThread) return true;
  return channel.unseen_count.load(std::memory_order_relaxed) != 0;
}

bool is_on_stack(const Fiber* thread, std::uint64_t address) {
  const std::uint64_t low = stack_low(thread->slot);
  return address - low < stack_high(thread->slot) - low;
}

// A null pointer is about to fault.
bool is_address(const volatile void* object) {
  constexpr std::uint64_t kFirst = 65536, kBeyond = std::uint64_t{1} << 47;
  const auto address = reinterpret_cast<std::uint64_t>(object);
  return address >= kFirst && address < kBeyond;
}

void enable_all() {
  for (Await* await = pool->first; await != nullptr; await = await->next) {
    await->silent = false;
    set_enabled(await->thread, true);
  }
}

}  // namespace

bool await_begins(Hook hook, const volatile void* object, std::uint64_t first, std::uint64_t second) {
  Fiber* const self = g.current;
  if (may_be_disturbed(self) || !is_on_stack(self, stalemate_rt_entered.stack) || !is_address(object))
    return true;
  Await* const await = take_await();
  if (await == nullptr) return true;
  await->thread = self;
  await->head = head_of(self, hook, object, first, second);
  await->logged_count = 0;
  await->polls = false;
  await->next = pool->first;
  pool->first = await;
  self->await = await;
  decide(*await);
  if (g.effects) look_at_earlier_values(*await);
  if (await->polls) note_polls(await->head);
  return !await->silent;
}

void await_ends() {
  Await* const await = g.current->await;
  if (await == nullptr) return;
  Await** link = &pool->first;
  while (*link != await) link = &(*link)->next;
  *link = await->next;
  await->thread = nullptr;
  g.current->await = nullptr;
}

bool retry_begins(Hook hook, const volatile void* object, int order, Retry& retry) {
  Fiber* const self = g.current;
  if (g.channel->config.weak_cas != 0 || may_be_disturbed(self) || !is_address(object) ||
      !is_on_stack(self, stalemate_rt_entered.stack))
    return false;
  if (!may_reach_swap(*reinterpret_cast<const std::uint64_t*>(stalemate_rt_entered.stack))) return false;
  retry.load = head_of(self, hook, object, 0, 0);
  retry.order = order;
  return may_retry(retry.load, order, retry.only);
}

bool retry_has_read(const Retry& retry, std::uint64_t value) {
  CallSite swap = retry.only;
  if (swap.stack == 0 && !retries(retry.load, value, retry.order, swap)) return false;
  g.current->swaps_at = swap;
  return true;
}

bool is_second_part() {
  const CallSite& swap = g.current->swaps_at;
  const std::uint64_t stack = stalemate_rt_entered.stack;
  return swap.stack != 0 && swap.stack == stack &&
         swap.return_address == *reinterpret_cast<const std::uint64_t*>(stack);
}

bool load_begins(Hook hook, const volatile void* object, int order) {
  Fiber* const self = g.current;
  if (self->id >= kTrying || may_be_disturbed(self) || !is_on_stack(self, stalemate_rt_entered.stack) ||
      !is_address(object))
    return false;
  EarlierLoads& earlier = pool->earlier[self->id];
  if (!self->tries || earlier.count == EarlierLoads::kMost) earlier.count = 0;
  self->tries = earlier.count != 0;
  const bool is_start = may_begin_try(*reinterpret_cast<const std::uint64_t*>(stalemate_rt_entered.stack));
  if (!is_start && earlier.count == 0) return false;
  EarlierLoad& load = earlier.loads[earlier.count];
  load.begin(head_of(self, hook, object, 0, 0), order);
  if (!is_start) load.words = 0;
  return true;
}

void load_has_read(std::uint64_t value) {
  EarlierLoads& earlier = pool->earlier[g.current->id];
  earlier.loads[earlier.count++].value = value;
  g.current->tries = true;
}

void renew_awaits() {
  if (pool->first != nullptr && (g.signals || shares_memory_with_process())) return enable_all();
  for (Await* await = pool->first; await != nullptr; await = await->next) {
    if (await->reads.unchanged()) continue;
    const bool before = await->silent;
    if (decide(*await) != before) set_enabled(await->thread, !await->silent);
  }
}

bool awaits(const Fiber* fiber) { return fiber->await != nullptr && fiber->await->silent; }

void is_prescribed(const Fiber* fiber) {
  if (fiber->await->in_vain) g.header->tries |= wire::kTriesMade;
}

bool tries_in_vain() {
  for (const Await* await = pool->first; await != nullptr; await = await->next)
    if (await->silent && await->in_vain) return true;
  return false;
}

// If all that are left would spin, that is a livelock, and their spinning shows it.
bool release_awaits() {
  if (pool->first == nullptr) return false;
  const bool alone = !runs_beside_others();
  for (const Fiber* f = first_fiber(); f != nullptr && alone; f = f->path_next)
    if (!f->finished && !awaits(f)) return false;
  awaits_are_on = false;
  enable_all();
  return true;
}

}  // namespace stalemate::rt
