#include <snmalloc/snmalloc.h>
#include <cassert>
#include <cstring>
#include <thread>
int main() {
  char *a = (char*)snmalloc::alloc(24), *b = (char*)snmalloc::alloc(24);
  memset(a, 1, 24);
  memset(b, 1, 24);
  std::thread t([&] { snmalloc::dealloc(a); }), u([&] { snmalloc::dealloc(b); });
  char* p[4];
  for (int i = 0; i < 4; i++) {
    p[i] = (char*)snmalloc::alloc(100 << i);
    memset(p[i], i, 24);
  }
  t.join();
  u.join();
  for (int i = 0; i < 4; i++) {
    assert(p[i][23] == i);
    snmalloc::dealloc(p[i]);
  }
}
