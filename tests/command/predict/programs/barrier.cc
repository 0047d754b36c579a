// Three threads smooth an array in phases, with a barrier of their own between them ("Barrier1", "Barrier2").
//
// The reads of cells are view-preserving: a phase reads one array and writes the other, and the barrier
// orders the phases. The reads of the barrier's counter are not: threads arrive in any order, so each can see
// any of the earlier writes of its round.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef SCALE
#define SCALE 1
#endif

namespace {

constexpr int kThreads = 3, kPhases = 2 * SCALE;

class Barrier {
 public:
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int phase = phase_;
    if (++arrived_ == kThreads) {
      arrived_ = 0;
      ++phase_;
      complete_.notify_all();
      return;
    }
    while (phase_ == phase) complete_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable complete_;
  int arrived_ = 0, phase_ = 0;
};

Barrier barrier;
int cells[2][kThreads + 2] = {{8, 0, 16, 4, 8}, {8, 0, 0, 0, 8}};

void smooth(int thread) {
  for (int phase = 0; phase < kPhases; ++phase) {
    const int* before = cells[phase % 2];
    cells[(phase + 1) % 2][thread] = (before[thread - 1] + 2 * before[thread] + before[thread + 1]) / 4;
    barrier.wait();
  }
}

}  // namespace

int main() {
  std::thread threads[kThreads];
  for (int each = 0; each < kThreads; ++each) threads[each] = std::thread(smooth, each + 1);
  for (std::thread& each : threads) each.join();
  int alone[2][kThreads + 2] = {{8, 0, 16, 4, 8}, {8, 0, 0, 0, 8}};
  for (int phase = 0; phase < kPhases; ++phase)
    for (int at = 1; at <= kThreads; ++at) {
      const int* before = alone[phase % 2];
      alone[(phase + 1) % 2][at] = (before[at - 1] + 2 * before[at] + before[at + 1]) / 4;
    }
  for (int at = 1; at <= kThreads; ++at) assert(cells[0][at] == alone[0][at]);
}
