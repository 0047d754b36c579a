// A tour of the API without a test framework: two clerks sell from one pile of tickets, and the number of
// tickets is a choice that is explored as well. remaining() and take() are each atomic; together they are
// not.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

namespace {

class Tickets {
 public:
  explicit Tickets(int count) : count_(count) {}
  int remaining() const { return count_; }
  void take() { count_ -= 1; }

 private:
  std::atomic<int> count_;
};

void sell_to_two_customers() {
  const int count = static_cast<int>(stalemate::choose(4));
  stalemate::assume(count > 0);  // the office does not open without tickets
  Tickets tickets(count);
  const auto clerk = [&] {
    if (tickets.remaining() > 0) tickets.take();
  };
  std::thread other(clerk);
  clerk();
  other.join();
  stalemate::state(count, tickets.remaining());
  stalemate::expect(tickets.remaining() >= 0,
                    "more tickets are sold than there were: " + std::to_string(count));
}

}  // namespace

int main() {
  const stalemate::Result result =
      stalemate::explore(sell_to_two_customers, stalemate::Options{}.preemptions(2));
  std::printf("%s\n", result.summary().c_str());
  return result.ok() ? 0 : 1;
}
