#pragma once
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

#ifdef __cplusplus
extern "C"
#endif
    void
    transfer(struct account* from, struct account* to, int amount);
