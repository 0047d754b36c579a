#include <cstdio>
#include <thread>

#include "account.h"

int main(int argc, char**) {
  account mine = {PTHREAD_MUTEX_INITIALIZER, 10}, yours = {PTHREAD_MUTEX_INITIALIZER, 10};
  const bool one_way = argc > 1;
  std::thread other([&] { one_way ? transfer(&mine, &yours, 3) : transfer(&yours, &mine, 3); });
  transfer(&mine, &yours, 1);
  other.join();
  std::printf("%d and %d\n", mine.balance, yours.balance);
}
