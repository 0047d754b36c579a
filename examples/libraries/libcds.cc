#include <cds/container/michael_list_hp.h>
#include <cds/container/msqueue.h>
#include <cds/container/treiber_stack.h>
#include <cds/gc/dhp.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <cassert>
#include <thread>
#ifdef TR
#define C cds::container::TreiberStack<cds::gc::HP, int>
#define PUT(x) q.push(x)
#define GET(x) q.pop(x)
#endif
#ifndef C
#define C cds::container::MSQueue<cds::gc::HP, int>
#define PUT(x) q.enqueue(x)
#define GET(x) q.dequeue(x)
#endif
int main() {
  cds::Initialize();
  {
    cds::gc::HP gc(4, 4, 1);
    cds::threading::Manager::attachThread();
    {
      C q;
      int x = 0, y = 0;
      std::thread t([&] {
        cds::threading::Manager::attachThread();
        PUT(1);
        if (!GET(x)) x = 0;
        cds::threading::Manager::detachThread();
      });
      PUT(2);
      if (!GET(y)) y = 0;
      t.join();
      int s = x + y, v;
      while (GET(v)) s += v;
      assert(s == 3);
    }
    cds::threading::Manager::detachThread();
  }
  cds::Terminate();
}
