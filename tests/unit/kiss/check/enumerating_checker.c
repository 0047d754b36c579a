/* A checker of sequential programs that shares nothing with ours: every path is a process of its own. It is compiled
 * together with the program (PROGRAM), and prints steps as other checkers print assignments. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 4096 };
static struct shared {
  int choices[MOST], widths[MOST], given, depth;
  int steps[MOST], step_count;
  int failure, failed_at;
} *path;

static int kiss_choose(int n) {
  if (n <= 0) exit(0);
  if (n == 1) return 0;
  if (path->depth == path->given) path->choices[path->given++] = 0;
  path->widths[path->depth] = n;
  return path->choices[path->depth++];
}
static void kiss_assume(int condition) {
  if (!condition) exit(0);
}
static void kiss_fail(int failure, int id) {
  path->failure = failure;
  path->failed_at = id;
  exit(0);
}
static void kiss_end(int why) { exit(why - why); }
static void *kiss_keep(size_t bytes) { return calloc(1, bytes); }
#define kiss_malloc malloc
#define kiss_calloc calloc
#define kiss_realloc realloc
#define kiss_free free
#define kiss_tell(thread, id) ((void)(path->steps[path->step_count++] = KISS_STEP(thread, id)))
#define KISS_OWN_CHECKER
#include PROGRAM

static int to_next_path(void) {
  while (path->given > 0 && path->choices[path->given - 1] + 1 == path->widths[path->given - 1]) path->given--;
  if (path->given == 0) return 0;
  path->choices[path->given - 1]++;
  return 1;
}

int main(void) {
  path = mmap(0, sizeof *path, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  do {
    path->depth = path->step_count = 0;
    if (fork() == 0) {
      kiss_program();
      exit(0);
    }
    wait(0);
    if (path->failure == 0) continue;
    for (int i = 0; i < path->step_count; i++) printf("  kiss_step=%d (in binary, perhaps)\n", path->steps[i]);
    printf("  kiss_failed_at=%d\n  kiss_failure=%d\nVERIFICATION FAILED\n", path->failed_at, path->failure);
    return 10;
  } while (to_next_path());
  puts("VERIFICATION SUCCESSFUL");
  return 0;
}
