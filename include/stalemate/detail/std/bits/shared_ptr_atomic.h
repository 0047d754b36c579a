// Replaces libstdc++'s header of this name while a program is compiled to be explored. In release 12,
// std::atomic<std::shared_ptr>::load() releases its lock with a relaxed operation: what it has read is then
// unordered with the next writer. A true race, but the library's, which a program cannot prevent. Here the
// lock is released with a release operation.
#pragma once
#pragma GCC system_header

#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE == 12 && __cplusplus > 201703L
#include <bits/atomic_base.h>
// As a parameter list, and with each argument that the header passes.
#define STALEMATE_ORDER_memory_order memory_order
#define STALEMATE_ORDER_memory_order_relaxed memory_order_seq_cst
#define STALEMATE_ORDER___o2 memory_order_seq_cst
#pragma push_macro("unlock")
#define unlock(order) unlock(STALEMATE_ORDER_##order)
#include_next <bits/shared_ptr_atomic.h>
#pragma pop_macro("unlock")
#else
#include_next <bits/shared_ptr_atomic.h>
#endif
