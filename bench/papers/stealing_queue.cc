// The work-stealing queue as a program: main pushes three jobs and pops as often, a thief tries as often to
// steal one.
#include <cassert>
#include <thread>

#include "bounded_stealing.h"

int main() {
  constexpr std::size_t kJobs = 3;
  papers::BoundedStealing<kJobs, papers::Reads::kAtomic> queue;
  std::array<int, kJobs> popped{}, stolen{};
  std::thread thief([&] {
    for (std::size_t n = 0; n < kJobs; ++n)
      if (const auto job = queue.steal()) ++stolen[static_cast<std::size_t>(*job)];
  });
  for (std::size_t n = 0; n < kJobs; ++n) assert(queue.push(static_cast<int>(n)));
  for (std::size_t n = 0; n < kJobs; ++n)
    if (const auto job = queue.pop()) ++popped[static_cast<std::size_t>(*job)];
  thief.join();
  for (std::size_t n = 0; n < kJobs; ++n) assert(popped[n] + stolen[n] == 1);
}
