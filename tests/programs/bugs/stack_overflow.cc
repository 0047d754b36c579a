// Two folders, each moved into the other by a thread of its own; a move that would close a cycle is refused.
// Then each thread measures, recursively, how deep its folder lies.
//
// BUG=1: the test and the move are not one critical section. Crash (stack overflow: SIGSEGV), least
//   preemptions 1.
//   1 is enough: one thread sees that the other folder lies at the top, unlocks and is preempted before
//   it locks again [P1]; the other moves its folder and ends; the first moves its own: a cycle, and
//   depth() never ends. 0 is not: no thread blocks with the mutex held, so the first thread is done with
//   its move when the other starts, which is refused.
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

constexpr int kTop = -1;

struct Folders {
  int parent[2] = {kTop, kTop};
};

std::mutex mutex;
Folders folders;

// The padding makes a frame large, and keeps the recursion a recursion.
int depth(const Folders& tree, int folder) {
  volatile char padding[512];
  padding[0] = 1;
  if (tree.parent[folder] == kTop) return 0;
  return depth(tree, tree.parent[folder]) + padding[0];
}

void move_into(int folder, int target) {
  std::unique_lock<std::mutex> lock(mutex);
  if (folders.parent[target] == folder) return;
#if BUG == 1
  lock.unlock();
  lock.lock();
#endif
  folders.parent[folder] = target;
  const Folders copy = folders;
  lock.unlock();
  depth(copy, folder);
}

int main() {
  std::thread one(move_into, 0, 1);
  std::thread other(move_into, 1, 0);
  one.join();
  other.join();
}
