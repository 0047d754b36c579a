// Functions for explore() that meddle with the explorer: meddling truncate, meddling maps. Exit code 0: nothing
// was found.
#include <fcntl.h>
#include <stalemate/stalemate.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace {

void two_threads() {
  std::mutex mutex;
  const auto lock = [&mutex] {
    for (int i = 0; i < 3; ++i) {
      mutex.lock();
      mutex.unlock();
    }
  };
  std::thread first(lock), second(lock);
  first.join();
  second.join();
}

// Every descriptor but those of the standard streams: in the worker, these are files of the explorer.
void truncate_all() {
  for (int fd = 3; fd < 64; ++fd) (void)!ftruncate(fd, 0);
  two_threads();
}

// The channels that are in memory, by their inodes.
void maps() {
  std::ifstream lines("/proc/self/maps");
  std::set<unsigned long> channels;
  for (std::string line; std::getline(lines, line);) {
    unsigned long inode = 0;
    if (line.find("/memfd:stalemate-channel") == line.npos) continue;
    std::sscanf(line.c_str(), "%*s %*s %*s %*s %lu", &inode);
    channels.insert(inode);
  }
  stalemate::expect(channels.size() == 1, "a worker has one channel in memory");
  two_threads();
}

}  // namespace

int main(int, char** argv) {
  const auto options = stalemate::Options{}.jobs(2).reduce("none");
  const bool truncates = std::strcmp(argv[1], "truncate") == 0;
  const stalemate::Result result = stalemate::explore(truncates ? truncate_all : maps, options);
  std::printf("%s %llu %s\n", result.verdict.c_str(), static_cast<unsigned long long>(result.executions),
              result.error.c_str());
  return result.verdict == "clean" && result.executions > 100 ? 0 : 1;
}
