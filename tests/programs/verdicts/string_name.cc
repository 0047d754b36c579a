// A string that many read. RACY: one of them changes a character of it meanwhile.
#include <string>
#include <thread>

std::string name = "node";
std::size_t lengths[2];

void measure(int slot) {
  lengths[slot] = name.size() + (name[0] == ' ');  // [read]
}

int main() {
  std::thread reader(measure, 0);
#ifdef RACY
  name[0] = 'N';  // [change]
#else
  measure(1);
#endif
  reader.join();
}
