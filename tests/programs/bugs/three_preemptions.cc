// A server that admits at most LIMIT connections at once; LIMIT + 1 clients connect and leave.
//
// LIMIT: 2.
//
// BUG=1: the limit is tested before the count is raised, not with it. Assertion, least preemptions
//   LIMIT + 1 = 3.
//   3 are enough: client A reads 0 and is preempted before it adds itself [P1]; B enters and is preempted
//   before it leaves [P2]; C enters and is preempted before it leaves [P3]; A adds itself, the third.
//   2 are not: at the failure some client X raises the count from 2 to 3, while Y and Z are inside. Y
//   and Z have steps left that never block (to leave) and do not run: each was preempted inside, since
//   it last entered. X read a count below 2 before, and it is 2 when X adds: Y or Z entered in between,
//   so X lost the processor between its two steps, which do not block either: a third preemption. The
//   three are switches away from three different threads.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef LIMIT
#define LIMIT 2
#endif

std::atomic<int> connections{0};

bool connect() {
  int now = connections;
#if BUG == 1
  if (now >= LIMIT) return false;
  now = connections.fetch_add(1);
#else
  do {
    if (now >= LIMIT) return false;
  } while (!connections.compare_exchange_strong(now, now + 1));
#endif
  assert(now < LIMIT);
  return true;
}

void disconnect() { connections.fetch_sub(1); }

int main() {
  std::vector<std::thread> clients;
  for (int i = 0; i <= LIMIT; ++i)
    clients.emplace_back([] {
      if (connect()) disconnect();
    });
  for (std::thread& client : clients) client.join();
  assert(connections == 0);
}
