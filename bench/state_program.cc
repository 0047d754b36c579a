// 2 threads x 3 {lock, unlock}, on two megabytes of globals, static containers and heap, of which every
// execution changes a little everywhere.
#include <pthread.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count = 0;

char table[1 << 19];
std::vector<long> numbers;
std::map<int, std::string> names;
std::vector<std::unique_ptr<std::string>> heap;

// Before main: half a megabyte each of static array, vector, map and heap.
const bool built = [] {
  std::memset(table, 7, sizeof table);
  numbers.assign((1 << 19) / sizeof(long), 1);
  for (int n = 0; n < 500; ++n) names[n] = std::string(1000, 'n');
  for (int n = 0; n < 500; ++n) heap.push_back(std::make_unique<std::string>(1000, 'x'));
  return true;
}();

void change_state(int turn) {
  table[turn * 4099] = 1;
  numbers[static_cast<std::size_t>(turn) * 509] = 2;
  names[turn * 80] = "changed";
  heap[static_cast<std::size_t>(turn) * 71]->assign(900, 'y');
}

void* work(void* nothing) {
  for (int n = 0; n < 3; ++n) {
    pthread_mutex_lock(&mutex);
    change_state(count++);
    pthread_mutex_unlock(&mutex);
  }
  return nothing;
}

}  // namespace

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, work, nullptr);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  return count == 6 && built ? 0 : 1;
}
