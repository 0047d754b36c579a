// Two increments that lose an update in some interleavings, and what then happens: endings PLACE HOW
// [ISOLATION]
//
// main: it happens after both threads were joined; nothing is left to be interleaved.
// thread: it happens in a thread, while the other may still have steps to do. What they would have been is
// not
//   explored, so the harmless thing to compare with is one that ends the execution as well.
//
// With an isolation the same scenario is a function that explore() calls; its figures go to stdout.
#include <signal.h>
#include <stalemate/stalemate.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

int* volatile nowhere = nullptr;
volatile int depth = 0;

int fall(int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  depth = n;
  return fall(n + 1) + frame[0];
}

struct Ending {
  const char* name;
  void (*happen)();
};

const Ending endings[] = {
    {"return", [] {}},
    {"assume", [] { stalemate::assume(false); }},
    {"segv", [] { *nowhere = 1; }},
    {"jump", [] { reinterpret_cast<void (*)()>(nowhere)(); }},
    {"overflow", [] { depth = fall(0); }},
    {"sigcont",
     [] {
       kill(getpid(), SIGCONT);
       stalemate::assume(false);
     }},
    {"sigterm", [] { kill(getpid(), SIGTERM); }},
    {"sigkill", [] { kill(getpid(), SIGKILL); }},
    {"raise", [] { raise(SIGABRT); }},
    {"abort", [] { std::abort(); }},
    {"throw", [] { throw std::runtime_error("lost"); }},
    {"expect", [] { stalemate::expect(false, "lost"); }},
    {"exit0", [] { exit(0); }},
    {"exit3", [] { exit(3); }},
    {"_exit0", [] { _exit(0); }},
    {"_exit3", [] { _exit(3); }},
    {"quick_exit0", [] { std::quick_exit(0); }},
    {"quick_exit3", [] { std::quick_exit(3); }},
};

bool in_thread = false;
void (*happen)() = nullptr;
std::atomic<int> value{0};

void increment() {
  const int seen = value.load();
  if (in_thread && seen == 0 && value.load() != 0) happen();
  value.store(seen + 1);
}

void scenario() {
  value.store(0);
  std::thread first(increment), second(increment);
  first.join();
  second.join();
  if (!in_thread && value.load() != 2) happen();
}

int explore(const char* isolation) {
  const stalemate::Result result = stalemate::explore(
      scenario, stalemate::Options{}.isolate(isolation).reduce("none").keep_going().preemptions(3).jobs(2));
  std::printf("%s, %s, %llu:", result.verdict.c_str(), result.coverage.c_str(),
              static_cast<unsigned long long>(result.executions));
  for (const auto count : result.executions_per_bound)
    std::printf(" %llu", static_cast<unsigned long long>(count));
  std::printf(" %s\n", result.error.c_str());
  for (const stalemate::Finding& finding : result.findings)
    std::printf("%s: %s\n", finding.kind.c_str(), finding.message.c_str());
  return result.ok() ? 0 : 1;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  in_thread = argv[1] == std::string("thread");
  for (const Ending& ending : endings)
    if (argv[2] == std::string(ending.name)) happen = ending.happen;
  if (happen == nullptr) return 2;
  if (argc > 3) return explore(argv[3]);
  scenario();
}
