// One small program for each family of operations, by name: what they tell of themselves is checked by
// told_effects. A bug is wanted in those that are about how executions end.
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stalemate/stalemate.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

namespace {

constexpr timespec kSoon = {1600000001, 0};  // every execution begins at 1600000000

struct Threads {
  pthread_t id[4];
  int count = 0;
  void start(void* (*body)(void*)) { pthread_create(&id[count++], nullptr, body, nullptr); }
  void join() {
    while (count > 0) pthread_join(id[--count], nullptr);
  }
};
Threads threads;

void two(void* (*first)(void*), void* (*second)(void*)) {
  threads.start(first);
  threads.start(second);
}

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int shared = 0;

void* locks(void*) {
  pthread_mutex_lock(&m);
  ++shared;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void mutex() {
  two(locks, locks);
  threads.join();
}

void init(pthread_mutex_t* mutex, int kind, bool robust = false) {
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, kind);
  if (robust) pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(mutex, &how);
}

void* locks_thrice(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_trylock(&m);
  pthread_mutex_timedlock(&m, &kSoon);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void recursive() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(locks_thrice, locks);
  threads.join();
}
// Main leaves while others may be about to take another level.
void recursive_left() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(locks_thrice, locks);
  exit(0);
}

void* locks_own(void*) {
  pthread_mutex_lock(&m);
  assert(pthread_mutex_lock(&m) != 0);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void errorcheck_again() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  two(locks_own, locks);
  threads.join();
}
void errorcheck() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  mutex();
}
void* unlocks_others(void*) {
  pthread_mutex_unlock(&m);
  return nullptr;
}
void errorcheck_unlock() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  two(unlocks_others, locks);
  threads.join();
}

void* tries(void*) {
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  return nullptr;
}
void try_lock() {
  two(tries, locks);
  threads.join();
}

void* locks_soon(void*) {
  if (pthread_mutex_timedlock(&m, &kSoon) == 0) pthread_mutex_unlock(&m);
  return nullptr;
}
void timed_lock() {
  two(locks_soon, locks);
  threads.join();
}

pthread_spinlock_t spin;
void* spins(void*) {
  if (pthread_spin_trylock(&spin) != 0) pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  return nullptr;
}
void spin_lock() {
  pthread_spin_init(&spin, 0);
  two(spins, spins);
  threads.join();
}

void* orphans(void*) {
  pthread_mutex_lock(&m);
  return nullptr;
}
void robust() {
  init(&m, PTHREAD_MUTEX_NORMAL, true);
  threads.start(orphans);
  threads.join();
  pthread_mutex_lock(&m);
}

void init_while_held() {
  pthread_mutex_lock(&m);
  pthread_mutex_init(&m, nullptr);
  two(locks, locks);
  threads.join();
}

struct HeldBefore {
  HeldBefore() { pthread_mutex_lock(&held); }
  pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
} held_before;
void held_from_start() {
  pthread_mutex_unlock(&held_before.held);
  two(locks, locks);
  threads.join();
}

