// The file system of Flanagan and Godefroid (POPL 2005): each thread gives its inode a block, and
// searches for a free one from a place that depends on the inode. No block may have two inodes.
//
// THREADS (3), NUMINODE (32), NUMBLOCKS (26). Thread t starts its search at block 2t mod NUMBLOCKS, so
// with 26 blocks the first conflict comes with thread 13.
//
// BUG=1: the block's lock is released between the test and the allocation. Assertion with NUMBLOCKS=4,
//   where threads 0 and 2 both start at block 0; least preemptions 1.
//   1 is enough: thread 0 sees block 0 free, unlocks it and is preempted before it locks it again [P1];
//   thread 2 sees it free, allocates it and ends; thread 0 allocates it too.
//   0 is not: inode locks are never contended (every thread has its own inode), and a block lock is held
//   by a thread that does not run only if that thread was preempted, so that every thread runs whole.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef THREADS
#define THREADS 3
#endif
#ifndef NUMINODE
#define NUMINODE 32
#endif
#ifndef NUMBLOCKS
#define NUMBLOCKS 26
#endif

struct Inode {
  std::mutex mutex;
  int block = -1;
};

struct Block {
  std::mutex mutex;
  bool busy = false;
};

Inode inodes[NUMINODE];
Block blocks[NUMBLOCKS];

bool allocate(Block& block) {
  std::unique_lock<std::mutex> lock(block.mutex);
  if (block.busy) return false;
#if BUG == 1
  lock.unlock();
  lock.lock();
#endif
  assert(!block.busy);
  block.busy = true;
  return true;
}

void give_block(int thread) {
  const int number = thread % NUMINODE;
  Inode& inode = inodes[number];
  std::lock_guard<std::mutex> lock(inode.mutex);
  if (inode.block != -1) return;
  int block = number * 2 % NUMBLOCKS;
  while (!allocate(blocks[block])) block = (block + 1) % NUMBLOCKS;
  inode.block = block;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i) threads.emplace_back(give_block, i);
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < THREADS; ++i) assert(inodes[i % NUMINODE].block != -1);
}
