// Two threads add up halves of an array, each into a variable of its own: the program without nondeterminism.
//
// Inputs are written before the forks and never again; each sum has one writer, and main reads it after the
// join. So no read can see another write than it saw, in any interleaving.
#include <cassert>
#include <thread>

namespace {

int numbers[6];
int sums[2];

void add(int half) {
  for (int at = 3 * half; at < 3 * half + 3; ++at) sums[half] = sums[half] + numbers[at];
}

}  // namespace

int main() {
  for (int at = 0; at < 6; ++at) numbers[at] = at * at;
  std::thread one(add, 0), other(add, 1);
  one.join();
  other.join();
  assert(sums[0] + sums[1] == 55);
}
