// Two philosophers who take one fork, try the other, and put the first one back if they do not get it: each
// may keep the other from eating for ever. Figure 1 of Musuvathi and Qadeer, "Fair stateless model checking".
#include <mutex>
#include <thread>

std::mutex forks[2];

void dine(int me) {
  std::mutex& mine = forks[me];
  std::mutex& other = forks[1 - me];
  for (;;) {
    mine.lock();
    if (other.try_lock()) break;
    mine.unlock();
  }
  mine.unlock();
  other.unlock();
}

int main() {
  std::thread first(dine, 0), second(dine, 1);
  first.join();
  second.join();
}
