#include "kiss/engine/walk.h"

#include "kiss/engine/program_memory.h"
#include "kiss/engine/seen_states.h"
#include "kiss/engine/switch.h"

extern "C" void kiss_told(int thread, int statement);

namespace stalemate::kiss::engine {
namespace {

enum class Why : std::uint32_t { kReturned, kBlocked, kPruned, kCut, kFailed, kStuck };

Channel* channel;
void (*program)();
Taken* path;
std::uint32_t depth, prefix;
bool caching, tracing, inside;
std::uintptr_t lowest;  // stack pointer of this path
Why why;
Outcome stuck;  // with kStuck
std::uint64_t seen_paths;
std::uint32_t seen_depth, still;  // for second_passed
PassedStatement freeing;          // the last statement that frees

[[noreturn]] void end_path(Why reason) {
  inside = false;
  why = reason;
  kiss_engine_leave();
}
[[noreturn]] void give_up(Outcome outcome) {
  stuck = outcome;
  end_path(Why::kStuck);
}

// Caching is sound: the program between two choices is a function of its memory, of the registers that live
// through a call, and of the choice; all of that, and the number of choices offered here (which is an
// argument, and may be nowhere else), is in the hash. So two equal states have equal sets of paths below
// them. The first of them was entered before, and its paths have been walked or are being walked: below it, a
// failure is found before anything that comes later, and a path that leads back to a state above itself adds
// no new end. Not in the hash: the state of libc (only functions without state may be called, see
// front/library), the reported events (the program never reads them), the number of choices so far (its limit
// ends the search). Two different states share a hash with odds below n^2 / 2^129, see base/hash128.h.
bool is_known_state(std::uint32_t width) {
  Mixer128 mixer;
  mixer.add(width);
  for (unsigned i = 0; i < 6; ++i) mixer.add(kiss_engine_registers[i]);
  add_program_memory(mixer, kiss_engine_registers[6]);
  return !insert_state(mixer.hash());
}

int new_choice(std::uint32_t width) {
  if (tracing) give_up(Outcome::kNotDeterministic);
  if (depth == kMostChoices) give_up(Outcome::kChoicesRanOut);
  if (caching && is_known_state(width)) end_path(Why::kPruned);
  path[depth] = {0, width};
  prefix = ++depth;
  return 0;
}

void run_path() {
  restore_program_memory(lowest);
  lowest = reinterpret_cast<std::uintptr_t>(stack_top());
  depth = 0;
  why = Why::kReturned;
  inside = true;
  kiss_engine_enter(program, stack_top());
  inside = false;
  channel->depth.store(depth, std::memory_order_relaxed);
}

// True if there is another path in this order.
bool to_next_path() {
  std::uint32_t level = depth;
  while (level > channel->floor && path[level - 1].choice + 1 >= path[level - 1].width) --level;
  if (level == channel->floor) return false;
  ++path[level - 1].choice;
  prefix = level;
  return true;
}

// The largest part: the rest of the highest level. It comes after all that remains here.
bool can_split() {
  for (std::uint32_t level = channel->floor; level < prefix; ++level)
    if (path[level].choice + 1 < path[level].width) {
      channel->split_level = level;
      channel->split_from = path[level].choice + 1;
      channel->floor = level + 1;
      return true;
    }
  return false;
}

void count_path() {
  channel->paths.store(channel->paths.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (why == Why::kBlocked) ++channel->blocked;
  if (why == Why::kPruned) ++channel->pruned;
}

void clear_counts() {
  Channel& c = *channel;
  c.paths.store(0);
  c.depth.store(0);
  c.outcome = Outcome::kDone;
  c.failure = 0;
  c.statement = c.signal = 0;
  c.blocked = c.states = c.pruned = 0;
  c.cut_loops = c.cut_long_loops = c.cut_recursion = c.too_many_threads = c.cut_unknown = 0;
  c.events = c.inputs = 0;
  for (std::uint8_t& loop : c.loops) loop = 0;
}

Outcome walk_order(void (*give_back)()) {
  for (;;) {
    if (channel->stop.load(std::memory_order_relaxed) != 0) return Outcome::kStopped;
    if (channel->paths.load(std::memory_order_relaxed) >= channel->most_paths) return Outcome::kPathsRanOut;
    run_path();
    if (why == Why::kStuck) return stuck;
    count_path();
    if (why == Why::kFailed) return Outcome::kFailed;
    if (tracing || !to_next_path()) return Outcome::kDone;
    if (channel->split.load(std::memory_order_relaxed) != 0 && can_split()) {
      channel->split.store(0, std::memory_order_relaxed);
      give_back();
    }
  }
}

}  // namespace

const char* prepare_walk(Channel& shared, void (*entry)()) {
  channel = &shared;
  program = entry;
  path = shared.path;
  caching = shared.cache != 0;
  if (caching && !start_states(shared.cache_bytes)) return "no memory for the states";
  const char* const trouble = take_program_memory(reinterpret_cast<const void*>(entry), shared.heap_bytes);
  lowest = reinterpret_cast<std::uintptr_t>(stack_top());
  return trouble;
}

void walk(void (*give_back)()) {
  const bool cache = caching;
  tracing = channel->command == Command::kTrace;
  if (tracing) caching = false;
  channel->bounds[kTracing] = tracing ? 1 : 0;
  clear_counts();
  prefix = channel->given;
  const Outcome outcome = walk_order(give_back);
  channel->outcome = outcome;
  channel->states = state_count();
  channel->cache_full = states_are_full() ? 1 : 0;
  caching = cache;
}

void fail_path(std::uint32_t kind, int statement, int signal) {
  // If races are checked, nothing else is: as in share/scheduler.c.
  if (channel->bounds[kRace] != 0 && kind != kDataRace) end_path(Why::kCut);
  channel->failure = kind;
  channel->statement = statement;
  channel->signal = signal;
  end_path(Why::kFailed);
}
void out_of_heap() { give_up(Outcome::kMemoryRanOut); }
void misused_heap() { fail_path(kMisuse, 0, 0); }
void freed_twice() {
  if (tracing && freeing.statement != 0) kiss_told(freeing.thread, -freeing.statement);
  fail_path(kDoubleFree, freeing.statement, 0);
}
bool is_inside() { return inside; }
void overflowed_stack() {
  // All threads run on this one stack: its depth is not theirs.
  channel->cut_recursion = 1;
  lowest = stack_bottom();
  end_path(Why::kCut);
}

void second_passed() {
  const std::uint64_t paths = channel->paths.load(std::memory_order_relaxed);
  if (!inside || paths != seen_paths || depth != seen_depth) {
    seen_paths = paths;
    seen_depth = depth;
    still = 0;
  } else if (++still >= channel->patience) {
    still = 0;
    give_up(Outcome::kNoReturn);
  }
}

static int given_to(int thread, int value) {
  if (tracing && channel->inputs < kMostInputs) channel->given_inputs[channel->inputs++] = {thread, value};
  return value;
}

static void note_loop(int id, LoopBits what) {
  const auto number = static_cast<std::uint32_t>(id);
  channel->loops[number < kMostLoops ? number : 0] |= what;
}

extern "C" {

int kiss_engine_choose(int width) {
  if (width <= 1) {
    if (width == 1) return 0;
    end_path(Why::kBlocked);
  }
  const std::uintptr_t stack_pointer = kiss_engine_registers[6];
  if (stack_pointer < lowest) lowest = stack_pointer;
  if (caching) scrub_stack_below(stack_pointer);
  if (depth == prefix) return new_choice(static_cast<std::uint32_t>(width));
  if (path[depth].width != static_cast<std::uint32_t>(width)) give_up(Outcome::kNotDeterministic);
  return static_cast<int>(path[depth++].choice);
}

void kiss_assume(int condition) {
  if (condition == 0) end_path(Why::kBlocked);
}

[[noreturn]] void kiss_fail(std::uint32_t kind, int statement) { fail_path(kind, statement, 0); }

// The numbers are those of enum kiss_end in share/kiss.h.
[[noreturn]] void kiss_end(std::uint32_t reason) {
  if (reason == 2) end_path(Why::kBlocked);
  if (reason == 3) channel->cut_loops = 1;
  if (reason == 4) channel->cut_long_loops = 1;
  if (reason == 5) channel->cut_recursion = 1;
  if (reason == 6) channel->too_many_threads = 1;
  if (reason == 7) channel->cut_unknown = 1;
  end_path(Why::kCut);
}

void kiss_frees(int thread, int id) { freeing = {thread, id}; }

void kiss_cut(int id) { note_loop(id, kLoopCut); }
void kiss_passed(int id) { note_loop(id, kLoopPassed); }

void kiss_told(int thread, int statement) {
  if (channel->events < kMostEvents) channel->passed[channel->events++] = {thread, statement};
}

int kiss_choose(int width);
int kiss_input_of(int thread) {
  const int low = channel->bounds[kLowestInput], high = channel->bounds[kHighestInput];
  return given_to(thread, low + kiss_choose(high - low + 1));
}
int kiss_truth_of(int thread) { return given_to(thread, kiss_choose(2)); }
}

}  // namespace stalemate::kiss::engine
