// Packets are handed over through a queue and then belong to the other thread. RACY: the sender stamps its
// packet after it has handed it over.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Packet {
  int payload;
  int stamp;
};

std::mutex mutex;
std::condition_variable filled;
Packet* waiting;

void send(Packet* packet) {
  packet->payload = 9;
#ifndef RACY
  packet->stamp = 1;
#endif
  {
    std::lock_guard hold(mutex);
    waiting = packet;
  }
  filled.notify_one();
#ifdef RACY
  packet->stamp = 1;  // [stamp]
#endif
}

int main() {
  auto packet = std::make_unique<Packet>(Packet{0, 0});
  std::thread sender(send, packet.get());
  Packet* got;
  {
    std::unique_lock hold(mutex);
    filled.wait(hold, [] { return waiting != nullptr; });
    got = waiting;
  }
  const int sum = got->payload + got->stamp;  // [use]
  sender.join();
  return sum == 0;
}
