// Each thread reads what the other one wrote before the barrier. MISSING: there is none.
#include <cassert>

#include "omp_calls.h"

int main() {
  int written[2] = {}, read[2] = {};
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    written[me] = me + 1;
#ifndef MISSING
#pragma omp barrier
#endif
    read[me] = written[1 - me];
  }
#ifndef MISSING
  assert(read[0] == 2 && read[1] == 1);
#endif
}
