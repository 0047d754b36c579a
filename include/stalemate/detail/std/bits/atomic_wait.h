// Stands in front of libstdc++'s header of this name while a program is compiled to be explored. Its waits
// look sixteen times before they go to sleep; one look is enough: whatever the others could do between two
// looks, they can do before the first one or before the futex compares, with no more preemptions. What a wait
// does is unchanged; a search does not have to tell the sixteen looks apart.
//
// The overloads are more special than the library's own template, and so are taken wherever it waits. A
// semaphore's try_acquire has no policy and keeps all its looks: for it, they decide the result.
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
