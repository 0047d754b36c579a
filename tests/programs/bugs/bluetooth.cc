// The Bluetooth driver of the KISS paper (its Figure 2): requests enter and leave the driver, one
// thread stops it. No request may work in the driver once `stopped` is set.
//
// ADDERS: threads that send a request (1). One more thread stops the driver.
//
// BUG=1: a request tests stopping_flag before it announces itself in pending_io. Assertion,
//   least preemptions 1.
//   1 is enough: an adder reads stopping_flag == false and is preempted before the increment [P1];
//   the stopper sets the flag, takes pending_io from 1 to 0, fires the event, finds it fired, sets
//   `stopped` and ends; the adder increments and finds `stopped` set.
//   0 is not: nothing in an adder blocks, so it would run from its test to its assertion at once;
//   it passes the test only before the flag is set, and `stopped` is set after the flag.
// BUG=2: a refused request leaves the driver although it never entered. Assertion, with ADDERS=2,
//   least preemptions 1.
//   1 is enough: adder A enters (pending_io 2), reads the flag as false, is preempted before it reads
//   `stopped` [P1]; the stopper sets the flag, decrements to 1 and blocks on the event (free); adder B
//   enters (2), is refused, leaves twice (0), fires the event and ends; the stopper sets `stopped` and
//   ends; A finds it set. 0 is not, as above: an adder that is not preempted sees flag and `stopped`
//   from the same moment. With ADDERS=1 there is no B, and the program stays clean.
// BUG=3: both, as the paper prints it. Assertion, least preemptions 1, by the argument of BUG=1.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef ADDERS
#define ADDERS 1
#endif

class Event {
 public:
  void fire() {
    std::lock_guard<std::mutex> lock(mutex_);
    fired_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!fired_) changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool fired_ = false;
};

struct DeviceExtension {
  std::atomic<int> pending_io{1};
  std::atomic<bool> stopping_flag{false};
  Event stopping_event;
};

std::atomic<bool> stopped{false};

void io_decrement(DeviceExtension& device) {
  if (device.pending_io.fetch_sub(1) == 1) device.stopping_event.fire();
}

bool io_increment(DeviceExtension& device) {
#if BUG & 1
  if (device.stopping_flag) return false;
  device.pending_io.fetch_add(1);
#else
  device.pending_io.fetch_add(1);
  if (device.stopping_flag) {
    io_decrement(device);
    return false;
  }
#endif
  return true;
}

void pnp_add(DeviceExtension& device) {
  const bool entered = io_increment(device);
  if (entered) assert(!stopped);
#if BUG & 2
  io_decrement(device);
#else
  if (entered) io_decrement(device);
#endif
}

void pnp_stop(DeviceExtension& device) {
  device.stopping_flag = true;
  io_decrement(device);
  device.stopping_event.wait();
  stopped = true;
}

int main() {
  DeviceExtension device;
  std::vector<std::thread> threads;
  threads.emplace_back(pnp_stop, std::ref(device));
  for (int i = 0; i < ADDERS; ++i) threads.emplace_back(pnp_add, std::ref(device));
  for (std::thread& thread : threads) thread.join();
  assert(stopped);
}
