// A detached thread says through a flag that it is done. RACY: the flag is relaxed.
#include <atomic>
#include <thread>

struct Upload {
  int sent = 0;
  std::atomic<bool> done{false};
};

#ifdef RACY
constexpr auto kPublish = std::memory_order_relaxed, kLook = std::memory_order_relaxed;
#else
constexpr auto kPublish = std::memory_order_release, kLook = std::memory_order_acquire;
#endif

Upload upload;

int main() {
  std::thread([] {
    upload.sent = 4096;  // [send]
    upload.done.store(true, kPublish);
  }).detach();
  while (!upload.done.load(kLook)) std::this_thread::yield();
  return upload.sent == 0;  // [look]
}
