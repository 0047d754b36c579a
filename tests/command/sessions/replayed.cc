// Two transfers that take two locks in opposite order, and count themselves without care, in the versions
// that a programmer may have by the time a schedule is replayed: replayed VERSION.
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex left, right, extra;
std::atomic<int> transfers{0};
std::string version = "deadlock";

void transfer(std::mutex& from, std::mutex& to) {
  if (version == "extra-lock") extra.lock();
  if (version == "other-operation")
    transfers.fetch_add(1);
  else
    from.lock();
  to.lock();
  to.unlock();
  if (version != "other-operation") from.unlock();
  if (version == "extra-lock") extra.unlock();
}

void count() {
  const int before = transfers.load();
  transfers.store(before + 1);
}

// The right number, and after the fix whatever it is.
void check_count() {
  std::thread first(count), second(count);
  first.join();
  second.join();
  const int counted = transfers.load();
  assert(counted == 2 || version == "count-fixed");
}

int main(int argc, char** argv) {
  if (argc > 1) version = argv[1];
  if (version == "shorter") return 0;
  if (version == "count" || version == "count-fixed") {
    check_count();
    return 0;
  }
  std::thread first([] { transfer(left, right); });
  if (version == "one-thread") {
    first.join();
    return 0;
  }
  const bool fixed = version == "same-order";
  std::thread second([fixed] { fixed ? transfer(left, right) : transfer(right, left); });
  first.join();
  second.join();
}
