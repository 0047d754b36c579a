// Writes small random programs as one, which runs the one of its first argument: generate FIRST LAST. Threads
// share atomic variables and a list on the heap, keep things in locals, and branch on what they have seen;
// they tell what is shared after every step (state_here). Some fail in some interleavings.
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace {

std::mt19937 randomness;

int below(int n) { return static_cast<int>(randomness() % static_cast<unsigned>(n)); }
std::string number(int n) { return std::to_string(below(n)); }
std::string shared() { return "shared[" + number(3) + "]"; }

std::string effect() {
  switch (below(9)) {
    case 0: return shared() + " = local;";
    case 1: return "local = " + shared() + ";";
    case 2: return shared() + ".fetch_add(" + std::to_string(1 + below(2)) + ");";
    case 3: return "{ int seen = " + number(2) + "; " + shared() + ".compare_exchange_strong(seen, 3); }";
    case 4: return "push(local + " + number(2) + ");";
    case 5: return "local += pop();";
    case 6: return "if (" + shared() + " > " + number(3) + ") local = 7;";
    case 7: return "own += local; if (own > 2) " + shared() + " = own;";
    default: return shared() + " = " + shared() + " * 2 % 5;";
  }
}

void write_program(unsigned seed) {
  randomness.seed(seed);
  const int threads = 2 + below(2), effects = threads == 2 ? 4 : 2;
  std::cout << "void run" << seed << "() {\n  std::thread all[" << threads << "];\n";
  for (int thread = 0; thread < threads; ++thread) {
    std::cout << "  all[" << thread << "] = std::thread([] {\n    int local = " << thread << ";\n";
    for (int n = 0; n < effects; ++n) std::cout << "    " << effect() << " tell();\n";
    if (below(3) == 0) std::cout << "    assert(local != " << 1 + below(4) << ");\n";
    std::cout << "    (void)local;\n  });\n";
  }
  std::cout << "  for (std::thread& one : all) one.join();\n  tell();\n}\n";
}

constexpr const char* kHead = R"(#include <stalemate/stalemate.h>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>
struct Node {
  int number;
  Node* next;
};
std::atomic<int> shared[3];
thread_local int own;
std::mutex mutex;
Node* first;
void push(int number) {
  const std::lock_guard<std::mutex> lock(mutex);
  first = new Node{number, first};
}
int pop() {
  const std::lock_guard<std::mutex> lock(mutex);
  if (first == nullptr) return 1;
  Node* const node = first;
  const int number = node->number;
  first = node->next;
  delete node;
  return number;
}
void tell() {
  unsigned long hash = 17;
  for (const std::atomic<int>& one : shared)
    hash = hash * 31 + static_cast<unsigned long>(reinterpret_cast<const volatile int&>(one));
  for (const Node* node = first; node != nullptr; node = node->next)
    hash = hash * 31 + static_cast<unsigned long>(node->number);
  stalemate::state_here(hash);
}
)";

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const unsigned first = static_cast<unsigned>(std::atoi(argv[1])),
                 last = static_cast<unsigned>(std::atoi(argv[2]));
  std::cout << kHead;
  for (unsigned seed = first; seed <= last; ++seed) write_program(seed);
  std::cout << "int main(int, char** argv) {\n  switch (std::atoi(argv[1])) {\n";
  for (unsigned seed = first; seed <= last; ++seed)
    std::cout << "    case " << seed << ": run" << seed << "(); break;\n";
  std::cout << "  }\n}\n";
}
