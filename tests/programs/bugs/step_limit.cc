// A visitor who draws tickets until the gate opens, and goes home after a few.
//
// BUG=1: the visitor does not go home, and the gate opens and closes again: a visitor who comes later draws
//   tickets for ever. Every ticket is new, so nothing repeats, and only the limit of steps ends it: timeout,
//   least preemptions 0 (the gatekeeper runs and ends, then the visitor starts).
#include <atomic>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::atomic<bool> gate_open{false};
std::atomic<unsigned> tickets{0};
constexpr unsigned kPatience = BUG == 1 ? 0 : 3;  // 0 comes after 2^32 tickets

void keep_gate() {
  gate_open = true;
#if BUG == 1
  gate_open = false;
#endif
}

void visit() {
  while (!gate_open) {
    const unsigned drawn = tickets.fetch_add(1) + 1;
    if (drawn == kPatience) return;
    std::this_thread::yield();
  }
}

int main() {
  std::thread gatekeeper(keep_gate);
  std::thread visitor(visit);
  gatekeeper.join();
  visitor.join();
}
