// The block is allocated after the program has printed something: where output is captured, streams have
// other buffers, and the block lies elsewhere.
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <iostream>
#include <thread>

int main() {
#if PRINT == 1
  std::printf("begin\n");
#elif PRINT == 2
  std::wprintf(L"begin\n");
#elif PRINT == 3
  std::cout << "begin" << std::endl;
#endif
  int* const shared = static_cast<int*>(std::malloc(sizeof(int)));
  std::thread other([shared] { *shared = 1; });
#ifdef RIGHT
  other.join();
#endif
  *shared = 2;
#ifndef RIGHT
  other.join();
#endif
  std::free(shared);
}
