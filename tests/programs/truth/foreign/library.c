// A library that synchronizes by itself, and is built without us.
static volatile int locked, called;

int library_try(void) { return __atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE) == 0; }
void library_lock(void) {
  while (!library_try()) {
  }
}
void library_unlock(void) { __atomic_store_n(&locked, 0, __ATOMIC_RELEASE); }
int library_first(void) { return __atomic_exchange_n(&called, 1, __ATOMIC_ACQ_REL) == 0; }
