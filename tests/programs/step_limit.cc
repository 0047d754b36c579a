// A thread that draws tickets until the gate opens.
//
// BUG=1: the gate opens and closes again; a thread that starts later draws tickets for ever. Every ticket
//   is new, so nothing repeats, and only the limit of steps ends it: timeout, least preemptions 0 (the
//   gatekeeper runs and ends, then the visitor starts).
#include <atomic>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::atomic<bool> open{false};
std::atomic<unsigned> tickets{0};

void keep_gate() {
  open = true;
#if BUG == 1
  open = false;
#endif
}

void visit() {
  while (!open) {
    tickets.fetch_add(1);
    std::this_thread::yield();
  }
}

int main() {
  std::thread gatekeeper(keep_gate);
  std::thread visitor(visit);
  gatekeeper.join();
  visitor.join();
}
