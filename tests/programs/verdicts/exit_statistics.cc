// Statistics that a static object's destructor closes. RACY: a detached thread still counts while main
// returns.
#include <thread>

int last_seen;

struct Statistics {
  int events = 0;
  ~Statistics() { last_seen = events; }  // [close]
};

Statistics statistics;

void count() { statistics.events = 1; }  // [count]

int main() {
  std::thread counter(count);
#ifdef RACY
  counter.detach();
#else
  counter.join();
#endif
}
