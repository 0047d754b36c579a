#include "runtime/platform/dirty_pages.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

// Newer than the headers of the systems that we build on.
constexpr std::uint64_t kFeatureWpUnpopulated = 1u << 13;
constexpr std::uint64_t kFeatureWpAsync = 1u << 15;
constexpr int kUserModeOnly =
    1;  // needs no privilege; in asynchronous mode the kernel's writes are reported, too

struct ScanArgument {
  std::uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  std::uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
struct ScanRange {
  std::uint64_t start, end, categories;
};
constexpr long kPagemapScan = 0xc0606610;  // _IOWR('f', 16, ScanArgument)
static_assert(sizeof(ScanArgument) == 96);

constexpr std::uint64_t kProtectMatching = 1;
constexpr std::uint64_t kProtectable = 1, kWritten = 2, kPresent = 8, kSwapped = 16, kZeroPage = 32;

constexpr std::uint64_t kEndOfMemory = 0x7ffffffff000;
constexpr std::uint64_t kEntries = 256;

}  // namespace

bool DirtyPages::open(int lowest_fd) {
  const long userfault = kernel::call(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly);
  if (userfault < 0) return false;
  userfault_ = kernel::move_descriptor(static_cast<int>(userfault), lowest_fd);
  uffdio_api api = {};
  api.api = UFFD_API;
  api.features = kFeatureWpAsync | kFeatureWpUnpopulated;
  const int pagemap = kernel::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap >= 0) pagemap_ = kernel::move_descriptor(pagemap, lowest_fd);
  return pagemap_ >= 0 && kernel::call(SYS_ioctl, userfault_, UFFDIO_API, kernel::word(&api)) == 0;
}

bool DirtyPages::watch(PageRange range) {
  uffdio_register request = {};
  request.range = {range.begin, range.bytes()};
  request.mode = UFFDIO_REGISTER_MODE_WP;
  return kernel::call(SYS_ioctl, userfault_, static_cast<long>(UFFDIO_REGISTER), kernel::word(&request)) == 0;
}

// One call for all of the memory: mappings that are not watched are skipped, and so are holes.
bool DirtyPages::scan(PageRange range, std::uint64_t flags, std::uint64_t required, Visit visit,
                      void* argument) {
  ScanRange found[kEntries];
  ScanArgument request = {};
  request.size = sizeof request;
  request.flags = flags;
  request.start = range.begin;
  request.end = range.end;
  request.vec = reinterpret_cast<std::uint64_t>(found);
  request.vec_len = kEntries;
  request.category_mask = kProtectable | required | kZeroPage;
  request.category_inverted = kZeroPage;  // the page of zeros, mapped by a read: never written
  request.category_anyof_mask = kPresent | kSwapped;
  request.return_mask = kProtectable;
  while (request.start < range.end) {
    const long count = kernel::call(SYS_ioctl, pagemap_, kPagemapScan, kernel::word(&request));
    if (count < 0) return false;
    for (long n = 0; n < count; ++n) visit({found[n].start, found[n].end}, argument);
    request.start = request.walk_end;
  }
  return true;
}

bool DirtyPages::protect_all(Visit visit, void* argument) {
  return scan({0, kEndOfMemory}, kProtectMatching, 0, visit, argument);
}

bool DirtyPages::written(Visit visit, void* argument) {
  return scan({0, kEndOfMemory}, 0, kWritten, visit, argument);
}

bool DirtyPages::protect(PageRange range) {
  return scan(
      range, kProtectMatching, kWritten, [](PageRange, void*) {}, nullptr);
}

}  // namespace stalemate::rt
