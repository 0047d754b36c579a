// One way in which a process ends while a thread still has steps to do, by ENDING. Every order of the ending
// and of those steps is an execution of its own; the exit step is the last one, whatever is left undone.
//
// 1  main returns, while a detached thread has OPERATIONS + 1 steps left: any number of them may be done, so
//    OPERATIONS + 2 executions; none and all of them need at most one preemption, the others two.
// 2  main has two operations and calls pthread_exit; whoever ends last runs exit(0), with a handler. The two
//    merge with the thread's OPERATIONS + 1 steps: for 2 operations, 5 over 2.
// 3  a thread calls exit() with a handler of one operation, while main has two operations and then a join
// that
//    never comes true. Main may have done 0, 1 or 2: the sum is (OPERATIONS + 5) over 2.
// 4  two threads call exit() at once, with one operation each and a handler of one: the handler is run by the
//    first, and the second does not wait for it (that is how libc has it; the standard leaves it undefined).
// 5  as 4, without a handler.
// 6  a handler joins the thread, one before it has an operation: all is done in every execution.
// 7  destructors of a thread_local object of the thread and of one of main, and of a static object: one
//    operation each.
// 8  as 3, by quick_exit and its own handler.
// 9  exit() is called again inside a handler, and another handler is left.
// 10 as 3, by _exit: no handler is run.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

std::atomic<int> x{0};

void touch() { x.fetch_add(1); }

struct Touch {
  int used = 0;
  ~Touch() { touch(); }
};

pthread_t thread;

void* work(void*) {
#if ENDING == 7
  static thread_local Touch mine;
  mine.used = 1;
#endif
  for (int i = 0; i < OPERATIONS; ++i) touch();
#if ENDING == 3 || ENDING == 4 || ENDING == 5
  std::exit(0);
#elif ENDING == 8
  std::quick_exit(0);
#elif ENDING == 10
  _exit(0);
#endif
  return nullptr;
}

pthread_t begin(int state) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, state);
  pthread_t made;
  pthread_create(&made, &attributes, work, nullptr);
  return made;
}

int main() {
#if ENDING == 1
  begin(PTHREAD_CREATE_DETACHED);
#elif ENDING == 2
  std::atexit(touch);
  begin(PTHREAD_CREATE_DETACHED);
  touch();
  touch();
  pthread_exit(nullptr);
#elif ENDING == 3 || ENDING == 8 || ENDING == 10
#if ENDING == 8
  std::at_quick_exit(touch);
#else
  std::atexit(touch);
#endif
  thread = begin(PTHREAD_CREATE_JOINABLE);
  touch();
  touch();
  pthread_join(thread, nullptr);
#elif ENDING == 4 || ENDING == 5
#if ENDING == 4
  std::atexit(touch);
#endif
  thread = begin(PTHREAD_CREATE_JOINABLE);
  begin(PTHREAD_CREATE_JOINABLE);
  pthread_join(thread, nullptr);
#elif ENDING == 6
  std::atexit([] { pthread_join(thread, nullptr); });
  std::atexit(touch);
  thread = begin(PTHREAD_CREATE_JOINABLE);
#elif ENDING == 7
  static Touch shared;
  static thread_local Touch mine;
  shared.used = mine.used = 1;
  begin(PTHREAD_CREATE_DETACHED);
#elif ENDING == 9
  std::atexit(touch);
  std::atexit([] {
    touch();
    std::exit(0);
  });
  begin(PTHREAD_CREATE_DETACHED);
#endif
}
