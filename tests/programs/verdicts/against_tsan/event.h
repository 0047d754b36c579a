// What a program of the interpreter does, one event at a time.
#pragma once

inline constexpr unsigned kMostEvents = 64;

// In the order of kNames.
enum Kind : unsigned {
  kRead,  // plain
  kWrite,
  kLoad,
  kStore,
  kModify,
  kFailedSwap,
  kLastAccess = kFailedSwap,
  kFence,
  kCreate,
  kJoin,
  kLock,
  kTryLock,
  kTryFails,
  kUnlock,
  kReadLock,
  kWriteLock,
  kRwUnlock,
  kPost,
  kTake,
  kWait,  // at the condition variable of a mutex that it holds
  kWoken,
  kSignal,
  kArrive,
  kKinds
};
inline constexpr const char* kNames[kKinds] = {
    "read", "write", "load",    "store",    "modify", "failed-swap", "fence",     "create",
    "join", "lock",  "trylock", "tryfails", "unlock", "readlock",    "writelock", "rwunlock",
    "post", "take",  "wait",    "woken",    "signal", "arrive"};

struct Event {
  unsigned thread;
  Kind kind;
  unsigned object;
  unsigned order;  // __ATOMIC_…
  unsigned at;     // in the shared memory
  unsigned bytes;
};

// The access of event i, in code of its own: reports tell the events apart by their lines.
extern void (*const perform[kMostEvents])(const Event& event, char* at);
