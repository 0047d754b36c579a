#include "trace/event_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/new_file.h"

namespace stalemate::trace {
namespace {

bool is_text(const std::string& path) { return path.ends_with(".std"); }

// A file in memory, for as long as it is read.
class MappedFile {
 public:
  MappedFile() = default;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (bytes_ != nullptr) munmap(bytes_, size_);
    if (file_ >= 0) close(file_);
  }

  Result<void> open(const std::string& path) {
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat about = {};
    if (file_ < 0 || fstat(file_, &about) != 0)
      return fail(Code::kBadFile, "the trace " + path + " cannot be read: " + std::strerror(errno),
                  "check the path and its permissions");
    if (!S_ISREG(about.st_mode))
      return fail(Code::kBadFile, "the trace " + path + " is not a file", "a trace is read from a file");
    size_ = static_cast<std::size_t>(about.st_size);
    if (size_ == 0) return {};
    void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file_, 0);
    if (mapped == MAP_FAILED)
      return fail(Code::kBadFile, "the trace " + path + " cannot be read: " + std::strerror(errno),
                  "it may be too large for this machine");
    bytes_ = mapped;
    madvise(bytes_, size_, MADV_SEQUENTIAL);
    return {};
  }

  std::string_view bytes() const {
    return bytes_ == nullptr ? std::string_view() : std::string_view(static_cast<const char*>(bytes_), size_);
  }

 private:
  int file_ = -1;
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Error cannot_write(const std::string& path) {
  return {Code::kIo, "the trace " + path + " cannot be written: " + std::strerror(errno),
          "choose another file with -o"};
}

}  // namespace

Result<EventTrace> read_event_file(const std::string& path, const TraceLimits& limits) {
  MappedFile file;
  if (const auto opened = file.open(path); !opened) return tl::unexpected<Error>(opened.error());
  auto trace = is_text(path) ? parse_std(file.bytes(), limits) : parse_bytes(file.bytes(), limits);
  if (!trace) trace.error().sentence = path + ": " + trace.error().sentence;
  return trace;
}

// A file that is not regular (a device, a pipe) is written in place.
Result<void> write_event_file(const std::string& path, const EventTrace& trace) {
  const std::string bytes = is_text(path) ? print_std(trace) : to_bytes(trace);
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0 || S_ISREG(about.st_mode)) {
    if (!write_new_file(path, bytes)) return tl::unexpected<Error>(cannot_write(path));
    return {};
  }
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const bool written = file >= 0 && write_all(file, bytes);
  const int reason = errno;
  const bool closed = file >= 0 && close(file) == 0;
  if (written && closed) return {};
  if (!written) errno = reason;
  return tl::unexpected<Error>(cannot_write(path));
}

}  // namespace stalemate::trace
