// Two threads use state outside of the program's memory; what they see depends on who is first. APART: it does not, or
// each thread has its own. LOCKED: the order follows from a mutex, so that both orders are explored.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
char folder[] = "outside.XXXXXX";
char path[64], other_path[64];
volatile bool seen;
[[maybe_unused]] int fd = -1;
[[maybe_unused]] std::FILE* stream;
char* text;
std::size_t length;

void make(const char* what, const char* contents) {
  std::FILE* const file = std::fopen(what, "w");
  std::fputs(contents, file);
  std::fclose(file);
}

#if defined(LOCK_FILE)
void first() { seen = close(open(path, O_CREAT | O_EXCL | O_RDWR, 0600)) == 0; }
void second() { close(open(path, O_CREAT | O_EXCL | O_RDWR, 0600)); }
#elif defined(EXISTS)
void first() { close(open(path, O_CREAT | O_RDWR, 0600)); }
void second() { seen = access(path, F_OK) == 0; }
#elif defined(EXISTS_CXX)
void first() { std::filesystem::create_directory(path); }
void second() { seen = std::filesystem::exists(path); }
#elif defined(REMOVED)
void first() { unlink(path); }
void second() { seen = std::ifstream(path).good(); }
#elif defined(FILES_APART)
void first() { make(path, "a"); unlink(path); }
void second() { make(other_path, "b"); seen = access(other_path, R_OK) == 0; }
#elif defined(READ_APART)
void first() { char c; const int own = open(path, O_RDONLY); (void)!read(own, &c, 1); close(own); }
void second() { char c; const int own = open(path, O_RDONLY); (void)!read(own, &c, 1); close(own); }
#elif defined(CONTENTS)
void first() { const int own = open(path, O_RDWR); (void)!pwrite(own, "b", 1, 0); close(own); }
void second() { char c; const int own = open(path, O_RDONLY); seen = pread(own, &c, 1, 0) == 1 && c == 'b'; close(own); }
#elif defined(NUMBERS)
void first() { seen = rand() % 2 == 0; }
void second() { seen = rand() % 2 == 0; }
#elif defined(NUMBERS_APART)
void first() { unsigned seed = 1; seen = rand_r(&seed) % 2 == 0; }
void second() { seen = rand() % 2 == 0; }
#elif defined(TEXT)
void first() { std::fputc('a', stream); }
void second() { std::fputc('b', stream); }
#elif defined(LOG)
void first() { std::fprintf(stream, "%d\n", 1); }
void second() { std::fprintf(stream, "%d\n", 2); }
#elif defined(OUTPUT_APART)
void first() { std::printf("%d\n", 1); std::fputs("one\n", stderr); std::cout << "one" << std::endl; }
void second() { std::printf("%d\n", 2); std::puts("two"); std::cout << "two\n"; (void)!write(1, "two\n", 4); }
#elif defined(DIRECTORY)
void first() { (void)!chdir("/"); }
void second() { char place[200]; seen = getcwd(place, sizeof place) != nullptr && place[1] == 0; }
#elif defined(POSITION)
void first() { char c; (void)!read(fd, &c, 1); }
void second() { char c; seen = read(fd, &c, 1) == 1 && c == 'a'; }
#elif defined(FILE_LOCK)
void take() { const int own = open(path, O_RDWR); if (flock(own, LOCK_EX | LOCK_NB) == 0) flock(own, LOCK_UN); close(own); }
void first() { take(); }
void second() { take(); }
#elif defined(DISPOSITION)
void first() { signal(SIGUSR2, SIG_IGN); }
void second() { struct sigaction now; sigaction(SIGUSR2, nullptr, &now); seen = now.sa_handler == SIG_IGN; }
#elif defined(RAISED)
void first() { signal(SIGUSR1, [](int) { seen = true; }); }
void second() { raise(SIGUSR1); }
#elif defined(KEY)
pthread_key_t key;
void first() { pthread_setspecific(key, &key); }
void second() { pthread_key_delete(key); }
#elif defined(HANDLER)
void first() { std::set_new_handler([] {}); }
void second() { seen = std::get_new_handler() != nullptr; }
#elif defined(MAPPED_TWICE)
volatile int *one, *two;
void first() { *one = 1; }
void second() { seen = *two == 1; }
#endif

void run(void (*function)()) {
#if defined(LOCKED)
  pthread_mutex_lock(&mutex);
#endif
  function();
#if defined(LOCKED)
  pthread_mutex_unlock(&mutex);
#endif
}

void* run_first(void*) {
  run(first);
  return nullptr;
}

}  // namespace

int main() {
  (void)!mkdtemp(folder);
  std::snprintf(path, sizeof path, "%s/one", folder);
  std::snprintf(other_path, sizeof other_path, "%s/two", folder);
#if defined(REMOVED) || defined(CONTENTS) || defined(POSITION) || defined(FILE_LOCK) || defined(READ_APART)
  make(path, "ab");
#endif
#if defined(POSITION)
  fd = open(path, O_RDONLY);
#elif defined(TEXT)
  stream = open_memstream(&text, &length);
#elif defined(LOG)
  stream = std::fopen(path, "w");
#elif defined(RAISED)
  signal(SIGUSR1, [](int) {});
#elif defined(MAPPED_TWICE)
  fd = memfd_create("twice", 0);
  (void)!ftruncate(fd, 4096);
  one = static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  two = static_cast<int*>(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0));
#elif defined(KEY)
  pthread_key_create(&key, [](void*) { seen = true; });
#endif
  pthread_t thread;
  pthread_create(&thread, nullptr, run_first, nullptr);
  run(second);
  pthread_join(thread, nullptr);
#if defined(TEXT) || defined(LOG)
  std::fclose(stream);
#endif
#if defined(READ_LATER)
  seen = std::fgetc(stream = std::fopen(path, "r")) == '1';
#endif
#if !defined(DIRECTORY)
  std::filesystem::remove_all(folder);
#endif
}
