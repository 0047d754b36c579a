// A cache behind a readers-writer lock made of a mutex and a condition variable: look the key up as a
// reader, load and insert it as a writer. A value is loaded at most once.
//
// BUG=1: the writer does not look again before it loads. Assertion, least preemptions 1.
//   1 is enough: one thread misses as a reader, gives the read lock back and is preempted before it asks
//   for the write lock [P1]; the other misses, loads, inserts and ends; the first loads again.
//   0 is not: a thread blocks only where the other holds the readers-writer lock or its mutex without
//   running, which takes a preemption; so the first thread is done before the other starts.
// BUG=2: the reader turns its read lock into the write lock, and waits until it is the last reader.
//   Deadlock, least preemptions 1.
//   1 is enough: one thread has its read lock and is preempted before the upgrade [P1]; the other gets a
//   read lock as well, asks for the upgrade and blocks, two readers being there; the first asks for
//   the upgrade and blocks for the same reason. 0 is not, as above.
#include <cassert>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

class ReadersWriterLock {
 public:
  void lock_shared() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (writing_) changed_.wait(lock);
    ++readers_;
  }
  void unlock_shared() {
    std::lock_guard<std::mutex> lock(mutex_);
    --readers_;
    changed_.notify_all();
  }
  void lock() { become_writer(0); }
  void unlock() {
    std::lock_guard<std::mutex> lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }
  // The caller is a reader and becomes the writer, without a moment in between.
  void upgrade() { become_writer(1); }

 private:
  void become_writer(int own_readers) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (writing_ || readers_ > own_readers) changed_.wait(lock);
    readers_ -= own_readers;
    writing_ = true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

class Cache {
 public:
  int get(int key) {
    lock_.lock_shared();
    const auto found = values_.find(key);
    if (found != values_.end()) {
      const int value = found->second;
      lock_.unlock_shared();
      return value;
    }
#if BUG == 2
    lock_.upgrade();
#else
    lock_.unlock_shared();
    lock_.lock();
#endif
    const int value = insert(key);
    lock_.unlock();
    return value;
  }

 private:
  int insert(int key) {
#if BUG != 1
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
#endif
    ++loads_;
    assert(loads_ == 1);
    return values_[key] = key * 10;
  }

  ReadersWriterLock lock_;
  std::map<int, int> values_;
  int loads_ = 0;
};

int main() {
  Cache cache;
  auto use = [&cache] { assert(cache.get(7) == 70); };
  std::thread one(use);
  std::thread other(use);
  one.join();
  other.join();
}
