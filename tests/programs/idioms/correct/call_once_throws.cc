// std::call_once tries again when the function throws.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int attempts = 0;
static int initialised = 0;

static void may_throw() {
  if (++attempts == 1) throw std::runtime_error("try again");
  ++initialised;
}

static void do_once() {
  try {
    std::call_once(flag, may_throw);
  } catch (const std::runtime_error&) {
    std::call_once(flag, may_throw);
  }
}

int main() {
  std::thread a(do_once), b(do_once);
  a.join();
  b.join();
  assert(attempts == 2);
  assert(initialised == 1);
}
