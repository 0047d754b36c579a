// environment COMMAND: two threads that lock in opposite order (deadlock), a race and a lost block (race), or three
// increments under a lock, which are right (right), also after much work (busy).
#include <cassert>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

std::ifstream before_main("/dev/null");  // a block from before main, freed after it
std::mutex left, right;
int counted = 0;

void transfer(std::mutex& from, std::mutex& to) {
  const std::lock_guard<std::mutex> first(from);
  const std::lock_guard<std::mutex> second(to);
}

int main(int, char** argv) {
  const std::string kind = argv[1];
  if (kind == "deadlock") {
    std::thread other([] { transfer(left, right); });
    transfer(right, left);
    other.join();
  } else if (kind == "race") {
    static void* volatile block = std::malloc(100);
    block = nullptr;
    std::thread other([] { ++counted; });
    ++counted;
    other.join();
    assert(counted == 2);
  } else {
    if (kind == "busy")
      for (int i = 0; i < 30'000'000; ++i) asm volatile("");
    const auto count = [] {
      const std::lock_guard<std::mutex> guard(left);
      ++counted;
    };
    std::thread first(count), second(count);
    count();
    first.join();
    second.join();
    assert(counted == 3);
  }
}
