// One stream, used by two threads: a race where the C++ library is shared. Where it is part of the program, what it does is not seen.
#include <sstream>
#include <thread>

int main() {
  std::ostringstream out;
  std::thread other([&out] { out << 42; });
  out << "text";
  other.join();
}
