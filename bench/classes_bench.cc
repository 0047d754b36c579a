// Classes per second of a reduced search in process, beside the executions per second and the number of them
// without reduction. One worker.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace {

void fork_and_join(int threads, const std::function<void()>& body) {
  std::thread all[4];
  for (int i = 0; i < threads; ++i) all[i] = std::thread(body);
  for (int i = 0; i < threads; ++i) all[i].join();
}

void add(int threads, int times) {
  std::atomic<int> x{0};
  fork_and_join(threads, [&] {
    for (int i = 0; i < times; ++i) x.fetch_add(1);
  });
}

void lock(int threads, int times) {
  std::mutex m;
  fork_and_join(threads, [&] {
    for (int i = 0; i < times; ++i) std::lock_guard guard(m);
  });
}

void add_both() {
  std::atomic<int> x{0}, y{0};
  fork_and_join(4, [&] {
    x.fetch_add(1);
    y.fetch_add(1);
  });
}

stalemate::Result explore(const std::function<void()>& body, const std::string& reduce,
                          const char* preemptions) {
  stalemate::Options options;
  if (reduce == "dpor")
    options.set("strategy", "dpor");
  else
    options.set("reduce", reduce).set("preemptions", preemptions);
  options.set("jobs", "1");
  stalemate::Result best;
  for (int repetition = 0; repetition < 5; ++repetition) {
    stalemate::Result result = stalemate::explore(body, options);
    if (repetition == 0 || result.seconds < best.seconds) best = std::move(result);
  }
  return best;
}

}  // namespace

int main() {
  const struct {
    const char* name;
    std::function<void()> body;
    const char* preemptions;
  } rows[] = {{"3 threads, x++ 3 times", [] { add(3, 3); }, "unlimited"},
              {"3 threads, x++ 4 times", [] { add(3, 4); }, "unlimited"},
              {"4 threads, x++; y++", add_both, "unlimited"},
              {"3 threads, {lock; unlock} 3 times", [] { lock(3, 3); }, "unlimited"},
              {"3 threads, x++ 3 times", [] { add(3, 3); }, "3"}};
  std::printf(
      "| program | preemptions | classes | dpor: classes/s | cache: classes/s | por: classes/s | none: "
      "executions/s | executions |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const auto& [name, body, preemptions] : rows) {
    const auto rate = [](const stalemate::Result& result) {
      return static_cast<double>(result.executions) / result.seconds;
    };
    const stalemate::Result cache = explore(body, "cache", preemptions);
    const stalemate::Result por = explore(body, "por", preemptions);
    std::string none = "- | -", dpor = "-";
    if (std::string(preemptions) == "unlimited") {
      dpor = std::to_string(static_cast<long>(rate(explore(body, "dpor", preemptions))));
    } else {
      const stalemate::Result all = explore(body, "none", preemptions);
      none = std::to_string(static_cast<long>(rate(all))) + " | " + std::to_string(all.executions);
    }
    std::printf("| %s | %s | %lu | %s | %.0f | %.0f | %s |\n", name, preemptions,
                static_cast<unsigned long>(cache.classes), dpor.c_str(), rate(cache), rate(por),
                none.c_str());
  }
}
