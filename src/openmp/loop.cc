#include "openmp/loop.h"

#include <cstdlib>

#include "openmp/works.h"

namespace stalemate::omp {
namespace {

bool take(Loop& loop, std::uint64_t begin, std::uint64_t end) {
  loop.begin = begin;
  loop.end = end;
  loop.has_chunk = true;
  loop.in_turn = begin == 0;
  return true;
}

// One block for each thread, the first ones longer by one if the division has a remainder.
bool take_block(const Member& member, Loop& loop) {
  if (loop.rounds++ > 0) return false;
  const std::uint64_t threads = member.team->threads, number = member.number;
  const std::uint64_t share = loop.count / threads, rest = loop.count % threads;
  const std::uint64_t begin = number * share + (number < rest ? number : rest);
  const std::uint64_t end = begin + share + (number < rest ? 1 : 0);
  return begin < end && take(loop, begin, end);
}

bool take_static(const Member& member, Loop& loop) {
  if (loop.chunk == 0) return take_block(member, loop);
  const std::uint64_t chunks = loop.count / loop.chunk + (loop.count % loop.chunk != 0 ? 1 : 0);
  const std::uint64_t mine = member.number + loop.rounds++ * member.team->threads;
  if (mine >= chunks) return false;
  const std::uint64_t begin = mine * loop.chunk;
  return take(loop, begin, loop.count - begin < loop.chunk ? loop.count : begin + loop.chunk);
}

// Relaxed: receiving iterations later than another thread orders nothing else.
bool take_dynamic(Loop& loop) {
  const std::uint64_t begin = loop.work->next.fetch_add(loop.chunk, std::memory_order_relaxed);
  if (begin >= loop.count) return false;
  return take(loop, begin, loop.count - begin < loop.chunk ? loop.count : begin + loop.chunk);
}

bool take_guided(const Member& member, Loop& loop) {
  std::uint64_t begin = loop.work->next.load(std::memory_order_relaxed);
  for (;;) {
    if (begin >= loop.count) return false;
    const std::uint64_t left = loop.count - begin, threads = member.team->threads;
    std::uint64_t size = left / threads + (left % threads != 0 ? 1 : 0);
    if (size < loop.chunk) size = loop.chunk;
    if (size > left) size = left;
    if (loop.work->next.compare_exchange_strong(begin, begin + size, std::memory_order_relaxed))
      return take(loop, begin, begin + size);
  }
}

void pass_turn(Member& member) {
  Loop& loop = member.loop;
  begin_ordered(member);
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  loop.work->ordered = loop.end;
  pthread_cond_broadcast(&team.changed);
  pthread_mutex_unlock(&team.mutex);
  loop.in_turn = false;
}

std::uint64_t number_in_nest(const Loop& loop, const std::uint64_t* numbers) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < loop.dimensions; ++i) number = number * loop.extents[i] + numbers[i];
  return number;
}

bool is_in_nest(const Loop& loop, const std::uint64_t* numbers) {
  for (unsigned i = 0; i < loop.dimensions; ++i)
    if (numbers[i] >= loop.extents[i]) return false;
  return true;
}

// Under the team's mutex.
unsigned char* posted(Loop& loop) {
  if (loop.nest->posted == nullptr) {
    std::uint64_t all = 1;
    for (unsigned i = 0; i < loop.dimensions; ++i) all *= loop.extents[i];
    loop.nest->posted = static_cast<unsigned char*>(std::calloc(all != 0 ? all : 1, 1));
    if (loop.nest->posted == nullptr) std::abort();
  }
  return loop.nest->posted;
}

}  // namespace

std::uint64_t count_up(std::int64_t first, std::int64_t end, std::int64_t step) {
  if (step > 0)
    return first < end ? (static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(first) - 1) /
                                 static_cast<std::uint64_t>(step) +
                             1
                       : 0;
  return first > end ? (static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(end) - 1) /
                               (0 - static_cast<std::uint64_t>(step)) +
                           1
                     : 0;
}

std::uint64_t count_unsigned(bool up, std::uint64_t first, std::uint64_t end, std::uint64_t step) {
  if (up) return first < end ? (end - first - 1) / step + 1 : 0;
  return first > end ? (first - end - 1) / (0 - step) + 1 : 0;
}

void enter_loop(Member& member, const Loop& loop) {
  member.loop = loop;
  Loop& own = member.loop;
  own.work = &next_work(member);
  if (own.nest == nullptr) own.nest = own.work;
  if (own.schedule == Schedule::kStatic) return;
  if (own.chunk == 0) own.chunk = 1;
  if (own.chunk > own.count && own.count != 0) own.chunk = own.count;
}

bool next_chunk(Member& member) {
  Loop& loop = member.loop;
  if (loop.has_chunk && loop.ordered && member.team->threads > 1) pass_turn(member);
  loop.has_chunk = false;
  switch (loop.schedule) {
    case Schedule::kStatic: return take_static(member, loop);
    case Schedule::kDynamic: return take_dynamic(loop);
    case Schedule::kGuided: return take_guided(member, loop);
  }
  return false;
}

void begin_ordered(Member& member) {
  Loop& loop = member.loop;
  if (loop.in_turn || !loop.has_chunk || member.team->threads == 1) return;
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  while (loop.work->ordered != loop.begin) pthread_cond_wait(&team.changed, &team.mutex);
  pthread_mutex_unlock(&team.mutex);
  loop.in_turn = true;
}

void post_iteration(Member& member, const std::uint64_t* numbers) {
  Loop& loop = member.loop;
  if (member.team->threads == 1 || !is_in_nest(loop, numbers)) return;
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  posted(loop)[number_in_nest(loop, numbers)] = 1;
  pthread_cond_broadcast(&team.changed);
  pthread_mutex_unlock(&team.mutex);
}

void wait_for_iteration(Member& member, const std::uint64_t* numbers) {
  Loop& loop = member.loop;
  if (member.team->threads == 1 || !is_in_nest(loop, numbers)) return;
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  while (posted(loop)[number_in_nest(loop, numbers)] == 0) pthread_cond_wait(&team.changed, &team.mutex);
  pthread_mutex_unlock(&team.mutex);
}

}  // namespace stalemate::omp
