// memcpy and memset of the halves of an array.
#include <cstring>
#include <thread>

char text[64];
char source[32] = "no more than thirty-one of them";
volatile int size = 32;  // so that the calls stay calls

int main() {
  std::thread other([] { std::memset(text + 32, 'x', static_cast<std::size_t>(size)); });
  std::memcpy(text, source, static_cast<std::size_t>(size));
  other.join();
}
