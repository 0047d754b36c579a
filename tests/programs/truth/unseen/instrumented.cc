// Everything here is instrumented, though some of its functions have nothing to instrument: what they touch is their
// own, or never written.
#include <cassert>
#include <thread>

struct Large {
  long a, b, c, d;
};

[[gnu::noinline]] Large made_of(long number) { return {number, number + 1, number + 2, number + 3}; }

[[gnu::noinline]] const char* name_of(int number) {
  switch (number) {
    case 0: return "none";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    default: return "many";
  }
}

[[gnu::noinline]] int chosen(int number, int other) {
  switch (number) {
    case 0: return other * 3;
    case 1: return other / 7;
    case 2: return other ^ 5;
    case 3: return other << 2;
    case 4: return -other;
    case 5: return other % 11;
    default: return 0;
  }
}

[[gnu::noinline]] int summed(int number) {
  int all[16];
  for (int i = 0; i < 16; ++i) all[i] = number * i;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += all[(i * 7) & 15];
  return sum;
}

struct First {
  virtual ~First() = default;
  virtual int one(int number) { return number; }
};
struct Second {
  virtual ~Second() = default;
  virtual int two(int number) { return number; }
};
struct Both : virtual First, Second {
  int one(int number) override { return number + 1; }
  int two(int number) override { return number + 2; }
};

[[gnu::noinline]] void thrown(int number) {
  if (number > 3) throw number;
}

void work() {
  Both both;
  First& first = both;
  Second& second = both;
  int sum = first.one(1) + second.two(1);
  for (int i = 0; i < 6; ++i) sum += chosen(i, sum) + summed(i) + static_cast<int>(made_of(i).c) + name_of(i)[0];
  try {
    thrown(sum);
  } catch (int) {
    sum = 0;
  }
  assert(sum == 0);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
