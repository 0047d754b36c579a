// Every form of atomic operation, in one thread.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int a = 5;
static _Atomic(long) wide;
static _Atomic unsigned char small = 250;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int plain = 1;
static int* _Atomic pointer;
static int cells[4], *at = cells + 2;
struct pair {
  _Atomic int x;
  int y;
};
static struct pair pair;

static void c11(void) {
  assert(a == 5 && atomic_load(&a) == 5);
  atomic_store(&a, 6);
  a = a + 1;
  assert(a++ == 7 && ++a == 9 && a-- == 9 && --a == 7);
  assert((a += 3) == 10 && (a -= 4) == 6 && (a |= 1) == 7 && (a &= 3) == 3 && (a ^= 1) == 2);
  a *= 5;
  assert(a == 10 && (a = 4) == 4);
  assert(atomic_fetch_add(&a, 2) == 4 && atomic_fetch_sub_explicit(&a, 1, memory_order_relaxed) == 6);
  assert(atomic_fetch_or(&a, 8) == 5 && atomic_fetch_and(&a, 12) == 13 && atomic_fetch_xor(&a, 1) == 12 &&
         a == 13);
  assert(atomic_exchange(&a, 1) == 13);
  int expected = 3;
  assert(!atomic_compare_exchange_strong(&a, &expected, 9) && expected == 1 && a == 1);
  assert(atomic_compare_exchange_weak(&a, &expected, 9) && a == 9 && expected == 1);
  small += 10;
  assert(small == 4 && atomic_fetch_sub(&small, 5) == 4 && small == 255);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));
  atomic_init(&wide, 1L << 40);
  assert(wide == 1L << 40);
  pointer = cells;
  pointer++;
  assert(pointer == cells + 1 && __atomic_add_fetch(&at, sizeof *at, 5) == cells + 3);
  atomic_thread_fence(memory_order_seq_cst);
  struct pair* it = &pair;
  it->x++;
  it->y = it->x;
  assert(atomic_load(&it->x) == 1 && pair.y == 1);
}

static void gnu(void) {
  assert(__atomic_add_fetch(&plain, 2, __ATOMIC_SEQ_CST) == 3 && __atomic_fetch_sub(&plain, 1, 0) == 3);
  assert(__atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 2);
  __atomic_store_n(&plain, 8, __ATOMIC_RELEASE);
  assert(__atomic_exchange_n(&plain, 9, 5) == 8);
  int out = 0, in = 20, old = 0;
  __atomic_load(&plain, &out, 5);
  __atomic_exchange(&plain, &in, &old, 5);
  assert(out == 9 && old == 9 && plain == 20);
  in = 30;
  __atomic_store(&plain, &in, 5);
  int want = 31;
  assert(!__atomic_compare_exchange_n(&plain, &want, 1, false, 5, 5) && want == 30);
  in = 2;
  assert(__atomic_compare_exchange(&plain, &want, &in, true, 5, 5) && plain == 2);
  assert(__atomic_nand_fetch(&plain, 3, 5) == ~2 && __atomic_fetch_nand(&plain, 0, 5) == ~2 && plain == -1);
}

static void sync(void) {
  plain = 5;
  assert(__sync_fetch_and_add(&plain, 1) == 5 && __sync_add_and_fetch(&plain, 1) == 7);
  assert(__sync_sub_and_fetch(&plain, 2) == 5 && __sync_fetch_and_or(&plain, 2) == 5 && plain == 7);
  assert(__sync_bool_compare_and_swap(&plain, 7, 8) && !__sync_bool_compare_and_swap(&plain, 7, 9));
  assert(__sync_val_compare_and_swap(&plain, 8, 10) == 8 && __sync_val_compare_and_swap(&plain, 8, 11) == 10);
  assert(__sync_lock_test_and_set(&plain, 1) == 10);
  __sync_lock_release(&plain);
  __sync_synchronize();
  assert(plain == 0);
}

int main(void) {
  c11();
  gnu();
  sync();
#ifdef WRONG
  assert(a != 9);
#endif
  return 0;
}
