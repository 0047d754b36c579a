// A channel between threads like those of Dryad: one writer, several readers, a slot for one item; who cannot
// go on polls, and yields. The writer closes it and then destroys its buffer, when nobody is inside; the last
// one to let go of the channel frees it.
//
// Bug 1: readers take an item in two steps: two get the same.
// Bug 2: references are counted down in two steps: nobody frees the channel, or two do.
// Bug 3: a reader looks whether the channel is closed before it says that it is inside: it may use a buffer
//   that is destroyed.
// Bug 4: bug 3, repaired wrongly: readers say first that they are inside, but by a flag that all of them
//   share.
#pragma once

#include <stalemate/stalemate.h>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace papers {

template <int kBug, int kItems, int kReaders>
class SeededChannel {
 public:
  static void scenario() {
    SeededChannel channel;
    std::vector<std::thread> readers;
    for (int n = 0; n < kReaders; ++n) readers.emplace_back([&channel] { channel.read_until_closed(); });
    channel.write();
    for (std::thread& reader : readers) reader.join();
    for (int item = 1; item <= kItems; ++item) stalemate::expect(channel.received_[item], "an item is lost");
    stalemate::expect(channel.freed_ == 1, "the channel is not freed once");
  }

 private:
  static constexpr int kNothing = 0;

  void write() {
    for (int item = 1; item <= kItems; ++item) {
      slot_ = item;
      while (slot_ != kNothing) stalemate::yield();
    }
    closed_ = true;
    while (inside_ != 0) stalemate::yield();
    destroyed_ = true;
    let_go();
  }

  void read_until_closed() {
    while (enter()) {
      const int item = receive();
      leave();
      if (item == kNothing)
        stalemate::yield();
      else
        stalemate::expect(!received_[item].exchange(true), "an item is received twice");
    }
    let_go();
  }

  bool enter() {
    const bool too_early = kBug == 3 && closed_;
    if (kBug == 4)
      inside_ = 1;
    else
      ++inside_;
    const bool open = kBug == 3 ? !too_early : !closed_;
    if (!open) leave();
    return open;
  }

  void leave() {
    if (kBug == 4)
      inside_ = 0;
    else
      --inside_;
  }

  int receive() {
    stalemate::expect(!destroyed_, "a destroyed buffer is used");
    if (kBug != 1) return slot_.exchange(kNothing);
    const int item = slot_;
    if (item != kNothing) slot_ = kNothing;
    return item;
  }

  void let_go() {
    if (kBug == 2) {
      const int left = references_ - 1;
      references_ = left;
      if (left == 0) ++freed_;
    } else if (--references_ == 0) {
      ++freed_;
    }
  }

  std::atomic<int> slot_{kNothing}, inside_{0}, references_{kReaders + 1}, freed_{0};
  std::atomic<bool> closed_{false}, destroyed_{false};
  std::array<std::atomic<bool>, kItems + 1> received_{};
};

}  // namespace papers
