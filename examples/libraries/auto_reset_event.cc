#include "autoresetevent.h"
int main() {
  AutoResetEvent e;
  int data = 0;
  std::thread t([&] {
    data = 1;
    e.signal();
  });
  e.wait();
  assert(data == 1);
  t.join();
}
