// Wrong: Peterson's algorithm that gives way before it says that it is interested.
// Least bound 2, assertion: interrupt 0 after its store of turn; 1 stores turn and its flag, sees that 0 is
// not interested, enters, and is interrupted inside; 0 now has turn for itself and enters. One preemption is
// not enough: the second to enter must have stored turn first, so it was interrupted before its flag, and the
// one inside has to be interrupted, too.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> flag[2];
std::atomic<int> turn{0};
std::atomic<int> inside{0};

static void process(int self) {
  const int other = 1 - self;
  turn = other;
  flag[self] = true;
  while (flag[other] && turn == other) std::this_thread::yield();
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  flag[self] = false;
}

int main() {
  std::thread p0(process, 0), p1(process, 1);
  p0.join();
  p1.join();
}
