// cout and printf from several threads: their own locks order them. RACY: the number of lines is counted
// beside them.
#include <cstdio>
#include <iostream>
#include <thread>

int lines;

void say(int number) {
  std::cout << "worker " << number << '\n';
  std::printf("worker %d again\n", number);
#ifdef RACY
  ++lines;  // [count]
#endif
}

int main() {
  std::thread first(say, 1), second(say, 2);
  first.join();
  second.join();
}
