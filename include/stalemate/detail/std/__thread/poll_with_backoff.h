// Replaces libc++'s header of this name, as bits/atomic_wait.h beside it does for libstdc++: its atomic waits
// poll 64 times, and then yield for as long again, before they sleep. One poll is enough. And a thread that waits at a barrier sleeps for longer and longer:
// here it yields.
#pragma once
#pragma GCC system_header

#include_next <__thread/poll_with_backoff.h>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 190000 && _LIBCPP_VERSION < 200000
#include_next <__thread/support.h>

_LIBCPP_BEGIN_NAMESPACE_STD
struct __libcpp_timed_backoff_policy;

template <class _Poll>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(_Poll&& __poll, __libcpp_timed_backoff_policy&&) {
  while (!__poll()) std::__libcpp_thread_yield();
  return true;
}

template <class _AtomicWaitable, class _Poll>
struct __atomic_wait_backoff_impl;

template <class _Poll, class _AtomicWaitable, class _Until>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(
    _Poll& __poll, __atomic_wait_backoff_impl<_AtomicWaitable, _Until>& __backoff) {
  while (!__poll())
    if (__backoff(chrono::microseconds(65))) return false;  // long enough for it to sleep
  return true;
}
_LIBCPP_END_NAMESPACE_STD
#endif
