// A failure that is found fast and repeated slowly: the first execution that fails leaves a file, and where
// there is one, all take long. In a random walk it has many switches to be removed.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> steps{0};

static void burn() {
  for (long n = 0; n < 8'000'000'000; ++n) __asm__ volatile("");  // no access: those are instrumented
}

int main() {
  const auto walk = [] {
    for (int n = 0; n < 40; ++n) steps.fetch_add(1);
  };
  std::thread one(walk), two(walk);
  const int seen = steps.load();
  one.join();
  two.join();
  const bool right = seen % 7 != 3;
  if (access("slow", F_OK) == 0)
    burn();
  else if (!right)
    close(open("slow", O_CREAT | O_WRONLY, 0600));
  assert(right);
}
