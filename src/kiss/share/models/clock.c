/* A clock that all threads see and that only waiting moves: to the deadline of a wait that ran out of time,
 * and by what a thread sleeps. Real time also passes in between; no program may rely on how much. */
#include <primitives.h>
#include <stddef.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { KISS_NANOSECONDS = 1000000000 };

static long kiss_seconds, kiss_nanoseconds;

/* Inside another thread's atomic region. */
void pthread_time_is_up_np(const struct timespec* deadline) {
  if (deadline == NULL) return;
  const long seconds = deadline->tv_sec;
  const long nanoseconds = deadline->tv_nsec;
  const long now = kiss_seconds;
  const long part = kiss_nanoseconds;
  if (seconds > now || (seconds == now && nanoseconds > part)) {
    kiss_seconds = seconds;
    kiss_nanoseconds = nanoseconds;
  }
}

static int kiss_sleep(long seconds, long nanoseconds) {
  kiss_atomic_begin();
  const long part = kiss_nanoseconds + nanoseconds % KISS_NANOSECONDS;
  kiss_seconds = kiss_seconds + seconds + nanoseconds / KISS_NANOSECONDS + part / KISS_NANOSECONDS;
  kiss_nanoseconds = part % KISS_NANOSECONDS;
  kiss_atomic_end();
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  kiss_atomic_begin();
  now->tv_sec = kiss_seconds;
  now->tv_nsec = kiss_nanoseconds;
  kiss_atomic_end();
  return 0;
}
int timespec_get(struct timespec* now, int base) {
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}
int gettimeofday(struct timeval* now, void* zone) {
  kiss_atomic_begin();
  now->tv_sec = kiss_seconds;
  now->tv_usec = kiss_nanoseconds / 1000;
  kiss_atomic_end();
  return 0;
}
time_t time(time_t* now) {
  kiss_atomic_begin();
  const time_t seconds = kiss_seconds;
  kiss_atomic_end();
  if (now != NULL) *now = seconds;
  return seconds;
}

unsigned sleep(unsigned seconds) {
  kiss_sleep((long)seconds, 0);
  return 0;
}
int usleep(useconds_t microseconds) { return kiss_sleep(0, (long)microseconds * 1000); }
int nanosleep(const struct timespec* duration, struct timespec* rest) {
  return kiss_sleep(duration->tv_sec, duration->tv_nsec);
}
int thrd_sleep(const struct timespec* duration, struct timespec* rest) {
  return kiss_sleep(duration->tv_sec, duration->tv_nsec);
}
