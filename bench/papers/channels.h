// Shared-memory channels between the vertices of a data-flow graph, in the manner of those that the first
// paper tests (Dryad): writers send buffers through a bounded ring, threads of the channel receive them and
// alert the application, the last writer ends the channel, every thread of the channel says that it has
// finished, and then the channel is deleted. A buffer is freed by whoever lets go of it last, its writer or
// its reader.
//
// The test's main thread creates a channel with room for two buffers, two threads that receive, and two
// writers that send one or two buffers each.
//
// Bug 1 (the paper's Figure 3): a thread of the channel says that it has finished before it alerts the
//   application for the last time. Assertion (it is used after it was deleted), least preemptions 1. 1 is
//   enough: the last thread says so and is preempted [P1]; main deletes the channel, whose lock the thread
//   then takes. 0 is not: nobody holds that lock while he does not run, so that nothing blocks between
//   saying so and the last use. (Race checking tells of it at bound 0 as a use after free: the last use and
//   the deletion are not ordered.)
// Bug 2: a thread stops as soon as the channel has ended, whether or not it is empty. Assertion (a buffer
//   is lost), least preemptions 0: the last writer fills the ring and ends the channel before any thread
//   runs again.
// Bug 3: references are counted down in two steps. Assertion (a buffer is not freed), least preemptions 1.
//   1 is enough: a writer has read 2 and is preempted [P1], the reader counts down to 1, the writer stores
//   1. 0 is not: nothing blocks between the two steps.
// Bug 4: a writer takes the place at the end of the ring without the lock. Assertion (a buffer is lost),
//   least preemptions 1. 1 is enough: a writer has read the end and is preempted [P1], the other one writes
//   to the same place. 0 is not: nothing blocks between reading and moving the end.
// Bug 5: a thread that finds the ring empty says after it has unlocked that it waits: the wake-up is lost.
//   Deadlock, least preemptions 1. 1 is enough: it has unlocked and is preempted [P1]; the writers send,
//   and wake nobody, the other thread receives everything and stops. 0 is not: nothing blocks between
//   unlocking and saying so.
#pragma once

#include <array>
#include <mutex>
#include <thread>
#include <vector>

#include "watched.h"

namespace papers {

class ChannelsTest {
 public:
  // `each`: how many buffers each writer sends.
  ChannelsTest(int bug, int each) : bug_(bug), each_(each), received_(static_cast<std::size_t>(buffers())) {}

  void run() {
    StateWatch::enter(0);
    auto* const channel = new Channel(*this);
    std::thread readers[] = {std::thread([=, this] { read(*channel, 1); }),
                             std::thread([=, this] { read(*channel, 2); })};
    std::thread writers[] = {std::thread([=, this] { write(*channel, 0); }),
                             std::thread([=, this] { write(*channel, 1); })};
    for (int n = 0; n < kReaders; ++n) finished_.wait();
    delete channel;
    for (std::thread& thread : readers) thread.join();
    for (std::thread& thread : writers) thread.join();
    for (const int count : received_) stalemate::expect(count == 1, "a buffer is lost");
    stalemate::expect(freed_.load() == buffers(), "a buffer is not freed");
  }

 private:
  static constexpr int kReaders = 2, kWriters = 2;
  int buffers() const { return kWriters * each_; }

  struct Buffer {
    explicit Buffer(int n) : number(n) {}
    const int number;
    WatchedAtomic references{2};
  };

  class Channel {
   public:
    explicit Channel(ChannelsTest& test) : test_(test) {}
    ~Channel() { alive_.store(0); }

    void send(Buffer* buffer) {
      free_.wait();
      if (test_.bug_ == 4) append(buffer);
      ring_lock_.lock();
      if (test_.bug_ != 4) append(buffer);
      const bool wakes = waiting_.load() > 0;
      if (wakes) waiting_.add(-1);
      ring_lock_.unlock();
      if (wakes) filled_.post();
    }

    // Nothing: the channel has ended.
    Buffer* receive() {
      for (;;) {
        ring_lock_.lock();
        const bool ended = ended_.load() != 0;
        const bool stops = ended && test_.bug_ == 2;
        if (Buffer* const buffer = stops ? nullptr : take()) {
          ring_lock_.unlock();
          free_.post();
          return buffer;
        }
        if (!ended && test_.bug_ != 5) waiting_.add(1);
        ring_lock_.unlock();
        if (ended) return nullptr;
        if (test_.bug_ == 5) waiting_.add(1);
        filled_.wait();
      }
    }

    // A writer will send nothing more. What is posted last is the last use of the channel: before, some
    // thread still waits for it.
    void leave() {
      if (writers_.add(-1) != 1) return;
      ring_lock_.lock();
      ended_.store(1);
      const long waiting = waiting_.exchange(0);
      ring_lock_.unlock();
      for (long n = 0; n < waiting; ++n) filled_.post();
    }

    // Of nothing: that the thread stops.
    void alert_application(const Buffer* buffer) {
      const std::lock_guard guard(base_lock_);
      stalemate::expect(alive_.load() != 0, "the channel is used after it was deleted");
      if (buffer != nullptr) ++test_.received_[static_cast<std::size_t>(buffer->number)];
    }

   private:
    static constexpr int kRoom = 2;

    void append(Buffer* buffer) {
      const long end = end_.load();
      ring_[static_cast<std::size_t>(end % kRoom)] = buffer;
      end_.store(end + 1);
    }

    Buffer* take() {
      const long begin = begin_.load();
      if (begin == end_.load()) return nullptr;
      Buffer* const buffer = ring_[static_cast<std::size_t>(begin % kRoom)];
      begin_.store(begin + 1);
      return buffer;
    }

    ChannelsTest& test_;
    WatchedSemaphore free_{kRoom}, filled_;
    WatchedMutex ring_lock_, base_lock_;
    std::array<std::atomic<Buffer*>, kRoom> ring_{};
    WatchedAtomic begin_{0}, end_{0}, waiting_{0}, ended_{0}, writers_{kWriters}, alive_{1};
  };

  void write(Channel& channel, int self) {
    StateWatch::enter(static_cast<std::uint64_t>(self) + 3);
    for (int n = 0; n < each_; ++n) {
      auto* const buffer = new Buffer(self * each_ + n);
      channel.send(buffer);
      let_go(buffer);
    }
    channel.leave();
  }

  void read(Channel& channel, std::uint64_t self) {
    StateWatch::enter(self);
    while (Buffer* const buffer = channel.receive()) {
      channel.alert_application(buffer);
      let_go(buffer);
    }
    if (bug_ == 1) finished_.post();
    channel.alert_application(nullptr);
    if (bug_ != 1) finished_.post();
  }

  void let_go(Buffer* buffer) {
    long left = 0;
    if (bug_ == 3) {
      left = buffer->references.load() - 1;
      buffer->references.store(left);
    } else {
      left = buffer->references.add(-1) - 1;
    }
    if (left > 0) return;
    delete buffer;
    freed_.add(1);
  }

  const int bug_, each_;
  WatchedSemaphore finished_;
  std::vector<int> received_;  // by number, under the channel's base lock
  WatchedAtomic freed_{0};
};

}  // namespace papers
