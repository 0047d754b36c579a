#include "runtime/isolation/kernel_state.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>

#include "runtime/core/leave_memory.h"
#include "runtime/isolation/descriptors.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr int kSignals = 65;
constexpr int kDescriptorsOfOurs = 64;  // at the end of the table; the tool has the last three

struct KernelAction {  // as the system call has it
  std::uint64_t handler, flags, restorer, mask;
};

constexpr std::uint32_t kMostNewMappings = 1024;

struct KernelState {
  long process;
  const char* touched;
  std::uint64_t touched_signals;
  bool moved;  // to another working directory
  std::uint32_t new_mapping_count;
  PageRange new_mappings[kMostNewMappings];
  int first_own_descriptor;
  int working_directory;
  long file_mode_mask;
  stack_t signal_stack;
  Descriptors descriptors;
  long program_break;
  std::uint64_t signal_mask;
  KernelAction actions[kSignals];
  int statm;
  std::uint64_t mapped_pages;
  std::uint32_t fixed_ranges;  // of pages_at, counted in mapped_pages
};

KernelState* kept = nullptr;
Descriptors at_start;  // of the server

// What was written to standard output is not undone.
void leave_output_alone(Descriptors& descriptors) {
  for (std::uint32_t n = 0; n < descriptors.count; ++n)
    if (descriptors.all[n].number == 1 || descriptors.all[n].number == 2)
      descriptors.all[n].has_position = false;
}

// Pages of address space, the first number there: every mapping, unmapping or extension changes it.
std::uint64_t mapped_pages(int statm) {
  char text[32];
  const long length = kernel::pread(statm, text, sizeof text, 0);
  std::uint64_t pages = 0;
  for (long n = 0; n < length && text[n] >= '0' && text[n] <= '9'; ++n)
    pages = pages * 10 + static_cast<std::uint64_t>(text[n] - '0');
  return pages;
}

bool same_mappings() {
  for (; kept->fixed_ranges < fixed_range_count(); ++kept->fixed_ranges)
    kept->mapped_pages += fixed_range_pages(kept->fixed_ranges);
  return mapped_pages(kept->statm) == kept->mapped_pages;
}

bool signals_pending() {
  std::uint64_t pending = 0;
  return kernel::call(SYS_rt_sigpending, kernel::word(&pending), 8) != 0 || pending != 0;
}

void put_back_signals() {
  kernel::call(SYS_rt_sigprocmask, SIG_SETMASK, kernel::word(&kept->signal_mask), 0, 8);
  for (std::uint64_t left = kept->touched_signals; left != 0; left &= left - 1) {
    const int signal = __builtin_ctzl(left) + 1;
    kernel::call(SYS_rt_sigaction, signal, kernel::word(&kept->actions[signal]), 0, 8);
  }
  kept->touched_signals = 0;
  kernel::call(SYS_sigaltstack, kernel::word(&kept->signal_stack));
}

void unmap_new_mappings() {
  for (std::uint32_t n = 0; n < kept->new_mapping_count; ++n)
    kernel::unmap(reinterpret_cast<void*>(kept->new_mappings[n].begin), kept->new_mappings[n].bytes());
  kept->new_mapping_count = 0;
}

bool put_back_working_directory() {
  kernel::call(SYS_umask, kept->file_mode_mask);
  if (!kept->moved) return true;
  kept->moved = false;
  return kernel::call(SYS_fchdir, kept->working_directory) == 0;
}

int open_kept(const char* path, int flags) {
  const int fd = kernel::open(path, flags | O_CLOEXEC);
  return fd < 0 ? fd : kernel::move_descriptor(fd, kept->first_own_descriptor);
}

}  // namespace

void touch_kernel_state(const char* what) {
  leave_memory();
  if (kept != nullptr && kept->touched == nullptr) kept->touched = what;
}

void touch_signal(int signal) {
  leave_memory(wire::StatesUnknown::kSignals);
  if (kept != nullptr && signal >= 1 && signal < kSignals)
    kept->touched_signals |= std::uint64_t{1} << (signal - 1);
}

