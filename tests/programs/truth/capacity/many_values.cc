// Values that are chosen one after the other, without a step between them.
#include <stalemate/stalemate.h>

#include <cassert>

int main() {
  unsigned sum = 0;
  for (int n = 0; n < VALUES; ++n) sum += stalemate::choose(2);
#ifdef WRONG
  assert(sum != VALUES);
#else
  assert(sum <= VALUES);
#endif
}
