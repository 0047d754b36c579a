// Runs small concurrent programs, each in a given order of its events: interpreter PROGRAMS. A program is one
// line, its events in the order in which they happen: `thread operation arguments`, separated by commas.
// Prints one line per program: the numbers of the events that are reported to race with an earlier one.
// Compiled with ThreadSanitizer
// (-DAGAINST) or by Stalemate, which also tells the earlier event: `later-earlier`.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "event.h"
#include "gate.h"
#ifndef AGAINST
#include <stalemate/stalemate.h>
#endif

namespace {

constexpr unsigned kThreads = 4, kObjects = 2;

struct Shared {
  alignas(16) char memory[32];
  pthread_mutex_t mutexes[kObjects];
  pthread_cond_t conditions[kObjects];
  bool flags[kObjects];
  pthread_rwlock_t rwlocks[kObjects];
  sem_t semaphores[kObjects];
  pthread_barrier_t barrier;
};

struct Program {
  std::vector<Event> events;
};

Shared* shared;
const Program* program;
pthread_t threads[kThreads];

void run(unsigned thread);

void* run_thread(void* number) {
  run(static_cast<unsigned>(reinterpret_cast<std::size_t>(number)));
  return nullptr;
}

// One that has to be the next is not yet, where its owner is still on its way into a wait.
template <class Try>
void until(Try done) {
  while (!done()) sched_yield();
}

void fence(unsigned order) {
  switch (order) {
    case __ATOMIC_ACQUIRE: return __atomic_thread_fence(__ATOMIC_ACQUIRE);
    case __ATOMIC_RELEASE: return __atomic_thread_fence(__ATOMIC_RELEASE);
    case __ATOMIC_ACQ_REL: return __atomic_thread_fence(__ATOMIC_ACQ_REL);
    default: return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}

// Returns whether the turn has been given away already, by an operation that sleeps.
bool synchronize(const Event& event, unsigned number) {
  Shared& s = *shared;
  const unsigned object = event.object;
  switch (event.kind) {
    case kFence: fence(event.order); break;
    case kCreate:
      pthread_create(&threads[object], nullptr, run_thread, reinterpret_cast<void*>(std::size_t{object}));
      break;
    case kJoin: pthread_join(threads[object], nullptr); break;
    case kLock: pthread_mutex_lock(&s.mutexes[object]); break;
    case kTryLock: until([&] { return pthread_mutex_trylock(&s.mutexes[object]) == 0; }); break;
    case kTryFails:
      if (pthread_mutex_trylock(&s.mutexes[object]) == 0) std::abort();
      break;
    case kUnlock: pthread_mutex_unlock(&s.mutexes[object]); break;
    case kReadLock: pthread_rwlock_rdlock(&s.rwlocks[object]); break;
    case kWriteLock: pthread_rwlock_wrlock(&s.rwlocks[object]); break;
    case kRwUnlock: pthread_rwlock_unlock(&s.rwlocks[object]); break;
    case kPost: sem_post(&s.semaphores[object]); break;
    case kTake: sem_wait(&s.semaphores[object]); break;
    case kSignal:
      s.flags[object] = true;
      pthread_cond_signal(&s.conditions[object]);
      break;
    case kWait:
      end_turn();
      while (!s.flags[object]) pthread_cond_wait(&s.conditions[object], &s.mutexes[object]);
      s.flags[object] = false;
      return true;
    case kWoken: break;
    case kArrive:
      end_turn();
      pthread_barrier_wait(&s.barrier);
      return true;
    default: std::fprintf(stderr, "event %u: no operation %u\n", number, event.kind); std::abort();
  }
  return false;
}

void run(unsigned thread) {
  const std::vector<Event>& events = program->events;
  for (unsigned i = 0; i < events.size(); ++i) {
    if (events[i].thread != thread) continue;
    await_turn(i);
    bool ended = false;
    if (events[i].kind <= kLastAccess)
      perform[i](events[i], shared->memory + events[i].at);
    else
      ended = synchronize(events[i], i);
    if (!ended) end_turn();
  }
}

void run_program(const Program& next, Shared* memory) {
  program = &next;
  shared = memory;
  std::memset(static_cast<void*>(memory), 0, sizeof *memory);
  unsigned arrivals = 0;
  for (const Event& event : next.events) arrivals += event.kind == kArrive;
  for (unsigned i = 0; i < kObjects; ++i) {
    pthread_mutex_init(&memory->mutexes[i], nullptr);
    pthread_cond_init(&memory->conditions[i], nullptr);
    pthread_rwlock_init(&memory->rwlocks[i], nullptr);
    sem_init(&memory->semaphores[i], 0, 0);
  }
  pthread_barrier_init(&memory->barrier, nullptr, arrivals == 0 ? 1 : arrivals);
  open_gate();
  run(0);
}

std::vector<Program> read_programs(const char* path) {
  std::vector<Program> programs;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    Program read;
    std::istringstream events(line);
    for (std::string text; std::getline(events, text, ',');) {
      Event event{};
      std::string name;
      std::istringstream words(text);
      words >> event.thread >> name >> event.object >> event.order >> event.at >> event.bytes;
      event.kind = static_cast<Kind>(std::find(kNames, kNames + kKinds, name) - kNames);
      if (words.fail() || event.kind == kKinds || read.events.size() == kMostEvents) {
        std::fprintf(stderr, "cannot read event '%s'\n", text.c_str());
        std::exit(2);
      }
      read.events.push_back(event);
    }
    programs.push_back(read);
  }
  return programs;
}

}  // namespace

#ifdef AGAINST

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (const Program& next : read_programs(arguments[1])) {
    run_program(next, new Shared);
    for (unsigned i = 0; i < reported_count(); ++i) std::printf(" %u", reported_event(i));
    std::puts("");
  }
}

#else

// `  0.1 at …/accesses.inc:7 in …`: the line is the event, counted from 1.
std::string event_of(const std::string& report, std::size_t& at) {
  const std::string place = "accesses.inc:";
  at = report.find(place, at);
  if (at == std::string::npos) return "?";
  at += place.size();
  return std::to_string(std::stoul(report.substr(at)) - 1);
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::vector<Program> programs = read_programs(arguments[1]);
  stalemate::Options options;
  options.preemptions(0).executions(1).races("report").jobs(1);
  constexpr std::size_t kMostFindings = 64;
  for (const Program& next : programs) {
    const auto result = stalemate::explore([&next] { run_program(next, new Shared); }, options);
    for (const auto& finding : result.findings) {
      std::size_t at = 0;
      const std::string later = event_of(finding.report, at), earlier = event_of(finding.report, at);
      std::printf(" %s%s-%s", finding.kind == "data-race" ? "" : finding.kind.c_str(), later.c_str(),
                  earlier.c_str());
    }
    if (result.findings.size() == kMostFindings) std::printf(" full");
    std::printf("%s\n", result.executions == 1 ? "" : (" " + result.error).c_str());
  }
}

#endif
