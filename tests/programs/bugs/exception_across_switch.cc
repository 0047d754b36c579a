// Exceptions thrown, caught, rethrown and carried in an exception_ptr, with lock operations (where threads
// switch) inside unwinding, inside handlers, and between throw and rethrow. Correct: what one thread
// throws, and how many of its exceptions are under way, must not be seen by another.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

std::mutex mutex;
int attempts = 0;

struct Refused : std::runtime_error {
  explicit Refused(int account)
      : std::runtime_error("refused " + std::to_string(account)), account(account) {}
  int account;
};

// Its destructor switches while the stack is unwound.
struct Attempt {
  ~Attempt() {
    assert(std::uncaught_exceptions() == 1);
    std::lock_guard<std::mutex> lock(mutex);
    ++attempts;
  }
};

void withdraw(int account) {
  Attempt attempt;
  throw Refused(account);
}

void try_withdraw(int account) {
  try {
    withdraw(account);
  } catch (const Refused& refused) {
    assert(std::uncaught_exceptions() == 0);
    { std::lock_guard<std::mutex> lock(mutex); }
    assert(refused.account == account);
    throw;
  }
}

void use(int account) {
  std::exception_ptr kept;
  try {
    try_withdraw(account);
  } catch (...) {
    kept = std::current_exception();
  }
  { std::lock_guard<std::mutex> lock(mutex); }
  assert(std::current_exception() == nullptr);
  try {
    std::rethrow_exception(kept);
  } catch (const Refused& refused) {
    assert(refused.what() == "refused " + std::to_string(account));
  }
}

int main() {
  std::thread one(use, 1);
  std::thread other(use, 2);
  one.join();
  other.join();
  assert(attempts == 2);
}
