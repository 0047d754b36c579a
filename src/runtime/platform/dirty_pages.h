// Which pages of this process have been written, from the kernel's bookkeeping (Linux 6.7): pages are
// write-protected through a userfaultfd in asynchronous mode, where the kernel lifts the protection at the
// first write, including its own, and PAGEMAP_SCAN lists those without it. A page that did not exist counts
// as written once it does. Nothing here allocates, or touches memory that it watches.
#pragma once

#include <cstdint>

#include "runtime/platform/pages.h"

namespace stalemate::rt {

class DirtyPages {
 public:
  // False if the kernel does not support or allow this. Descriptors are placed at `lowest_fd` or above.
  bool open(int lowest_fd);
  // False if this range cannot be watched.
  bool watch(PageRange range);

  // The existing pages of what is watched, which this protects; then, in later calls, the pages written
  // since. visit(range, argument) is called with increasing addresses; false: the kernel refuses.
  using Visit = void (*)(PageRange range, void* argument);
  bool protect_all(Visit visit, void* argument);
  bool written(Visit visit, void* argument);
  // From now on "written" means after this call.
  bool protect(PageRange range);

 private:
  bool scan(PageRange range, std::uint64_t flags, std::uint64_t required, Visit visit, void* argument);

  int userfault_ = -1;
  int pagemap_ = -1;
};

}  // namespace stalemate::rt
