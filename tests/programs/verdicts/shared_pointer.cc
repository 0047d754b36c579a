// Copies of a shared_ptr may be made, used and dropped by anybody. RACY: the pointer that they are made of is
// replaced.
#include <memory>
#include <thread>

struct Session {
  int user = 1;
};

std::shared_ptr<Session> session = std::make_shared<Session>();

int use() {
  const std::shared_ptr<Session> mine = session;  // [copy]
  const std::weak_ptr<Session> watch = mine;
  const std::shared_ptr<Session> again = watch.lock();
  return again == nullptr ? 0 : again->user;
}

int main() {
#ifdef RACY
  const auto next = std::make_shared<Session>();
  const auto keep = session;
#endif
  std::thread worker(use);
#ifdef RACY
  session = next;  // [replace]
#else
  use();
#endif
  worker.join();
}
