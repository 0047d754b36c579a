// A worker writes its result into a variable on main's stack. RACY: main reads it before the worker has
// ended.
#include <thread>

void compute(int input, int* result) {
  int sum = 0;
  for (int i = 1; i <= input; ++i) sum += i;
  *result = sum;  // [write]
}

int main() {
  int result = 0;
  std::thread worker(compute, 4, &result);
#ifdef RACY
  const bool early = result != 0;  // [peek]
#else
  const bool early = false;
#endif
  worker.join();
  return early && result == 0;
}
