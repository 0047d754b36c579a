#include "runtime/uninstrumented/code_watch.h"

#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <algorithm>

#include "runtime/core/fiber.h"
#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/uninstrumented/analysis/unseen_code.h"
#include "runtime/uninstrumented/instrumented_program.h"
#include "runtime/uninstrumented/module_code.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostCode = 1u << 18;
constexpr std::uint32_t kMostReturns = 64, kMostModules = 512;
constexpr std::uint8_t kBreakpoint = 0xcc;

enum class PointState : std::uint8_t { kOff, kSet, kNoted };

struct Point {
  PointState state;
  std::uint8_t original;  // the byte without it
};

// A place that a function which was entered before returns to.
struct ReturnPoint {
  std::uint64_t address;
  std::uint32_t code;
  Point point;
};

// In kept memory: code is not undone.
struct Watch {
  UnseenCode* code;  // by address
  Point* points;     // where each of it begins
  std::uint32_t count;
  std::uint32_t off;
  bool entered;  // some of it may be on the stack
  bool refused;  // the kernel does not let us write
  ReturnPoint returns[kMostReturns];
  std::uint32_t return_count;
  CodeRange modules[kMostModules];  // that have some of it
  std::uint32_t module_count;
  CodeRange looked_at[kMostModules];
  std::uint32_t looked_count;
};

Watch* watch = nullptr;

std::uint64_t first_page(std::uint64_t address) { return address & ~(kPageBytes - 1); }

bool protect(std::uint64_t begin, std::uint64_t end, int access) {
  begin = first_page(begin);
  return kernel::call(SYS_mprotect, static_cast<long>(begin),
                      static_cast<long>(round_up(end, kPageBytes) - begin), access) == 0;
}

void write_code(std::uint64_t address, std::uint8_t byte) {
  *reinterpret_cast<volatile std::uint8_t*>(address) = byte;
}

std::uint8_t code_at(std::uint64_t address) { return *reinterpret_cast<const std::uint8_t*>(address); }

// Between these, the code of a module can be written.
bool open_code(const CodeRange& code) {
  return protect(code.begin, code.end, PROT_READ | PROT_WRITE | PROT_EXEC);
}
void close_code(const CodeRange& code) { protect(code.begin, code.end, PROT_READ | PROT_EXEC); }

void remove(std::uint64_t address, Point& point) {
  protect(address, address + 1, PROT_READ | PROT_WRITE | PROT_EXEC);
  write_code(address, point.original);
  protect(address, address + 1, PROT_READ | PROT_EXEC);
  point.state = PointState::kOff;
}

// ---- what is noted ----------------------------------------------------------------------------------

std::uint64_t noted_address(const UnseenCode& code) { return code.begin + 1; }  // as a return address

void note(std::uint32_t n) {
  Point& entry_point = watch->points[n];
  if (entry_point.state == PointState::kSet) remove(watch->code[n].begin, entry_point);
  entry_point.state = PointState::kNoted;
  if (watch->code[n].varies)
    return note_uncontrolled(wire::Uncontrolled::kTime, noted_address(watch->code[n]),
                             "an instruction for the processor's time or random numbers");
  note_unseen(noted_address(watch->code[n]) | (watch->code[n].assembly ? wire::kUnseenAssembly : 0) |
              (watch->code[n].synchronizes ? wire::kUnseenSynchronizes : 0));
}

std::uint32_t find_code(std::uint64_t address) {
  const UnseenCode* const end = watch->code + watch->count;
  const UnseenCode* after =
      std::upper_bound(static_cast<const UnseenCode*>(watch->code), end, address,
                       [](std::uint64_t wanted, const UnseenCode& code) { return wanted < code.begin; });
  if (after == watch->code) return watch->count;
  --after;
  return address < after->end ? static_cast<std::uint32_t>(after - watch->code) : watch->count;
}

// What earlier sessions have noted needs no breakpoint.
void learn_noted() {
  const wire::Channel& channel = *g.channel;
  const std::uint32_t noted =
      std::min(channel.unseen_count.load(std::memory_order_relaxed), wire::kMostUnseen);
  for (std::uint32_t i = 0; i < noted; ++i) {
    const std::uint32_t n = find_code((channel.unseen[i] & ~wire::kUnseenBits) - 1);
    if (n == watch->count || watch->points[n].state != PointState::kOff) continue;
    watch->points[n].state = PointState::kNoted;
    --watch->off;
  }
}

