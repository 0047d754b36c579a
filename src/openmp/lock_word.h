// Locks of one word, zero when free: OpenMP's locks and the names of critical sections have no room for more.
// Under exploration the runtime has the state of the lock, and the word is only its name.
#pragma once

namespace stalemate::omp {

void lock(int* word);
bool try_lock(int* word);
void unlock(int* word);

}  // namespace stalemate::omp
