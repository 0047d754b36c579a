#include "runtime/scheduler/sync_object.h"

#include "base/check.h"
#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/log/effects.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

struct Cell {
  std::uint64_t address = 0;
  std::uint32_t execution = 0;
  std::uint32_t object = 0;
};

constexpr std::uint32_t kMaxObjects = 1u << 22;
Cell* cells = nullptr;
std::uint32_t cell_bits = 12;
SyncObject* objects = nullptr;
constexpr std::size_t kObjectStep = 1u << 20;  // bytes; then twice as much, and so on
std::uint32_t objects_open = 0;                // may be accessed
std::uint32_t used = 0;
std::uint32_t execution = 1;
ReadHold* holds = nullptr;
std::uint32_t holds_used = 0;
ReadHold* free_holds = nullptr;

// Objects in the heap by address, so that the objects of one block are found together.
constexpr std::uint32_t kNeighbourhoods = 4096;
constexpr std::uint64_t kNearBytes = 64;
struct Neighbourhood {
  SyncObject* first = nullptr;
  std::uint32_t execution = 0;
};
Neighbourhood neighbourhoods[kNeighbourhoods];
bool any_in_heap = false;  // in this execution

Neighbourhood& neighbourhood_of(std::uint64_t address) {
  return neighbourhoods[address / kNearBytes * 0x9e3779b97f4a7c15u >> 52];
}

void join_neighbourhood(SyncObject* object) {
  if (!layout::in_heaps(object->address)) return;
  Neighbourhood& here = neighbourhood_of(object->address);
  object->near = here.execution == execution ? here.first : nullptr;
  here = {object, execution};
  any_in_heap = true;
}

void reset(SyncObject* object) {
  SyncObject fresh;
  fresh.address = object->address;
  fresh.near = object->near;
  fresh.counted = object->counted;
  fresh.count_before = object->known ? object->count : object->count_before;
  // Readers of the log alone see the object as it was.
  if (object->owner != nullptr || object->readers != nullptr || object->sleepers != nullptr ||
      object->waiters != nullptr)
    log_opaque();
  *object = fresh;
}

std::uint32_t home_of(std::uint64_t address) {
  return static_cast<std::uint32_t>((address >> 3) * 0x9e3779b97f4a7c15u >> (64 - cell_bits));
}

Cell& cell_for(std::uint64_t address) {
  const std::uint32_t mask = (1u << cell_bits) - 1;
  std::uint32_t at = home_of(address);
  while (cells[at].execution == execution && cells[at].address != address) at = (at + 1) & mask;
  return cells[at];
}

void grow() {
  Cell* old = cells;
  const std::uint32_t old_size = 1u << cell_bits;
  cell_bits += 2;
  cells = static_cast<Cell*>(pages(sizeof(Cell) << cell_bits));
  for (std::uint32_t at = 0; at < old_size; ++at)
    if (old[at].execution == execution) cell_for(old[at].address) = old[at];
}

void open_objects() {
  const std::size_t bytes = round_up(2 * sizeof(SyncObject) * objects_open, kPageBytes);
  STALEMATE_CHECK(open_pages_at(layout::kObjectRegion, bytes) != 0,
                  "the kernel gives no memory to the runtime");
  objects_open *= 2;
}

}  // namespace

void prepare_objects() {
  if (cells != nullptr) return;
  cells = static_cast<Cell*>(pages(sizeof(Cell) << cell_bits));
  constexpr std::size_t kBytes = round_up(sizeof(SyncObject) * kMaxObjects, kPageBytes);
  STALEMATE_CHECK(pages_at(layout::kObjectRegion, kBytes, kObjectStep),
                  "the kernel gives no memory to the runtime");
  objects = reinterpret_cast<SyncObject*>(layout::kObjectRegion);
  objects_open = kObjectStep / sizeof(SyncObject);
  holds = static_cast<ReadHold*>(pages(sizeof(ReadHold) * kMaxObjects));
}

SyncObject* object_at(const void* address) {
  const auto key = reinterpret_cast<std::uint64_t>(address);
  Cell& cell = cell_for(key);
  if (cell.execution == execution) return &objects[cell.object];
  STALEMATE_CHECK(used < kMaxObjects, "more than four million synchronization objects in one execution");
  cell = Cell{key, execution, used};
  if (used == objects_open) open_objects();
  SyncObject* object = &objects[used++];
  *object = SyncObject{};
  object->address = key;
  join_neighbourhood(object);
  if (used * 2 > (1u << cell_bits)) grow();
  return object;
}

