#include <readerwritercircularbuffer.h>
#include <cassert>
#include <thread>
using namespace moodycamel;
int main() {
  BlockingReaderWriterCircularBuffer<int> q(1);
  std::thread p([&] {
    for (int i = 1; i <= 2; i++) q.wait_enqueue(i);
  });
  int v;
  for (int i = 1; i <= 2; i++) {
    q.wait_dequeue(v);
    assert(v == i);
  }
  assert(!q.try_dequeue(v));
  p.join();
}
