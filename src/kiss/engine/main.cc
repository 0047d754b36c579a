// kiss-engine OBJECT CHANNEL ORDERS REPORTS: loads the sequential program and carries out orders until there
// are no more. The three are descriptors that kiss/check leaves open; see wire.h. libc only.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiss/engine/faults.h"
#include "kiss/engine/walk.h"

namespace stalemate::kiss::engine {
namespace {

Channel* channel;
int orders, reports;

void report(Report what) {
  const char byte = static_cast<char>(what);
  if (write(reports, &byte, 1) != 1) _exit(1);
}
void report_gift() { report(Report::kGaveBack); }

bool has_order() {
  char byte;
  return read(orders, &byte, 1) == 1;
}

int refuse(const char* why) {
  snprintf(channel->message, sizeof channel->message, "%s", why);
  report(Report::kRefused);
  return 1;
}

int serve(const char* object) {
  // Now: a symbol bound later would change the program's memory.
  void* const loaded = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) return refuse(dlerror());
  void* const entry = dlsym(loaded, "kiss_program");
  if (entry == nullptr) return refuse("it has no kiss_program()");
  if (const char* why = prepare_walk(*channel, reinterpret_cast<void (*)()>(entry))) return refuse(why);
  catch_faults();
  report(Report::kReady);
  while (has_order()) {
    walk(report_gift);
    report(Report::kFinished);
  }
  return 0;
}

}  // namespace
}  // namespace stalemate::kiss::engine

extern "C" {
const int* kiss_bounds;
}

int main(int count, char** arguments) {
  using namespace stalemate::kiss::engine;
  if (count != 5) {
    fputs("kiss-engine: it is started by stalemate kiss, with OBJECT CHANNEL ORDERS REPORTS\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct stat size = {};
  if (fstat(atoi(arguments[2]), &size) != 0 || size.st_size != sizeof(Channel)) {
    fputs("kiss-engine: it was built for another version of stalemate\n", stderr);
    return 2;
  }
  void* const shared =
      mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED, atoi(arguments[2]), 0);
  if (shared == MAP_FAILED) {
    perror("kiss-engine: the channel");
    return 2;
  }
  channel = static_cast<Channel*>(shared);
  orders = atoi(arguments[3]);
  reports = atoi(arguments[4]);
  kiss_bounds = channel->bounds;
  return serve(arguments[1]);
}