SyncObject* object_by_number(std::uint32_t number) { return &objects[number]; }

std::uint32_t object_count() { return used; }

void forget_object(const void* address) { reset(object_at(address)); }

void forget_objects_in(std::uint64_t begin, std::size_t bytes) {
  if (!any_in_heap) return;
  for (std::uint64_t at = begin & ~(kNearBytes - 1); at < begin + bytes; at += kNearBytes) {
    const Neighbourhood& here = neighbourhood_of(at);
    if (here.execution != execution) continue;
    for (SyncObject* object = here.first; object != nullptr; object = object->near)
      if (object->address - begin < bytes && object->waiters == nullptr && object->sleepers == nullptr)
        reset(object);
  }
}

void forget_all_objects() {
  used = 0;
  holds_used = 0;
  free_holds = nullptr;
  any_in_heap = false;
  ++execution;
}

const Fiber* holder_of(const SyncObject* object, std::uintptr_t* since) {
  const ReadHold* first = object->readers;
  while (first != nullptr && first->next != nullptr) first = first->next;
  *since = first != nullptr ? first->acquired_at : object->acquired_at;
  return first != nullptr ? first->reader : object->owner;
}

ReadHold* read_hold_of(const SyncObject* object, const Fiber* reader) {
  ReadHold* hold = object->readers;
  while (hold != nullptr && hold->reader != reader) hold = hold->next;
  return hold;
}

void add_read_hold(SyncObject* object, Fiber* reader, std::uintptr_t pc) {
  ReadHold* hold = read_hold_of(object, reader);
  if (hold != nullptr) {
    ++hold->depth;
    return;
  }
  hold = free_holds;
  if (hold != nullptr) {
    free_holds = hold->next;
  } else {
    STALEMATE_CHECK(holds_used < kMaxObjects, "more than four million shared locks at once in one execution");
    hold = &holds[holds_used++];
  }
  *hold = ReadHold{reader, 1, pc, object->readers};
  object->readers = hold;
}

void drop_read_hold(SyncObject* object, const Fiber* reader) {
  ReadHold** link = &object->readers;
  while ((*link)->reader != reader) link = &(*link)->next;
  ReadHold* hold = *link;
  if (--hold->depth != 0) return;
  *link = hold->next;
  hold->next = free_holds;
  free_holds = hold;
}

std::uint32_t object_epoch() { return execution; }

void link_waiter(SyncObject* object, Fiber* fiber) {
  fiber->wait_previous = nullptr;
  fiber->wait_next = object->waiters;
  if (object->waiters != nullptr) object->waiters->wait_previous = fiber;
  object->waiters = fiber;
}

void unlink_waiter(SyncObject* object, Fiber* fiber) {
  if (fiber->wait_previous != nullptr)
    fiber->wait_previous->wait_next = fiber->wait_next;
  else
    object->waiters = fiber->wait_next;
  if (fiber->wait_next != nullptr) fiber->wait_next->wait_previous = fiber->wait_previous;
  fiber->wait_next = fiber->wait_previous = nullptr;
}

// Sleepers are ordered by creation path, so that "the n-th waiter" does not depend on the order of arrival.
void link_sleeper(SyncObject* object, Fiber* fiber) {
  Fiber* before = nullptr;
  for (Fiber* f = first_fiber(); f != nullptr && f != fiber; f = f->path_next)
    if (f->sleeps_on == object) before = f;
  fiber->sleeps_on = object;
  fiber->sleep_previous = before;
  fiber->sleep_next = before != nullptr ? before->sleep_next : object->sleepers;
  if (before != nullptr)
    before->sleep_next = fiber;
  else
    object->sleepers = fiber;
  if (fiber->sleep_next != nullptr) fiber->sleep_next->sleep_previous = fiber;
  ++object->sleeping;
}

void unlink_sleeper(SyncObject* object, Fiber* fiber) {
  if (fiber->sleep_previous != nullptr)
    fiber->sleep_previous->sleep_next = fiber->sleep_next;
  else
    object->sleepers = fiber->sleep_next;
  if (fiber->sleep_next != nullptr) fiber->sleep_next->sleep_previous = fiber->sleep_previous;
  fiber->sleep_next = fiber->sleep_previous = nullptr;
  fiber->sleeps_on = nullptr;
  --object->sleeping;
}

}  // namespace stalemate::rt