// ---- breakpoints ------------------------------------------------------------------------------------

void set_points(const CodeRange& module) {
  for (std::uint32_t n = 0; n < watch->count; ++n) {
    Point& point = watch->points[n];
    const std::uint64_t address = watch->code[n].begin;
    if (point.state != PointState::kOff || !module.holds(address)) continue;
    if (watch->code[n].whole) {
      note(n);
      continue;
    }
    point.original = code_at(address);
    point.state = PointState::kSet;
    write_code(address, kBreakpoint);
  }
}

// It cannot be determined whether it runs.
void note_all() {
  for (std::uint32_t n = 0; n < watch->count; ++n)
    if (watch->points[n].state == PointState::kOff) note(n);
}

void set_all_points() {
  learn_noted();
  for (std::uint32_t i = 0; i < watch->module_count && !watch->refused; ++i) {
    if (!open_code(watch->modules[i])) {
      watch->refused = true;
      break;
    }
    set_points(watch->modules[i]);
    close_code(watch->modules[i]);
  }
  if (watch->refused) note_all();
  watch->off = 0;
}

void set_return_point(std::uint64_t address) {
  const std::uint32_t n = find_code(address);
  if (n == watch->count || watch->code[n].assembly || watch->code[n].begin == address ||
      watch->points[n].state == PointState::kNoted)
    return;
  for (std::uint32_t i = 0; i < watch->return_count; ++i)
    if (watch->returns[i].address == address && watch->returns[i].point.state == PointState::kSet) return;
  if (watch->return_count == kMostReturns) return note(n);
  ReturnPoint& added = watch->returns[watch->return_count++];
  added = {address, n, {PointState::kSet, code_at(address)}};
  if (!protect(address, address + 1, PROT_READ | PROT_WRITE | PROT_EXEC)) {
    --watch->return_count;
    return note(n);
  }
  write_code(address, kBreakpoint);
  protect(address, address + 1, PROT_READ | PROT_EXEC);
}

void set_return_points(std::uintptr_t pc) {
  std::uintptr_t callers[256];
  std::fill(std::begin(callers), std::end(callers), 0);
  take_callers(pc, callers, 256);
  set_return_point(pc);
  for (const std::uintptr_t caller : callers)
    if (caller != 0) set_return_point(caller);
}

bool hit_return_point(std::uint64_t address) {
  for (std::uint32_t i = 0; i < watch->return_count; ++i) {
    ReturnPoint& hit = watch->returns[i];
    if (hit.address != address || hit.point.state != PointState::kSet) continue;
    remove(address, hit.point);
    const std::uint32_t code = hit.code;
    hit = watch->returns[--watch->return_count];
    if (beside_threads()) note(code);
    return true;
  }
  return false;
}

bool hit_point(std::uint64_t address) {
  const std::uint32_t n = find_code(address);
  if (n == watch->count || watch->code[n].begin != address) return false;
  Point& point = watch->points[n];
  if (point.state != PointState::kSet) return code_at(address) != kBreakpoint;
  remove(address, point);
  if (beside_threads()) {
    note(n);
  } else {
    ++watch->off;
    watch->entered = true;
  }
  return true;
}

void on_breakpoint(int signal, siginfo_t* cause, void* context) {
  auto& counter = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  const auto address = static_cast<std::uint64_t>(counter) - 1;
  const bool trapped = cause->si_code == SI_KERNEL || cause->si_code == TRAP_BRKPT;
  if (trapped && (hit_return_point(address) || hit_point(address))) {
    counter = static_cast<greg_t>(address);
    return;
  }
  if (has_handler(signal)) return forward_signal(signal, cause, context);
  // The trap happens again, unhandled.
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  real().sigaction(signal, &by_default, nullptr);
  if (trapped)
    counter = static_cast<greg_t>(address);
  else
    kernel::call(SYS_tgkill, kernel::call(SYS_getpid), kernel::call(SYS_gettid), signal);
}

// ---- the start --------------------------------------------------------------------------------------

bool was_looked_at(const CodeRange& code) {
  for (std::uint32_t i = 0; i < watch->looked_count; ++i)
    if (watch->looked_at[i].begin == code.begin) return true;
  if (watch->looked_count < kMostModules) watch->looked_at[watch->looked_count++] = code;
  return false;
}

