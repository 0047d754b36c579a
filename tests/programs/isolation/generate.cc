// Writes small random programs as one, which runs the one of its first argument: generate FIRST LAST. Threads
// change globals, containers, thread_locals, heap, files and mappings under a lock, in an order that the
// schedule decides; what they find goes into stalemate::state(). Main checks first that everything is as the
// program text says.
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

std::mt19937 randomness;

int below(int n) { return static_cast<int>(randomness() % static_cast<unsigned>(n)); }

struct Variable {
  std::string definition;
  std::string as_defined;            // holds at the start of every execution
  std::vector<std::string> changes;  // statements; `n` is the thread's count
  std::string observed;              // a value
};

Variable make_variable(const std::string& name) {
  const int size = 1 << below(17);
  const std::string number = std::to_string(below(100));
  const std::string length = std::to_string(size), last = std::to_string(size - 1);
  const Variable kinds[] = {
      {"int " + name + " = " + number + ";",
       name + " == " + number,
       {name + " += n + 1;", name + " *= 3;"},
       name},
      {"static unsigned char " + name + "[" + length + "];",
       name + "[" + last + "] == 0 && " + name + "[0] == 0",
       {name + "[(n * 4099) % " + length + "]++;", "std::memset(" + name + ", n, sizeof " + name + ");"},
       name + "[" + last + "]"},
      {"std::map<int, std::string> " + name + " = {{1, \"one\"}, {2, \"two\"}};",
       name + ".size() == 2 && " + name + "[1] == \"one\"",
       {name + "[n] += \"and some more text than fits inside\";", name + ".erase(1);", name + ".clear();"},
       name + ".size()"},
      {"std::vector<long> " + name + "(" + length + ", " + number + ");",
       name + ".size() == " + length + " && " + name + "[" + last + "] == " + number,
       {name + ".push_back(n);", "if (!" + name + ".empty()) " + name + ".back() += n;",
        name + ".insert(" + name + ".begin(), n);"},
       name + ".size()"},
      {"thread_local int " + name + " = " + number + ";", name + " == " + number, {name + " += n;"}, name},
      {"std::unique_ptr<std::string> " + name + " = std::make_unique<std::string>(" + length + ", 'x');",
       name + "->size() == " + length,
       {name + ".reset(new std::string(\"short\"));", "*" + name + " += std::to_string(n);"},
       name + "->size()"},
      {"FILE* " + name + " = std::fopen(\"/etc/passwd\", \"r\");",
       "std::ftell(" + name + ") == 0",
       {"std::fgetc(" + name + ");", "std::fseek(" + name + ", n, SEEK_SET);"},
       "std::ftell(" + name + ")"},
      {"std::unordered_map<int, int> " + name + ";",
       name + ".empty()",
       {name + "[n * 7] = n;", "for (int k = 0; k < 100; ++k) " + name + "[k] += k;"},
       name + ".size()"},
  };
  return kinds[below(static_cast<int>(std::size(kinds)))];
}

// Statements without a variable: what an execution leaves to the kernel and to the heap.
const char* const kDeeds[] = {
    "{ auto* p = static_cast<unsigned char*>(std::malloc(777)); seen += p[700]; std::memset(p, n + 1, 777); "
    "}",
    "{ auto* p = static_cast<unsigned char*>(std::calloc(1, 40000)); seen += p[39999]; p[39999] = 9; }",
    "{ int fd = open(\"/dev/null\", O_RDONLY); seen += static_cast<unsigned>(fd); }",
    "{ void* p = mmap(nullptr, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); "
    "seen += static_cast<unsigned char*>(p)[9]; static_cast<unsigned char*>(p)[9] = 1; }",
    "seen += static_cast<unsigned>(std::rand());",
    "{ static int calls = 0; seen += static_cast<unsigned>(calls); ++calls; }",
    "setenv(\"GENERATED\", std::to_string(n).c_str(), 1);",
    "{ auto* p = static_cast<unsigned char*>(sbrk(4096)); seen += p[5]; p[5] = 3; }",
    "seen += static_cast<unsigned>(umask(static_cast<mode_t>(n & 077)));",
    "std::printf(\"%d\", n);",
    "if (chdir(\"/\") != 0) std::abort();",
    "std::signal(SIGUSR1, std::signal(SIGUSR1, SIG_IGN) == SIG_DFL ? SIG_IGN : SIG_DFL);",
};

std::string any_change(const std::vector<Variable>& variables) {
  if (below(3) == 0) return kDeeds[below(static_cast<int>(std::size(kDeeds)))];
  const Variable& variable = variables[static_cast<std::size_t>(below(static_cast<int>(variables.size())))];
  return variable.changes[static_cast<std::size_t>(below(static_cast<int>(variable.changes.size())))];
}

void write_thread(const std::vector<Variable>& variables, int thread, int rounds) {
  std::cout << "void thread" << thread << "() {\n";
  for (int round = 0; round < rounds; ++round) {
    std::cout << "  {\n    std::lock_guard<std::mutex> lock(mutex);\n    int n = " << thread * 10 + round
              << ";\n    (void)n;\n";
    for (int change = 0; change < 3; ++change) std::cout << "    " << any_change(variables) << '\n';
    std::cout << "  }\n";
  }
  std::cout << "}\n";
}

void write_program(unsigned seed) {
  randomness.seed(seed);
  std::cout << "namespace p" << seed << " {\n";
  std::vector<Variable> variables;
  for (int n = 0; n < 6; ++n) variables.push_back(make_variable("v" + std::to_string(n)));
  for (const Variable& variable : variables) std::cout << variable.definition << '\n';
  const int threads = 2 + below(2), rounds = threads == 2 ? 3 : 2;
  for (int thread = 0; thread < threads; ++thread) write_thread(variables, thread, rounds);
  std::cout << "void run() {\n";
  for (const Variable& variable : variables)
    std::cout << "  if (!(" << variable.as_defined << ")) std::abort();\n";
  for (int thread = 0; thread < threads; ++thread)
    std::cout << "  std::thread t" << thread << "(thread" << thread << ");\n";
  for (int thread = 0; thread < threads; ++thread) std::cout << "  t" << thread << ".join();\n";
  std::cout << "  stalemate::state(seen);\n";
  for (const Variable& variable : variables)
    std::cout << "  stalemate::state(static_cast<long>(" << variable.observed << "));\n";
  std::cout << "}\n}\n";
}

constexpr const char* kHead = R"(#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <stalemate/stalemate.h>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
std::mutex mutex;
unsigned seen = 0;
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
    std::cout << "    case " << seed << ": p" << seed << "::run(); break;\n";
  std::cout << "  }\n}\n";
}
