// Joining, detaching, sleeping, and a thread that cannot be.
#include "families.h"

#include <pthread.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>

namespace {

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

const Family kFamilies[] = {
    FAMILY(joins),     FAMILY(join_without_deadline), FAMILY(detaches), FAMILY(join_detached), FAMILY(sleeps),
    FAMILY(too_large),
};

}  // namespace

std::span<const Family> families::threads() { return kFamilies; }