// What was found after the end is sorted by address: modules do not overlap.
void insert_found(std::uint32_t found) {
  UnseenCode* const added = watch->code + watch->count;
  std::sort(added, added + found, [](const UnseenCode& a, const UnseenCode& b) { return a.begin < b.begin; });
  std::uint32_t at = 0;
  while (at < watch->count && watch->code[at].begin < added->begin) ++at;
  std::rotate(watch->code + at, added, added + found);
  std::rotate(watch->points + at, watch->points + watch->count, watch->points + watch->count + found);
  for (std::uint32_t i = 0; i < watch->return_count; ++i)
    if (watch->returns[i].code >= at) watch->returns[i].code += found;
  watch->count += found;
  watch->off += found;
}

void look_at_module(const dl_phdr_info& module, const char* path) {
  const std::uint32_t room = kMostCode - watch->count;
  const std::uint32_t found = find_unseen_code(module, path, watch->code + watch->count, room);
  if (found == 0) return;
  if (found > room) watch->refused = true;
  insert_found(std::min(found, room));
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& part = module.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = module.dlpi_addr + part.p_vaddr;
    if (watch->module_count == kMostModules)
      watch->refused = true;
    else
      watch->modules[watch->module_count++] = {begin, begin + part.p_memsz};
  }
}

// The program, which comes first, and the libraries that are instrumented; each once.
int visit_module(dl_phdr_info* module, std::size_t, void* argument) {
  bool& first = *static_cast<bool*>(argument);
  const bool is_program = first;
  first = false;
  const CodeRange code = code_of(*module);
  if (code.end == 0 || was_looked_at(code)) return 0;
  const bool ours = code.holds(reinterpret_cast<std::uintptr_t>(&visit_module));
  if (is_program)
    look_at_module(*module, "/proc/self/exe");
  else if (!ours && asks_for_hooks(*module))
    look_at_module(*module, module->dlpi_name);
  return 0;
}

}  // namespace

void prepare_code_watch() {
  if (g.channel->config.watch_code == 0 || !program_was_instrumented()) return;
  watch = static_cast<Watch*>(kept_pages(sizeof(Watch)));
  watch->code = static_cast<UnseenCode*>(kept_pages(kMostCode * sizeof(UnseenCode)));
  watch->points = static_cast<Point*>(kept_pages(kMostCode * sizeof(Point)));
  bool first = true;
  dl_iterate_phdr(visit_module, &first);
}

void watch_loaded_code() {
  if (watch == nullptr || !g.active) return;
  const std::uint32_t before = watch->count;
  bool first = true;
  dl_iterate_phdr(visit_module, &first);
  if (watch->count == before) return;
  catch_breakpoints();
  if (beside_threads()) set_all_points();
}

bool watches_code() { return watch != nullptr && watch->count != 0; }

bool is_unseen_code(std::uintptr_t pc) {
  if (!watches_code()) return false;
  const std::uint32_t n = find_code(pc - 1);
  return n != watch->count && !watch->code[n].assembly;
}

std::uintptr_t unseen_code_at(std::uintptr_t pc) {
  if (!watches_code()) return 0;
  const std::uint32_t n = find_code(pc);
  return n != watch->count ? noted_address(watch->code[n]) : 0;
}

void catch_breakpoints() {
  if (!watches_code()) return;
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_breakpoint;
  real().sigaction(SIGTRAP, &action, nullptr);
  const SignalSet trap = bit_of(SIGTRAP);
  kernel::call(SYS_rt_sigprocmask, SIG_UNBLOCK, kernel::word(&trap), 0, sizeof trap);
}

void renew_code_watch() {
  if (watches_code()) watch->entered = watch->off == watch->count;
}

void note_unseen(std::uint64_t entry) {
  wire::Channel& channel = *g.channel;
  const std::uint32_t noted = channel.unseen_count.load(std::memory_order_relaxed);
  const std::uint32_t kept = std::min(noted, wire::kMostUnseen);
  for (std::uint32_t i = 0; i < kept; ++i)
    if (channel.unseen[i] == entry) return;
  if (kept < wire::kMostUnseen) channel.unseen[kept] = entry;
  channel.unseen_count.store(kept + 1, std::memory_order_release);
}

bool beside_threads() {
  if (g.current == nullptr) return false;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f != g.current && !f->joined) return true;
  return false;
}

void watch_code_beside_threads(std::uintptr_t pc) {
  if (!watches_code() || (watch->off == 0 && !watch->entered) || beside_threads()) return;
  set_all_points();
  if (!watch->refused) set_return_points(pc);
}

}  // namespace stalemate::rt
