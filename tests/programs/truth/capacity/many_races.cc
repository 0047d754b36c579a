// More races than findings are kept: 70 variables, each with code of its own.
#include <thread>
#include <utility>

int variables[70];

template <int N>
__attribute__((noinline)) void write() {
  variables[N] = N;
}

template <int... N>
void write_all(std::integer_sequence<int, N...>) {
  (write<N>(), ...);
}

int main() {
  std::thread other([] { write_all(std::make_integer_sequence<int, 70>()); });
  write_all(std::make_integer_sequence<int, 70>());
  other.join();
}
