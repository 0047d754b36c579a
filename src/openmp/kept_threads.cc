#include "openmp/kept_threads.h"

#include <link.h>
#include <semaphore.h>
#include <cstdlib>
#include <cstring>

namespace stalemate::omp {
namespace {

struct KeptThread {
  KeptThread* next;
  pthread_t thread;
  sem_t start, done;
  Member* member;  // nullptr: the thread ends
  void (*run)(Member& member);
};

struct Question {
  const void* own;
  unsigned long own_bytes;
  bool found;
};

// Libraries that every program has; their variables are not threadprivate.
bool is_system_library(const char* path) {
  const char* slash = std::strrchr(path, '/');
  const char* const name = slash != nullptr ? slash + 1 : path;
  for (const char* known :
       {"libc.so", "libstdc++.so", "libc++", "ld-linux", "libm.so", "libgcc_s.so", "libstalemate"})
    if (std::strncmp(name, known, std::strlen(known)) == 0) return true;
  return false;
}

int look_at(dl_phdr_info* module, std::size_t, void* argument) {
  auto& question = *static_cast<Question*>(argument);
  if (is_system_library(module->dlpi_name != nullptr ? module->dlpi_name : "")) return 0;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    if (module->dlpi_phdr[i].p_type != PT_TLS) continue;
    const std::size_t bytes = module->dlpi_phdr[i].p_memsz;
    const auto* data = static_cast<const char*>(module->dlpi_tls_data);
    const auto* own = static_cast<const char*>(question.own);
    const bool has_own = data != nullptr && data <= own && own < data + bytes;
    question.found = question.found || bytes > (has_own ? question.own_bytes : 0);
  }
  return 0;
}

void* run_kept(void* argument) {
  KeptThread& own = *static_cast<KeptThread*>(argument);
  for (;;) {
    sem_wait(&own.start);
    if (own.member == nullptr) return nullptr;
    own.run(*own.member);
    sem_post(&own.done);
  }
}

// The thread that owns them ends.
void end_kept(void* first) {
  for (KeptThread* kept = static_cast<KeptThread*>(first); kept != nullptr;) {
    kept->member = nullptr;
    sem_post(&kept->start);
    pthread_join(kept->thread, nullptr);
    sem_destroy(&kept->start);
    sem_destroy(&kept->done);
    KeptThread* const next = kept->next;
    std::free(kept);
    kept = next;
  }
}

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;

void make_key() {
  if (pthread_key_create(&key, end_kept) != 0) std::abort();
}

KeptThread* new_kept() {
  auto* kept = static_cast<KeptThread*>(std::calloc(1, sizeof(KeptThread)));
  if (kept == nullptr) std::abort();
  sem_init(&kept->start, 0, 0);
  sem_init(&kept->done, 0, 0);
  if (pthread_create(&kept->thread, nullptr, run_kept, kept) != 0) std::abort();
  return kept;
}

}  // namespace

bool has_thread_variables(const void* own, unsigned long own_bytes) {
  Question question{own, own_bytes, false};
  dl_iterate_phdr(look_at, &question);
  return question.found;
}

void start_kept(Team& team, void (*run)(Member& member)) {
  pthread_once(&once, make_key);
  KeptThread* first = static_cast<KeptThread*>(pthread_getspecific(key));
  KeptThread** link = &first;
  for (unsigned i = 1; i < team.threads; ++i, link = &(*link)->next) {
    if (*link == nullptr) *link = new_kept();
    (*link)->member = &team.members[i];
    (*link)->run = run;
    sem_post(&(*link)->start);
  }
  pthread_setspecific(key, first);
}

void wait_for_kept(const Team& team) {
  KeptThread* kept = static_cast<KeptThread*>(pthread_getspecific(key));
  for (unsigned i = 1; i < team.threads; ++i, kept = kept->next) sem_wait(&kept->done);
}

}  // namespace stalemate::omp
