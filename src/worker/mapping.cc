#include "worker/mapping.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "base/check.h"

namespace stalemate::host {
namespace {

constexpr std::uint64_t kPage = 4096;
// A larger ring is a corrupted header, not a channel.
constexpr std::uint64_t kLargestRing = std::uint64_t{1} << 34;

bool sound_ring(std::uint64_t bytes) {
  return std::has_single_bit(bytes) && bytes >= kPage && bytes <= kLargestRing;
}

tl::unexpected<Error> system_error(const char* what) {
  if (errno == EPERM || errno == ENOSYS)
    return fail(Code::kCannotStart, std::string(what) + ": " + std::strerror(errno),
                "let the system call memfd_create through the filter of the container");
  return fail(Code::kIo, std::string(what) + ": " + std::strerror(errno),
              "check the limits on memory, open files and file size");
}

// Beyond the limit on file sizes (ulimit -f) the kernel also sends a signal that would end this process,
// which may be a user's test.
bool resize(int fd, std::uint64_t bytes) {
  sigset_t too_large, before;
  sigemptyset(&too_large);
  sigaddset(&too_large, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &too_large, &before);
  const bool done = ftruncate(fd, static_cast<off_t>(bytes)) == 0;
  const int reason = errno;
  const timespec at_once{};
  if (!done && reason == EFBIG) sigtimedwait(&too_large, nullptr, &at_once);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = reason;
  return done;
}

}  // namespace

Result<Mapping> Mapping::create(std::uint64_t item_ring, std::uint64_t log_ring) {
  if (item_ring > kLargestRing || log_ring > kLargestRing)
    return fail(Code::kUsage, "an execution of so many steps does not fit in the memory of a worker",
                "lower --steps");
  STALEMATE_CHECK(sound_ring(item_ring) && sound_ring(log_ring),
                  "a ring is a power of two of at least a page");
  const int fd = memfd_create("stalemate-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return system_error("could not create shared memory for a worker");
  Mapping mapping(fd, item_ring, log_ring);
  if (!resize(fd, wire::channel_file_bytes(item_ring, log_ring)) || !mapping.map())
    return system_error("could not map shared memory for a worker");
  // A program that truncates the file would end this process by SIGBUS.
  fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  mapping.share_with_children(false);
  auto* channel = new (mapping.base_) wire::Channel;
  channel->item_ring_bytes = item_ring;
  channel->log_ring_bytes = log_ring;
  return mapping;
}

Result<Mapping> Mapping::attach(int fd) {
  wire::Channel* header = nullptr;
  void* const first = mmap(nullptr, wire::kChannelBytes, PROT_READ, MAP_SHARED, fd, 0);
  if (first == MAP_FAILED) return system_error("could not map the channel that was handed over");
  header = static_cast<wire::Channel*>(first);
  const bool known = header->magic == wire::kChannelMagic && header->version == wire::kVersion;
  const std::uint64_t item_ring = header->item_ring_bytes, log_ring = header->log_ring_bytes;
  munmap(first, wire::kChannelBytes);
  struct stat file {};
  if (!known || !sound_ring(item_ring) || !sound_ring(log_ring) || fstat(fd, &file) != 0 ||
      static_cast<std::uint64_t>(file.st_size) < wire::channel_file_bytes(item_ring, log_ring))
    return fail(Code::kInternal, "the channel that was handed over is not one of this version",
                "build the program and the tool with the same version");
  Mapping mapping(fd, item_ring, log_ring);
  if (!mapping.map()) return system_error("could not map the channel that was handed over");
  return mapping;
}

Mapping::Mapping(Mapping&& other) noexcept { *this = std::move(other); }

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  if (this == &other) return *this;
  release();
  fd_ = std::exchange(other.fd_, -1);
  base_ = std::exchange(other.base_, nullptr);
  item_ring_ = other.item_ring_;
  log_ring_ = other.log_ring_;
  return *this;
}

Mapping::~Mapping() { release(); }

void Mapping::share_with_children(bool share) const {
  madvise(base_, bytes(), share ? MADV_DOFORK : MADV_DONTFORK);
}

void Mapping::release() {
  if (base_ != nullptr) munmap(base_, bytes());
  if (fd_ >= 0) close(fd_);
  base_ = nullptr;
  fd_ = -1;
}

bool Mapping::map() {
  void* const whole = mmap(nullptr, bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (whole == MAP_FAILED) return false;
  base_ = static_cast<std::byte*>(whole);
  const auto place = [this](std::uint64_t at, std::uint64_t size, std::uint64_t file_offset) {
    return mmap(base_ + at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd_,
                static_cast<off_t>(file_offset)) != MAP_FAILED;
  };
  const std::uint64_t items = wire::item_ring_offset(), logs = wire::log_ring_offset(item_ring_);
  const std::uint64_t log_file = wire::kChannelBytes + item_ring_;
  return place(0, wire::kChannelBytes, 0) && place(items, item_ring_, wire::kChannelBytes) &&
         place(items + item_ring_, item_ring_, wire::kChannelBytes) && place(logs, log_ring_, log_file) &&
         place(logs + log_ring_, log_ring_, log_file);
}

}  // namespace stalemate::host
