// Every pair of lines that races. A line that is part of a race says so: // @name; expected pairs are in
// the test `pairs`, by these names.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int x, y, z;
std::mutex mutex;

void set(int* where) { *where = 7; }  // @set

#if CASE == 1
// One access races with three earlier ones of one thread, and these with it.
void first() {
  x = 1;  // @a
  x = 2;  // @b
  z = x;  // @c
}
void second() { x = 3; }  // @w
#elif CASE == 2
// One line races on two variables, with a partner of its own on each.
void first() {
  x = 1;  // @a
  y = 1;  // @b
}
void second() {
  set(&x);
  set(&y);
}
#elif CASE == 3
// A read and a write of the same thread, the read hidden by the write.
void first() {
  z = x;  // @r
  x = 1;  // @w
}
void second() { x = 2; }  // @v
#elif CASE == 4
// Behind a promoted flag: the write of y by the second thread comes only where it reads the other's x.
void first() {
  y = 1;  // @y
  x = 1;  // @x
}
void second() {
  if (x == 1)  // @look
    y = 2;     // @behind
}
#elif CASE == 5
// An atomic access and a plain one; two atomic ones do not race.
std::atomic<int> shared;
void first() { shared.store(1, std::memory_order_relaxed); }  // @a
void second() {
  shared.store(2, std::memory_order_relaxed);
  z = *reinterpret_cast<int*>(&shared);  // @p
}
#elif CASE == 6
// Hidden by the write of the same thread, which races with the same one.
void first() { x = 1; }  // @a
void second() {
  if (x != 1) return;  // @look
  x = 2;               // @w
  z = x;               // @r
}
#elif CASE == 7
// A part of a variable, and all of it: bytes that do not overlap do not race.
struct {
  char bytes[8];
} parts;
void first() {
  parts.bytes[0] = 1;  // @a
  parts.bytes[5] = 1;  // @b
}
void second() {
  set(reinterpret_cast<int*>(parts.bytes + 4));
  parts.bytes[0] = 2;  // @c
}
#elif CASE == 8
// The first as in the first case, but that the other thread never comes before.
std::atomic<bool> done;
void first() {
  x = 1;  // @a
  x = 2;  // @b
  z = x;  // @c
  done.store(true, std::memory_order_relaxed);
}
void second() {
  if (done.load(std::memory_order_relaxed)) x = 3;  // @w
}
#elif CASE == 9
// Steps before the race, at which a random schedule switches for nothing.
std::atomic<int> steps;
void first() {
  for (int n = 0; n < 4; ++n) steps.fetch_add(1, std::memory_order_relaxed);
  x = 1;  // @a
}
void second() {
  for (int n = 0; n < 4; ++n) steps.fetch_add(1, std::memory_order_relaxed);
  x = 2;  // @b
}
#endif

int main() {
  std::thread one(first), two(second);
  one.join();
  two.join();
}