void* waits(void*) {
  pthread_mutex_lock(&m);
  while (shared == 0) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void set_shared() {
  pthread_mutex_lock(&m);
  shared = 1;
  pthread_mutex_unlock(&m);
}
void signal_one() {
  threads.start(waits);
  pthread_cond_signal(&c);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void signal_two() {  // the second may sleep for ever
  two(waits, waits);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void broadcast() {
  two(waits, waits);
  set_shared();
  pthread_cond_broadcast(&c);
  threads.join();
}
void* waits_soon(void*) {
  pthread_mutex_lock(&m);
  if (shared == 0) pthread_cond_timedwait(&c, &m, &kSoon);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void timed_wait() {
  two(waits_soon, waits_soon);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void* waits_with_two(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &kSoon);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void wait_with_level() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(waits_with_two, locks);
  pthread_cond_broadcast(&c);
  threads.join();
}

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void* reads(void*) {
  pthread_rwlock_rdlock(&rw);
  if (pthread_rwlock_tryrdlock(&rw) == 0) pthread_rwlock_unlock(&rw);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void* writes(void*) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void* writes_soon(void*) {
  if (pthread_rwlock_timedwrlock(&rw, &kSoon) == 0) pthread_rwlock_unlock(&rw);
  if (pthread_rwlock_timedrdlock(&rw, &kSoon) == 0) pthread_rwlock_unlock(&rw);
  if (pthread_rwlock_trywrlock(&rw) == 0) pthread_rwlock_unlock(&rw);
  return nullptr;
}
void rwlock() {
  two(reads, writes);
  threads.start(reads);
  threads.join();
}
void timed_rwlock() {
  two(reads, writes_soon);
  threads.join();
}
void writers_first() {
  pthread_rwlockattr_t how;
  pthread_rwlockattr_init(&how);
  pthread_rwlockattr_setkind_np(&how, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&rw, &how);
  two(reads, writes);
  threads.join();
}
void* reads_own(void*) {
  pthread_rwlock_wrlock(&rw);
  assert(pthread_rwlock_rdlock(&rw) != 0);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void rwlock_again() {
  two(reads_own, reads);
  threads.join();
}

sem_t sem;
void* takes(void*) {
  sem_wait(&sem);
  return nullptr;
}
void* takes_soon(void*) {
  sem_timedwait(&sem, &kSoon);
  sem_trywait(&sem);
  return nullptr;
}
void semaphore() {
  sem_init(&sem, 0, 1);
  two(takes, takes);
  sem_post(&sem);
  threads.join();
}
void timed_semaphore() {
  sem_init(&sem, 0, 0);
  two(takes_soon, takes);
  sem_post(&sem);
  threads.join();
}
// Nobody touches it before the end.
void semaphore_left() {
  sem_init(&sem, 0, 1);
  two(takes, takes);
  exit(0);
}
void semaphore_looked_at() {
  sem_init(&sem, 0, 1);
  int value = 0;
  sem_getvalue(&sem, &value);
  two(takes, takes);
  exit(0);
}
void semaphore_again() {
  sem_init(&sem, 0, 0);
  sem_post(&sem);
  sem_destroy(&sem);
  sem_init(&sem, 0, 1);
  two(takes, takes);
  sem_post(&sem);
  threads.join();
}
void semaphore_with_another_count() {
  sem_init(&sem, 0, 0);
  sem_post(&sem);
  sem_init(&sem, 0, 2);
  two(takes, takes);
  threads.join();
}
void named_semaphore() {
  sem_t* named = sem_open("/effects", O_CREAT, 0600, 1);
  sem_wait(named);
  threads.start(locks);
  threads.join();
}

pthread_barrier_t barrier;
void* arrives(void*) {
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  return nullptr;
}
void barriers() {
  pthread_barrier_init(&barrier, nullptr, 2);
  two(arrives, arrives);
  threads.join();
}
void barrier_of_three() {
  pthread_barrier_init(&barrier, nullptr, 3);
  two(arrives, arrives);
  arrives(nullptr);
  threads.join();
}

pthread_once_t once_control = PTHREAD_ONCE_INIT;
void initialise() { locks(nullptr); }
void* calls_once(void*) {
  pthread_once(&once_control, initialise);
  static const int made = (locks(nullptr), 1);
  return made == 1 ? nullptr : &shared;
}
void once() {
  two(calls_once, calls_once);
  threads.join();
}

std::uint32_t word = 0;
long futex(int operation, std::uint32_t value, const timespec* timeout = nullptr,
           std::uint32_t* other = nullptr, std::uint32_t third = 0) {
  return syscall(SYS_futex, &word, operation, value, timeout, other, third);
}
void* sleeps_on_word(void*) {
  while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0) futex(FUTEX_WAIT, 0);
  return nullptr;
}
void* sleeps_on_word_for_a_while(void*) {
  const timespec second = {1, 0};
  futex(FUTEX_WAIT, 0, &second);
  return nullptr;
}
void futexes() {
  two(sleeps_on_word, sleeps_on_word);
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  futex(FUTEX_WAKE, 2);
  threads.join();
}
void timed_futexes() {
  two(sleeps_on_word_for_a_while, sleeps_on_word_for_a_while);
  futex(FUTEX_WAKE, 1);
  threads.join();
}
void* requeues(void*) {
  static std::uint32_t other = 0;
  syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 1, &other, 0);
  return nullptr;
}
void requeue() {
  two(sleeps_on_word_for_a_while, requeues);
  threads.join();
}
void* wakes_and_changes(void*) {
  static std::uint32_t other = 0;
  syscall(SYS_futex, &word, FUTEX_WAKE_OP, 1, 1, &other, FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0));
  return nullptr;
}
void wake_op() {
  two(sleeps_on_word_for_a_while, wakes_and_changes);
  threads.join();
}
std::atomic<int> flag = 0;
void* waits_for_flag(void*) {
  flag.wait(0);
  return nullptr;
}
void atomic_wait() {
  threads.start(waits_for_flag);
  flag = 1;
  flag.notify_one();
  threads.join();
}

struct Wide {
  char bytes[24];
};
std::atomic<std::uint8_t> narrow = 0;
std::atomic<std::uint64_t> broad = 0;
std::atomic<Wide> wide;
void* changes(void*) {
  narrow.fetch_add(1);
  broad.store(broad.load() + 1);
  std::uint64_t expected = 1;
  broad.compare_exchange_strong(expected, 7);
  Wide value = wide.load();
  wide.compare_exchange_strong(value, Wide{{1}});
  return nullptr;
}
void atomics() {
  two(changes, changes);
  threads.join();
}

void* polls(void*) {
  while (flag == 0) {
  }
  return nullptr;
}
void polling() {
  threads.start(polls);
  flag = 1;
  threads.join();
}

void* nothing(void*) { return nullptr; }
void joins() {
  two(locks, nothing);
  void* result;
  if (pthread_tryjoin_np(threads.id[1], &result) == 0) --threads.count;
  if (threads.count == 2 && pthread_timedjoin_np(threads.id[1], &result, &kSoon) == 0) --threads.count;
  threads.join();
}
void join_without_deadline() {
  threads.start(locks);
  pthread_timedjoin_np(threads.id[0], nullptr, nullptr);
}
void detaches() {
  two(locks, locks);
  pthread_detach(threads.id[0]);
  pthread_detach(threads.id[1]);
}
void join_detached() {
  threads.start(locks);
  pthread_detach(threads.id[0]);
  pthread_mutex_lock(&m);
  if (shared == 0) assert(pthread_join(threads.id[0], nullptr) != 0);
  exit(0);
}
void sleeps() {
  threads.start(locks);
  usleep(1);
  threads.join();
}
void too_large() {
  pthread_attr_t how;
  pthread_attr_init(&how);
  pthread_attr_setstacksize(&how, std::size_t{1} << 40);
  pthread_t none;
  assert(pthread_create(&none, &how, nothing, nullptr) != 0);
}

void left() {
  two(waits, locks);
  exit(3);
}
void left_at_once() {
  two(waits, locks);
  _exit(3);
}
void* locks_other_way(void*) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return nullptr;
}
void* locks_one_way(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void deadlock() {
  two(locks_one_way, locks_other_way);
  threads.join();
}
void* locks_twice(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return nullptr;
}
void own_deadlock() {
  two(locks_twice, locks);
  threads.join();
}
void* increments(void*) {
  broad.store(broad.load() + 1);
  return nullptr;
}
void assertion() {
  two(increments, increments);
  threads.join();
  assert(broad.load() == 2);
}
void* asserts_inside(void*) {
  assert(broad.load() == 0);
  return nullptr;
}
void assertion_inside() {
  two(increments, asserts_inside);
  threads.join();
}
void abandoned() {
  two(increments, locks);
  stalemate::assume(broad.load() == 0);
  threads.join();
}
void* chooses(void*) {
  if (stalemate::choose(3) == 1) locks(nullptr);
  return nullptr;
}
void choice() {
  two(chooses, locks);
  threads.join();
}

void* increments_plainly(void*) {
  ++shared;
  return nullptr;
}
void plain() {
  two(increments_plainly, increments_plainly);
  threads.join();
}

struct Family {
  const char* name;
  void (*run)();
};
const Family kFamilies[] = {
#define FAMILY(name) \
  { #name, name }
    FAMILY(mutex),
    FAMILY(recursive),
    FAMILY(recursive_left),
    FAMILY(errorcheck),
    FAMILY(errorcheck_again),
    FAMILY(errorcheck_unlock),
    FAMILY(try_lock),
    FAMILY(timed_lock),
    FAMILY(spin_lock),
    FAMILY(robust),
    FAMILY(init_while_held),
    FAMILY(held_from_start),
    FAMILY(signal_one),
    FAMILY(signal_two),
    FAMILY(broadcast),
    FAMILY(timed_wait),
    FAMILY(wait_with_level),
    FAMILY(rwlock),
    FAMILY(timed_rwlock),
    FAMILY(writers_first),
    FAMILY(rwlock_again),
    FAMILY(semaphore),
    FAMILY(timed_semaphore),
    FAMILY(semaphore_left),
    FAMILY(semaphore_looked_at),
    FAMILY(semaphore_again),
    FAMILY(semaphore_with_another_count),
    FAMILY(named_semaphore),
    FAMILY(barriers),
    FAMILY(barrier_of_three),
    FAMILY(once),
    FAMILY(futexes),
    FAMILY(timed_futexes),
    FAMILY(requeue),
    FAMILY(wake_op),
    FAMILY(atomic_wait),
    FAMILY(atomics),
    FAMILY(polling),
    FAMILY(joins),
    FAMILY(join_without_deadline),
    FAMILY(detaches),
    FAMILY(join_detached),
    FAMILY(sleeps),
    FAMILY(too_large),
    FAMILY(left),
    FAMILY(left_at_once),
    FAMILY(deadlock),
    FAMILY(own_deadlock),
    FAMILY(assertion),
    FAMILY(assertion_inside),
    FAMILY(abandoned),
    FAMILY(choice),
    FAMILY(plain),
};

}  // namespace

int main(int argc, char** argv) {
  for (const Family& family : kFamilies)
    if (argc > 1 && std::strcmp(argv[1], family.name) == 0) return family.run(), 0;
  std::fprintf(stderr, "which family?\n");
  return 2;
}
