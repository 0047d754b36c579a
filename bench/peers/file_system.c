/* The file system of Flanagan and Godefroid (POPL 2005) in C11, as other tools read it; see tests/programs/bugs/file_system.cc. */
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 14
#endif
enum { kBlocks = 26, kInodes = 32 };

static pthread_mutex_t inode_locks[kInodes], block_locks[kBlocks];
static int inodes[kInodes], busy[kBlocks];
static int numbers[THREADS];

static void* give_block(void* argument) {
  const int number = *(int*)argument;
  const int i = number % kInodes;
  pthread_mutex_lock(&inode_locks[i]);
  if (inodes[i] == 0) {
    int b = i * 2 % kBlocks;
    for (;;) {
      pthread_mutex_lock(&block_locks[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inodes[i] = b + 1;
        pthread_mutex_unlock(&block_locks[b]);
        break;
      }
      pthread_mutex_unlock(&block_locks[b]);
      b = (b + 1) % kBlocks;
    }
  }
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < kInodes; ++i) pthread_mutex_init(&inode_locks[i], NULL);
  for (int i = 0; i < kBlocks; ++i) pthread_mutex_init(&block_locks[i], NULL);
  for (int t = 0; t < THREADS; ++t) {
    numbers[t] = t;
    pthread_create(&threads[t], NULL, give_block, &numbers[t]);
  }
  for (int t = 0; t < THREADS; ++t) pthread_join(threads[t], NULL);
  return 0;
}
