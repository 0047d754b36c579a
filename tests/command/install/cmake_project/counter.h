#pragma once
#include <atomic>

struct Counter {
  std::atomic<int> value{0};
  void add_at_once();
  void add_in_two_steps();
};

extern "C" int twice_in_threads(void);
