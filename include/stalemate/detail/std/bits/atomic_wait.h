// Replaces libstdc++'s header of this name while a program is compiled to be explored. Its waits poll sixteen
// times before they sleep; one poll is enough: what the others could do between two polls, they can do before
// the first one or before the futex compares, with no more preemptions. The effect of a wait is unchanged; a
// search need not distinguish the sixteen polls.
//
// The overloads are more specialized than the library's template, and so are chosen wherever it waits. A
// semaphore's try_acquire has no policy and keeps all its polls: for it, they decide the result.
#pragma once
#pragma GCC system_header

#if defined(__GLIBCXX__) && __cplusplus > 201703L
namespace std _GLIBCXX_VISIBILITY(default) {
  _GLIBCXX_BEGIN_NAMESPACE_VERSION
  namespace __detail {
  struct __default_spin_policy;
  struct __timed_backoff_spin_policy;

  template <typename _Pred>
  bool __atomic_spin(_Pred& __pred, const __default_spin_policy&) noexcept {
    return __pred();
  }
  template <typename _Pred>
  bool __atomic_spin(_Pred& __pred, const __timed_backoff_spin_policy&) noexcept {
    return __pred();
  }
  }  // namespace __detail
  _GLIBCXX_END_NAMESPACE_VERSION
}  // namespace )
#endif

#include_next <bits/atomic_wait.h>
