#include "families.h"

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  for (const auto& list :
       {families::mutexes, families::conditions, families::rwlocks, families::semaphores, families::meetings,
        families::futexes, families::atomics, families::threads, families::endings})
    for (const Family& family : list())
      if (argc > 1 && std::strcmp(argv[1], family.name) == 0) return family.run(), 0;
  std::fprintf(stderr, "which family?\n");
  return 2;
}
