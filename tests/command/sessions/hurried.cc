// Shows a race and a leak in its first execution, and cannot be repeated: every later execution hangs, unless
// there is a file calm.txt. It keeps count in executions.txt.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>

int shared = 0;
int* volatile lost = nullptr;
volatile unsigned long turns = 0;

long executions_before() {
  const int file = open("executions.txt", O_WRONLY | O_CREAT | O_APPEND, 0644);
  struct stat now = {};
  if (fstat(file, &now) != 0 || write(file, "x", 1) != 1) std::abort();
  close(file);
  return static_cast<long>(now.st_size);
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (executions_before() > 0 && access("calm.txt", F_OK) != 0)
    for (;;) turns = turns + 1;
  if (what == "leak") {
    lost = new int(1);
    lost = nullptr;
  }
  std::thread thread([&what] {
    if (what == "race") ++shared;
  });
  if (what == "race") ++shared;
  thread.join();
}
