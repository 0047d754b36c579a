#include "base/new_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>

namespace stalemate {
namespace {

std::string random_suffix() {
  static constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz012345";
  std::uint8_t bytes[8] = {};
  if (getrandom(bytes, sizeof bytes, GRND_NONBLOCK) != sizeof bytes) {
    // The name is not a secret: O_EXCL decides. It only has to differ between our concurrent files.
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const auto mixed =
        static_cast<std::uint64_t>(now.tv_nsec) * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(getpid());
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(mixed >> 8 * i);
  }
  std::string suffix = ".";
  for (const std::uint8_t byte : bytes) suffix += kLetters[byte % 32];
  return suffix + ".new";
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && file_ < 0; ++i) {
    unfinished_ = path_ + random_suffix();
    leftover_.emplace(unfinished_);
    file_ = open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    reason_ = file_ < 0 ? errno : 0;
    if (file_ < 0) leftover_.reset();
    if (file_ < 0 && errno != EEXIST) return;
  }
  struct stat before = {};
  if (file_ >= 0 && lstat(path_.c_str(), &before) == 0 && S_ISREG(before.st_mode))
    (void)!fchmod(file_, before.st_mode & 0777);
}

NewFile::~NewFile() { remove(); }

void NewFile::remove() {
  if (file_ < 0) return;
  close(std::exchange(file_, -1));
  unlink(unfinished_.c_str());
  leftover_.reset();
}

void NewFile::write(std::string_view bytes) {
  while (!bytes.empty() && reason_ == 0) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) reason_ = errno;
    if (written == 0) reason_ = EIO;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool NewFile::failed(int reason) {
  remove();
  errno = reason_ = reason;
  return false;
}

bool NewFile::finish() {
  if (reason_ != 0) return failed(reason_);
  // EINVAL, EROFS: a file system that does not support fsync.
  if (fsync(file_) != 0 && errno != EINVAL && errno != EROFS) return failed(errno);
  if (std::rename(unfinished_.c_str(), path_.c_str()) != 0) return failed(errno);
  leftover_.reset();
  if (close(std::exchange(file_, -1)) == 0) return true;
  reason_ = errno;
  return false;
}

bool write_new_file(const std::string& path, std::string_view bytes) {
  NewFile file(path);
  file.write(bytes);
  return file.finish();
}

}  // namespace stalemate
