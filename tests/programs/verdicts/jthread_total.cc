// The destructor of a jthread asks it to stop and joins. RACY: its total is read before that.
#include <stop_token>
#include <thread>

int total;

void count(std::stop_token stop) {
  do ++total;  // [count]
  while (!stop.stop_requested() && total < 3);
}

int main() {
  int seen = 0;
  {
    std::jthread counter(count);
#ifdef RACY
    counter.request_stop();
    seen = total;  // [early]
#endif
  }
  seen += total;
  return seen == 0;
}
