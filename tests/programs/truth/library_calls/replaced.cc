// One thread calls a function of the C library for which the runtime has one of its own, another one accesses what that
// function reads or writes: a race. LOCKED: in a critical section each.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// What is called, and what the other thread does to it.
#define READS(type, initial, ...) type shared initial; void call() { __VA_ARGS__; } \
  void touch() { reinterpret_cast<char*>(&shared)[0] = 1; }
#define WRITES READS

int ends[2];
void* nothing(void*) { return nullptr; }
[[maybe_unused]] int nothing_c11(void*) { return 0; }

#if defined(SEED)
WRITES(unsigned, = 1, rand_r(&shared))
#elif defined(SEEDS)
WRITES(unsigned short, [3] = {}, nrand48(shared); erand48(shared); jrand48(shared))
#elif defined(RANDOM_BYTES)
WRITES(char, [8] = {}, (void)!getrandom(shared, 8, 0))
#elif defined(ENTROPY)
WRITES(char, [8] = {}, (void)!getentropy(shared, 8))
#elif defined(CLOCK)
WRITES(timespec, = {}, clock_gettime(CLOCK_MONOTONIC, &shared))
#elif defined(DAY)
WRITES(timeval, = {}, gettimeofday(&shared, nullptr))
#elif defined(TIME)
WRITES(time_t, = 0, time(&shared))
#elif defined(TIME_C11)
WRITES(timespec, = {}, timespec_get(&shared, TIME_UTC))
#elif defined(SLEEP)
READS(timespec, = {}, nanosleep(&shared, nullptr))
#elif defined(TIMER)
WRITES(itimerval, = {}, getitimer(ITIMER_REAL, &shared))
#elif defined(PIPE)
WRITES(int, [2] = {}, (void)!pipe(shared))
#elif defined(SOCKETS)
WRITES(int, [2] = {}, socketpair(AF_UNIX, SOCK_STREAM, 0, shared))
#elif defined(POLL)
WRITES(pollfd, = {}, poll(&shared, 1, 0))
#elif defined(SELECT)
WRITES(fd_set, = {}, timeval now{}; select(1, &shared, nullptr, nullptr, &now))
#elif defined(EPOLL)
epoll_event shared;
int watch = -1;
void call() { epoll_wait(watch, &shared, 1, 0); }
void touch() { shared.events = 1; }
#elif defined(EPOLL_CHANGE)
READS(epoll_event, = {}, const int watch = epoll_create1(0); epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &shared))
#elif defined(EVENTS)
WRITES(eventfd_t, = 0, const int counter = eventfd(1, 0); eventfd_read(counter, &shared))
#elif defined(VECTOR)
char place[4];
READS(iovec, = {}, shared = {}; (void)!readv(ends[0], &shared, 1))
#elif defined(LOCK_OF_FILE)
WRITES(struct flock, = {}, fcntl(0, F_GETLK, &shared))
#elif defined(FILE_NAME)
READS(char, [16] = "/dev/null", if (FILE* const file = fopen(shared, "r")) fclose(file))
#elif defined(FILE_PATH)
READS(char, [16] = "/dev/null", close(open(shared, O_RDONLY)))
#elif defined(CHILD)
WRITES(int, = 0, waitpid(-1, &shared, WNOHANG))
#elif defined(COMMAND)
READS(char, [8] = "true", (void)!system(shared))
#elif defined(SPAWNED)
char* const words[] = {const_cast<char*>("true"), nullptr};
WRITES(pid_t, = 0, pid_t one = 0; posix_spawnp(&shared, "true", nullptr, nullptr, words, nullptr);
       waitpid(-1, &one, 0))
#elif defined(ACTION)
WRITES(struct sigaction, = {}, sigaction(SIGUSR1, nullptr, &shared))
#elif defined(MASK)
WRITES(sigset_t, = {}, pthread_sigmask(SIG_BLOCK, nullptr, &shared))
#elif defined(MASK_OF_PROCESS)
READS(sigset_t, = {}, sigprocmask(SIG_BLOCK, &shared, nullptr))
#elif defined(PENDING)
WRITES(sigset_t, = {}, sigpending(&shared))
#elif defined(THREAD)
WRITES(pthread_t, = 0, pthread_create(&shared, nullptr, nothing, nullptr))
#elif defined(THREAD_C11)
WRITES(thrd_t, = 0, thrd_create(&shared, nothing_c11, nullptr))
#elif defined(JOINED)
WRITES(void*, = nullptr, pthread_t one; pthread_create(&one, nullptr, nothing, nullptr);
       pthread_join(one, &shared))
#elif defined(KEY)
WRITES(pthread_key_t, = 0, pthread_key_create(&shared, nullptr))
#elif defined(NAME)
WRITES(char, [32] = "one", pthread_getname_np(pthread_self(), shared, 32))
#elif defined(NAMED)
READS(char, [32] = "one", pthread_setname_np(pthread_self(), shared))
#elif defined(COUNT)
sem_t semaphore;
WRITES(int, = 0, sem_getvalue(&semaphore, &shared))
#elif defined(ALIGNED)
WRITES(void*, = nullptr, void* mine = nullptr; (void)!posix_memalign(&shared, 64, 64); (void)mine)
#elif defined(PARSED_TIME)
tm shared;
void call() { strptime("07", "%y", &shared); }
void touch() { shared.tm_year = 1; }
#elif defined(JUMP)
WRITES(jmp_buf, = {}, (void)!setjmp(shared))
#endif

void* locked(void* function) {
#if defined(LOCKED)
  pthread_mutex_lock(&mutex);
#endif
  reinterpret_cast<void (*)()>(function)();
#if defined(LOCKED)
  pthread_mutex_unlock(&mutex);
#endif
  return nothing(nullptr);
}

}  // namespace

int main() {
  (void)!pipe(ends);
#if defined(COUNT)
  sem_init(&semaphore, 0, 3);
#endif
#if defined(EPOLL)
  watch = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &event);
  (void)!write(ends[1], "x", 1);
#endif
#if defined(VECTOR)
  (void)!write(ends[1], "x", 1);
#endif
  pthread_t thread;
  pthread_create(&thread, nullptr, locked, reinterpret_cast<void*>(call));
  locked(reinterpret_cast<void*>(touch));
  pthread_join(thread, nullptr);
}
