#include <zmq.h>
#include <cassert>
#include <cstring>
#include <thread>
int main() {
  void* c = zmq_ctx_new();
  void* r = zmq_socket(c, ZMQ_PAIR);
  assert(!zmq_bind(r, "inproc://a"));
  std::thread t([&] {
    void* s = zmq_socket(c, ZMQ_PAIR);
    assert(!zmq_connect(s, "inproc://a"));
    assert(zmq_send(s, "hi", 2, 0) == 2);
    zmq_close(s);
  });
  char b[3] = {};
  assert(zmq_recv(r, b, 3, 0) == 2 && !strcmp(b, "hi"));
  t.join();
  zmq_close(r);
  zmq_ctx_term(c);
}
