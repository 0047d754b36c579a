// Two halves that are written and read as a whole, each time within one step: the reader sees both or none. The
// alternative is counted where the read first differs, at its first half. HALVES: they are read one by one
// under the lock of the writer, and another writer writes the second half alone.
#include <cstring>
#include <mutex>
#include <thread>

namespace {

struct Pair {
  int first, second;
};
Pair pair, copy;
std::mutex mutex;

void write_both() {
  const Pair both{1, 1};
  std::lock_guard<std::mutex> lock(mutex);
  std::memcpy(&pair, &both, sizeof pair);
}

void read_both() {
  std::lock_guard<std::mutex> lock(mutex);
  std::memcpy(&copy, &pair, sizeof copy);
}

#ifdef HALVES
void write_second() {
  std::lock_guard<std::mutex> lock(mutex);
  pair.second = 2;
}
#endif

}  // namespace

int main() {
  pair.first = pair.second = 0;
  std::thread writer(write_both);
#ifdef HALVES
  std::thread other(write_second);
#endif
  std::thread reader(read_both);
  writer.join();
#ifdef HALVES
  other.join();
#endif
  reader.join();
  return copy.first + copy.second > 3;
}
