// without_calls ERRNO NAME… -- COMMAND…: runs the command with system calls that fail, as in a container whose filter
// forbids them. Exit code 77: no filter can be set here.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
  const char *name;
  int number;
} calls[] = {{"userfaultfd", SYS_userfaultfd},   {"ptrace", SYS_ptrace},         {"memfd_create", SYS_memfd_create},
             {"personality", SYS_personality},   {"perf_event_open", SYS_perf_event_open},
             {"getrandom", SYS_getrandom},       {"clone3", SYS_clone3},         {"rseq", SYS_rseq},
             {"process_vm_readv", SYS_process_vm_readv},                         {"prlimit64", SYS_prlimit64},
             {"statx", SYS_statx},               {"close_range", SYS_close_range}, {"membarrier", SYS_membarrier},
             {"sched_getaffinity", SYS_sched_getaffinity},                       {"waitid", SYS_waitid},
             {"madvise", SYS_madvise},           {"setpgid", SYS_setpgid},       {"prctl", SYS_prctl},
             {"futex_waitv", 449},               {"fsync", SYS_fsync}};

int main(int argc, char **argv) {
  struct sock_filter filter[64];
  unsigned short length = 0;
  if (argc < 4) return 2;
  const int error = strcmp(argv[1], "ENOSYS") == 0 ? ENOSYS : EPERM;
  const struct sock_filter number = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error);
  const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[length++] = number;
  int i = 2;
  for (; i < argc && strcmp(argv[i], "--") != 0 && length < 60; ++i) {
    unsigned call = 0;
    while (call < sizeof calls / sizeof *calls && strcmp(calls[call].name, argv[i]) != 0) ++call;
    if (call == sizeof calls / sizeof *calls) {
      fprintf(stderr, "without_calls: unknown call %s\n", argv[i]);
      return 2;
    }
    const struct sock_filter compare = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[call].number, 0, 1);
    filter[length++] = compare;
    filter[length++] = refuse;
  }
  filter[length++] = allow;
  if (i + 1 >= argc) return 2;
  const struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 77;
  execvp(argv[i + 1], argv + i + 1);
  fprintf(stderr, "without_calls: %s cannot be started: %s\n", argv[i + 1], strerror(errno));
  return 5;
}
