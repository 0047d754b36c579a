// A small file system in the manner of Daisy ("DaisyTest1" to "DaisyTest3"): inodes and blocks, each with a
// lock, an allocation map with another, and three users who create, write, read and remove.
//
// Two users create the same file: who allocates its block first depends on the schedule, and so do the reads
// of the inode, of the map and of the block. The third user's file is touched by nobody else, but the map is
// not.
#include <cassert>
#include <mutex>
#include <thread>

#ifndef SCALE
#define SCALE 1
#endif

namespace {

constexpr int kInodes = 3, kBlocks = 4, kNone = -1;

struct Inode {
  std::mutex mutex;
  int block = kNone;
  int size = 0;
};
struct Block {
  std::mutex mutex;
  int contents = 0;
};

Inode inodes[kInodes];
Block blocks[kBlocks];
std::mutex map_mutex;
bool used[kBlocks];

int allocate() {
  std::lock_guard<std::mutex> lock(map_mutex);
  for (int block = 0; block < kBlocks; ++block)
    if (!used[block]) {
      used[block] = true;
      return block;
    }
  assert(false);
  return kNone;
}

void write_file(int file, int contents) {
  Inode& inode = inodes[file];
  std::lock_guard<std::mutex> lock(inode.mutex);
  if (inode.block == kNone) inode.block = allocate();
  std::lock_guard<std::mutex> inner(blocks[inode.block].mutex);
  blocks[inode.block].contents = contents;
  inode.size = inode.size + 1;
}

int read_file(int file) {
  Inode& inode = inodes[file];
  std::lock_guard<std::mutex> lock(inode.mutex);
  if (inode.block == kNone) return kNone;
  std::lock_guard<std::mutex> inner(blocks[inode.block].mutex);
  return blocks[inode.block].contents;
}

void remove_file(int file) {
  Inode& inode = inodes[file];
  std::lock_guard<std::mutex> lock(inode.mutex);
  if (inode.block == kNone) return;
  std::lock_guard<std::mutex> map(map_mutex);
  used[inode.block] = false;
  inode.block = kNone;
  inode.size = 0;
}

void first_user() {
  for (int round = 0; round < SCALE; ++round) {
    write_file(0, 11);
    assert(read_file(0) != kNone);
  }
}

void second_user() {
  for (int round = 0; round < SCALE; ++round) {
    write_file(0, 22);
    write_file(1, 23);
    remove_file(1);
  }
}

void third_user() {
  for (int round = 0; round < SCALE; ++round) {
    write_file(2, 33);
    assert(read_file(2) == 33);
  }
}

}  // namespace

int main() {
  std::thread first(first_user), second(second_user), third(third_user);
  first.join();
  second.join();
  third.join();
  assert(inodes[0].size == 2 * SCALE && inodes[1].size == 0 && inodes[2].size == SCALE);
  assert(read_file(0) == 11 || read_file(0) == 22);
}
