// omp_lock_t and omp_nest_lock_t. Compilers disagree on their sizes: four bytes are always there for a lock,
// and eight for one that nests.
#include "openmp/entry.h"
#include "openmp/lock_word.h"
#include "openmp/team.h"

#include <cstdlib>

using namespace stalemate::omp;

namespace {

struct NestLock {
  int word;
  std::atomic<Member*> owner;
  int depth;  // known to its owner
};

NestLock& nest(void** lock) { return *static_cast<NestLock*>(*lock); }

}  // namespace

STALEMATE_OPENMP void omp_init_lock(int* word) { *word = 0; }
STALEMATE_OPENMP void omp_init_lock_with_hint(int* word, int) { *word = 0; }
STALEMATE_OPENMP void omp_destroy_lock(int* word) { *word = 0; }
STALEMATE_OPENMP void omp_set_lock(int* word) { lock(word); }
STALEMATE_OPENMP void omp_unset_lock(int* word) { unlock(word); }
STALEMATE_OPENMP int omp_test_lock(int* word) { return try_lock(word) ? 1 : 0; }

STALEMATE_OPENMP void omp_init_nest_lock(void** lock) {
  *lock = std::calloc(1, sizeof(NestLock));
  if (*lock == nullptr) std::abort();
}
STALEMATE_OPENMP void omp_init_nest_lock_with_hint(void** lock, int) { omp_init_nest_lock(lock); }
STALEMATE_OPENMP void omp_destroy_nest_lock(void** lock) {
  std::free(*lock);
  *lock = nullptr;
}

// Only a thread itself can make itself the owner: any other value that it reads only means another owner.
STALEMATE_OPENMP void omp_set_nest_lock(void** word) {
  NestLock& own = nest(word);
  if (own.owner.load(std::memory_order_relaxed) != &here()) {
    lock(&own.word);
    own.owner.store(&here(), std::memory_order_relaxed);
  }
  ++own.depth;
}
STALEMATE_OPENMP int omp_test_nest_lock(void** word) {
  NestLock& own = nest(word);
  if (own.owner.load(std::memory_order_relaxed) != &here()) {
    if (!try_lock(&own.word)) return 0;
    own.owner.store(&here(), std::memory_order_relaxed);
  }
  return ++own.depth;
}
STALEMATE_OPENMP void omp_unset_nest_lock(void** word) {
  NestLock& own = nest(word);
  if (--own.depth > 0) return;
  own.owner.store(nullptr, std::memory_order_relaxed);
  unlock(&own.word);
}
