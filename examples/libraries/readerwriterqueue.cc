#include <readerwriterqueue.h>
#include <cassert>
#include <thread>
using namespace moodycamel;
int main() {
  ReaderWriterQueue<int, 4> q(3);
  std::thread p([&] {
    for (int i = 1; i <= 5; i++) q.enqueue(i);
  });
  int v, last = 0;
  for (int i = 0; i < 5; i++)
    if (q.try_dequeue(v)) assert(v == ++last);
  p.join();
  while (q.try_dequeue(v)) assert(v == ++last);
  assert(last == 5);
}
