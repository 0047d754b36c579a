#include "tools/stalemate/cli/user_key.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace stalemate::tools {
namespace {

namespace fs = std::filesystem;

// Empty: this user has no such directory.
fs::path folder_of_key() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return fs::path(state) / "stalemate";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') {
    const passwd* const entry = getpwuid(geteuid());
    home = entry != nullptr ? entry->pw_dir : nullptr;
  }
  return home != nullptr && *home == '/' ? fs::path(home) / ".local/state/stalemate" : fs::path();
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// Only a key that no other user can have read or made.
std::optional<SipKey> read_key(const fs::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat facts {};
  if (file.number() < 0 || fstat(file.number(), &facts) != 0) return std::nullopt;
  SipKey key;
  const bool ours = S_ISREG(facts.st_mode) && facts.st_uid == geteuid() && (facts.st_mode & 077) == 0;
  if (!ours || read(file.number(), key.data(), key.size()) != static_cast<ssize_t>(key.size()))
    return std::nullopt;
  return key;
}

// Under a separate name first: of two processes that make one at a time, one wins, and both read the same.
void make_key(const fs::path& path) {
  std::error_code trouble;
  fs::create_directories(path.parent_path(), trouble);
  SipKey key;
  if (getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size())) return;
  const std::string own = path.string() + "." + std::to_string(getpid());
  {
    const Descriptor file(open(own.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    const bool written = file.number() >= 0 && write(file.number(), key.data(), key.size()) == 16;
    const bool kept = written && fsync(file.number()) == 0;
    (void)(kept && link(own.c_str(), path.c_str()) == 0);  // else there is one already
  }
  unlink(own.c_str());
}

}  // namespace

std::optional<SipKey> user_key(bool make) {
  const fs::path folder = folder_of_key();
  if (folder.empty()) return std::nullopt;
  const fs::path path = folder / "key";
  const auto key = read_key(path);
  if (key || !make) return key;
  make_key(path);
  return read_key(path);
}

}  // namespace stalemate::tools
