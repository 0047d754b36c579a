// Two flags of a connection, each set by a thread of its own. RACY: they are bit-fields, which are one memory
// location.
#include <thread>

struct Connection {
  char protocol = 4;
#ifdef RACY
  unsigned char readable : 1;
  unsigned char writable : 1;
#else
  unsigned char readable;
  unsigned char writable;
#endif
  char retries = 0;
};

Connection connection{4, 0, 0, 0};

int main() {
  std::thread reader([] {
    connection.protocol = 6;
    connection.readable = 1;  // [readable]
  });
  connection.writable = 1;  // [writable]
  connection.retries = 1;
  reader.join();
}
