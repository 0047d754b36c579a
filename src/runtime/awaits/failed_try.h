// A try that fails: a thread has read some variables, and the operation that it has announced would only show
// it that one of them has changed, so that it begins again. The pop of a stack, `do { h = head.load(); n =
// h->next; } while (!head.compare_exchange_weak(h, n))`, is such a loop. Unlike retry.h, it looks at memory
// of others between the load and the compare-and-swap.
//
// The try is silent (S10): the execution in which the thread begins it later ends in the same way. So the
// thread is not enabled while its operation would fail, and an execution that comes to an end with it is
// left.
//
// The proof is a run on paper, with values that the thread has read: from a load on, where its stack was
// copied, to the announced operation, where it must find the state that the thread is in; then with the value
// that is there now, until it is back at the load, in the state that was there before. Or it continues as if
// that load had read what the compare-and-swap has found.
#pragma once

#include "runtime/awaits/iteration.h"

namespace stalemate::rt {

// A load that a thread has made since its last step that was none.
struct EarlierLoad {
  static constexpr std::uint32_t kWords = 512;

  HeadStep step;
  std::uint64_t value = 0;
  int order = 0;
  std::uint32_t words = 0;  // of its stack, from where the return address was; 0: a try cannot begin here
  std::uint64_t copy[kWords];

  std::uint64_t return_address() const { return copy[0]; }
  // Copies the stack, if it is not too long.
  void begin(const HeadStep& load, int order);
  // The thread is about to return from the load. Its stack is as it was.
  void start(Machine& machine) const;
};

struct EarlierLoads {
  static constexpr std::uint32_t kMost = 6;
  std::uint32_t count = 0;
  EarlierLoad loads[kMost];
};

// Whether the announced step, with this value in its object, would end a try that began with one of these
// loads. `reads` are the reads from that step on, `made` the plain ones that the thread has made before.
bool fails_in_vain(const EarlierLoads& earlier, const HeadStep& last, std::uint64_t value, ReadSet& reads,
                   ReadSet& made);

}  // namespace stalemate::rt