void touch_working_directory() {
  leave_memory();
  if (kept != nullptr) kept->moved = true;
}

void touch_mapping(std::uint64_t address, std::uint64_t bytes) {
  leave_memory();
  if (kept == nullptr) return;
  if (kept->new_mapping_count == kMostNewMappings) return touch_kernel_state("mmap");
  kept->new_mappings[kept->new_mapping_count++] = {address, address + round_up(bytes, kPageBytes)};
}

bool is_new_mapping(std::uint64_t address, std::uint64_t bytes) {
  for (std::uint32_t n = 0; kept != nullptr && n < kept->new_mapping_count; ++n) {
    const PageRange& range = kept->new_mappings[n];
    if (address >= range.begin && address + round_up(bytes, kPageBytes) <= range.end) return true;
  }
  return false;
}

int lowest_kept_descriptor() {
  rlimit limit = {};
  const bool known = kernel::call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, kernel::word(&limit)) == 0;
  const int end = known && limit.rlim_cur < 1024 ? static_cast<int>(limit.rlim_cur) : 1024;
  return end - kDescriptorsOfOurs;
}

bool is_kept_descriptor(int fd) {
  return kept != nullptr && fd >= kept->first_own_descriptor &&
         fd < kept->first_own_descriptor + kDescriptorsOfOurs - 3;
}

void remember_file_positions() {
  if (!list_descriptors(at_start, lowest_kept_descriptor())) at_start.count = 0;
  leave_output_alone(at_start);
}

void put_back_file_positions() { put_back_positions(at_start); }

bool has_children() {
  siginfo_t child = {};
  return kernel::call(SYS_waitid, P_ALL, 0, kernel::word(&child), WEXITED | WNOHANG | WNOWAIT | __WALL) !=
         -ECHILD;
}

bool take_kernel_state(bool (*is_own)(int fd)) {
  kept = static_cast<KernelState*>(kept_pages(sizeof(KernelState)));
  kept->process = kernel::call(SYS_getpid);
  const int lowest = kept->first_own_descriptor = lowest_kept_descriptor();
  if (!list_descriptors(kept->descriptors, lowest) || !keep_copies(kept->descriptors, lowest, is_own))
    return false;
  leave_output_alone(kept->descriptors);
  kept->program_break = kernel::call(SYS_brk, 0);
  kernel::call(SYS_rt_sigprocmask, SIG_SETMASK, 0, kernel::word(&kept->signal_mask), 8);
  for (int signal = 1; signal < kSignals; ++signal)
    kernel::call(SYS_rt_sigaction, signal, 0, kernel::word(&kept->actions[signal]), 8);
  kernel::call(SYS_sigaltstack, 0, kernel::word(&kept->signal_stack));
  kept->file_mode_mask = kernel::call(SYS_umask, 077);
  kernel::call(SYS_umask, kept->file_mode_mask);
  kept->working_directory = open_kept(".", O_PATH | O_DIRECTORY);
  kept->statm = open_kept("/proc/self/statm", O_RDONLY);
  if (kept->working_directory < 0 || kept->statm < 0) return false;
  kept->fixed_ranges = fixed_range_count();
  kept->mapped_pages = mapped_pages(kept->statm);
  return kept->mapped_pages != 0;
}

void complete_kernel_state() { count_descriptors(kept->descriptors); }

bool return_to_kernel_state() {
  const long now = kernel::call(SYS_brk, 0);
  if (now < kept->program_break) return false;  // memory of the snapshot is gone
  if (now != kept->program_break && kernel::call(SYS_brk, kept->program_break) != kept->program_break)
    return false;
  if (signals_pending()) return false;
  put_back_signals();
  unmap_new_mappings();
  return !has_children() && same_mappings() && put_back_working_directory() &&
         put_back_descriptors(kept->descriptors, kept->first_own_descriptor);
}

bool kernel_state_touched() { return kept->touched != nullptr; }
bool is_session_process() { return kept != nullptr && kernel::call(SYS_getpid) == kept->process; }

}  // namespace stalemate::rt
