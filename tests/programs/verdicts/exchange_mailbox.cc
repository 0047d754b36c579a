// A message changes hands by exchange. RACY: the taker's exchange only releases.
#include <atomic>
#include <thread>

struct Message {
  int length;
};

#ifdef RACY
constexpr auto kTake = std::memory_order_release;
#else
constexpr auto kTake = std::memory_order_acq_rel;
#endif

Message letter;
std::atomic<Message*> box{nullptr};

int main() {
  std::thread sender([] {
    letter.length = 3;  // [write]
    box.exchange(&letter, std::memory_order_acq_rel);
  });
  Message* got;
  while ((got = box.exchange(nullptr, kTake)) == nullptr) std::this_thread::yield();
  const int length = got->length;  // [read]
  sender.join();
  return length == 0;
}
