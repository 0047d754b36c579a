#include "runtime/libc/calls/gates.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

#include "model/wire/layout.h"
#include "runtime/core/state.h"
#include "runtime/libc/calls/call_effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/shadow/vector_clock.h"
#include "runtime/uninstrumented/code_origin.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/instrumented_program.h"
#include "runtime/uninstrumented/module_code.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kCodeBytes = 32;  // of a gate
constexpr std::uint32_t kMostGates = layout::kGateBytes / kCodeBytes;

// What the common part reads is first.
struct Gate {
  const void* function;
  const char* name;
  const KnownCall* known;  // nullptr: unknown
};

enum class Library : std::uint8_t { kNone, kC, kMathematics, kCxx };

struct LibraryCode {
  CodeRange code;
  Library library;
};

// An entry that is to lead to a gate.
struct Entry {
  std::uint64_t place;
  const void* gate;
  bool read_only;  // made so by the loader
};

struct Gates {
  Gate gates[kMostGates];
  std::uint32_t count;
  Entry entries[kMostGates];  // found, and not yet changed: our own calls use them, too
  std::uint32_t entry_count;
  bool refused;  // the kernel does not let us make code
  LibraryCode libraries[64];
  std::uint32_t library_count;
};

Gates* kept = nullptr;
// Modules so far. Undone with an execution, as what it has loaded is.
unsigned long long loaded = 0;

void say_unchecked() {
  note_uncontrolled(wire::Uncontrolled::kAccesses, 0, "calls of the C library: they cannot be intercepted");
}

Library library_named(const char* name) {
  constexpr struct {
    const char* begins;
    Library library;
  } kNames[] = {{"libc.so", Library::kC},        {"libm.so", Library::kMathematics},
                {"libpthread.so", Library::kC},  {"libdl.so", Library::kC},
                {"librt.so", Library::kC},       {"libresolv.so", Library::kC},
                {"libutil.so", Library::kC},     {"ld-linux", Library::kC},
                {"libstdc++.so", Library::kCxx}, {"libc++.so", Library::kCxx}};
  for (const auto& known : kNames)
    if (std::strncmp(name, known.begins, std::strlen(known.begins)) == 0) return known.library;
  return Library::kNone;
}

int add_library(dl_phdr_info* module, std::size_t, void*) {
  loaded = module->dlpi_adds;
  const Library library = library_named(file_name(module->dlpi_name));
  const CodeRange code = code_of(*module);
  if (library == Library::kNone || code.end == 0) return 0;
  for (std::uint32_t n = 0; n < kept->library_count; ++n)
    if (kept->libraries[n].code.begin == code.begin) return 0;
  if (kept->library_count < std::size(kept->libraries))
    kept->libraries[kept->library_count++] = {code, library};
  return 0;
}

Library library_of(const void* function) {
  for (std::uint32_t n = 0; n < kept->library_count; ++n)
    if (kept->libraries[n].code.holds(reinterpret_cast<std::uintptr_t>(function)))
      return kept->libraries[n].library;
  return Library::kNone;
}

}  // namespace

// Where scripts/own_code puts the code of the runtime.
extern "C" {
extern __attribute__((weak, visibility("hidden"))) const char __start_stalemate_text[];
extern __attribute__((weak, visibility("hidden"))) const char __stop_stalemate_text[];
}

// The runtime is a part of the program, and has the same linkage table.
static bool is_own_code(std::uintptr_t pc) {
  return pc >= reinterpret_cast<std::uintptr_t>(__start_stalemate_text) &&
         pc < reinterpret_cast<std::uintptr_t>(__stop_stalemate_text);
}

// Called by the code below. Other threads may run before it returns.
extern "C" __attribute__((visibility("hidden"))) void stalemate_rt_at_gate(const Gate* gate,
                                                                           const ArgumentRegisters* registers,
                                                                           void* on_stack,
                                                                           std::uintptr_t pc) {
  if (!g.active || is_own_code(pc)) return;
  const bool checked = (racing.now != 0 || racing.tracked) && is_checked_code(pc);
  if (gate->known != nullptr &&
      check_effects(gate->known->effects, {registers, on_stack, pc, gate->function}, checked))
    return;
  if (!checked) return;
  if (racing.tracked) track_unseen();
  if (beside_threads()) note_uncontrolled(wire::Uncontrolled::kLibraryCall, pc, gate->name);
}

// r11 is the gate. The frame has ArgumentRegisters, then rax (the number of arguments in vectors) and r11.
asm(R"(
    .pushsection .text
    .balign 16
    .type stalemate_rt_gate, @function
    .hidden stalemate_rt_gate
    .globl stalemate_rt_gate
stalemate_rt_gate:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $192, %rsp
    movq %rdi, (%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movaps %xmm0, 48(%rsp)
    movaps %xmm1, 64(%rsp)
    movaps %xmm2, 80(%rsp)
    movaps %xmm3, 96(%rsp)
    movaps %xmm4, 112(%rsp)
    movaps %xmm5, 128(%rsp)
    movaps %xmm6, 144(%rsp)
    movaps %xmm7, 160(%rsp)
    movq %rax, 176(%rsp)
    movq %r11, 184(%rsp)
    movq %r11, %rdi
    movq %rsp, %rsi
    leaq 16(%rbp), %rdx
    movq 8(%rbp), %rcx
    call stalemate_rt_at_gate
    movq (%rsp), %rdi
    movq 8(%rsp), %rsi
    movq 16(%rsp), %rdx
    movq 24(%rsp), %rcx
    movq 32(%rsp), %r8
    movq 40(%rsp), %r9
    movaps 48(%rsp), %xmm0
    movaps 64(%rsp), %xmm1
    movaps 80(%rsp), %xmm2
    movaps 96(%rsp), %xmm3
    movaps 112(%rsp), %xmm4
    movaps 128(%rsp), %xmm5
    movaps 144(%rsp), %xmm6
    movaps 160(%rsp), %xmm7
    movq 176(%rsp), %rax
    movq 184(%rsp), %r11
    leave
    .cfi_def_cfa %rsp, 8
    jmp *(%r11)
    .cfi_endproc
    .size stalemate_rt_gate, .-stalemate_rt_gate
    .popsection
)");
extern "C" const char stalemate_rt_gate[] __attribute__((visibility("hidden")));

namespace {

bool protect(std::uint64_t begin, std::uint64_t bytes, int access) {
  const std::uint64_t first = begin & ~(kPageBytes - 1);
  return kernel::call(SYS_mprotect, static_cast<long>(first),
                      static_cast<long>(round_up(begin + bytes, kPageBytes) - first), access) == 0;
}

// mov $gate, %r11; mov $stalemate_rt_gate, %r10; jmp *%r10
void write_gate_code(unsigned char* at, const Gate* gate) {
  const auto put_word = [&](std::initializer_list<unsigned char> instruction, const void* operand) {
    for (const unsigned char byte : instruction) *at++ = byte;
    std::memcpy(at, &operand, sizeof operand);
    at += sizeof operand;
  };
  put_word({0x49, 0xbb}, gate);
  put_word({0x49, 0xba}, stalemate_rt_gate);
  constexpr unsigned char kJump[] = {0x41, 0xff, 0xe2};
  for (const unsigned char byte : kJump) *at++ = byte;
}

const void* gate_for(const void* function, const char* name, const KnownCall* known) {
  std::uint32_t n = 0;
  while (n < kept->count && kept->gates[n].function != function) ++n;
  if (n == kMostGates) return nullptr;
  auto* const code = reinterpret_cast<unsigned char*>(layout::kGateRegion + std::size_t{n} * kCodeBytes);
  if (n < kept->count) return code;
  kept->gates[n] = {function, name, known};
  ++kept->count;
  write_gate_code(code, &kept->gates[n]);
  return code;
}

// What the entry is to lead to; nullptr: it stays.
const void* gate_of(const void* function, const char* name) {
  switch (library_of(function)) {
    case Library::kNone: return nullptr;
    case Library::kCxx: {
      const KnownCall* const shared = find_known_cxx(name);
      return shared != nullptr || is_unchecked_cxx(name) ? gate_for(function, name, shared) : nullptr;
    }
    case Library::kC:
    case Library::kMathematics: break;
  }
  const bool mathematics = library_of(function) == Library::kMathematics;
  const KnownCall* const known = mathematics ? find_known_mathematics(name) : find_known_call(name);
  return known != nullptr && known->effects[0] == 0 ? nullptr : gate_for(function, name, known);
}

// The dynamic section of a module, as far as it is needed.
struct Dynamic {
  std::uint64_t base = 0;
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * tables[2] = {};
  std::uint64_t counts[2] = {};
};

Dynamic dynamic_of(const dl_phdr_info& module) {
  Dynamic dynamic;
  dynamic.base = module.dlpi_addr;
  // Some loaders relocate the pointers of the dynamic section in place, but not in all modules.
  const auto absolute = [&](std::uint64_t pointer) {
    return pointer < dynamic.base ? dynamic.base + pointer : pointer;
  };
  for (int n = 0; n < module.dlpi_phnum; ++n) {
    if (module.dlpi_phdr[n].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(dynamic.base + module.dlpi_phdr[n].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      const std::uint64_t value = entry->d_un.d_val;
      if (entry->d_tag == DT_SYMTAB) dynamic.symbols = reinterpret_cast<const ElfW(Sym)*>(absolute(value));
      if (entry->d_tag == DT_STRTAB) dynamic.names = reinterpret_cast<const char*>(absolute(value));
      if (entry->d_tag == DT_JMPREL) dynamic.tables[0] = reinterpret_cast<const ElfW(Rela)*>(absolute(value));
      if (entry->d_tag == DT_PLTRELSZ) dynamic.counts[0] = value / sizeof(ElfW(Rela));
      if (entry->d_tag == DT_RELA) dynamic.tables[1] = reinterpret_cast<const ElfW(Rela)*>(absolute(value));
      if (entry->d_tag == DT_RELASZ) dynamic.counts[1] = value / sizeof(ElfW(Rela));
    }
  }
  return dynamic;
}

// Entries of a part that the loader has made read-only.
bool is_read_only(const dl_phdr_info& module, std::uint64_t address) {
  for (int n = 0; n < module.dlpi_phnum; ++n) {
    const auto& part = module.dlpi_phdr[n];
    const std::uint64_t begin = module.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_RELRO && address >= begin && address < begin + part.p_memsz) return true;
  }
  return false;
}

void look_at_entry(const dl_phdr_info& module, const Dynamic& dynamic, const ElfW(Rela) & relocation,
                   bool only_shared) {
  const auto type = ELF64_R_TYPE(relocation.r_info);
  if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) return;
  const ElfW(Sym)& symbol = dynamic.symbols[ELF64_R_SYM(relocation.r_info)];
  const auto kind = ELF64_ST_TYPE(symbol.st_info);
  if (symbol.st_shndx != SHN_UNDEF || (kind != STT_FUNC && kind != STT_NOTYPE && kind != STT_GNU_IFUNC))
    return;
  const char* const name = dynamic.names + symbol.st_name;
  const KnownCall* const known = only_shared ? find_known_call(name) : nullptr;
  if (only_shared && (known == nullptr || !uses_outside_state(*known))) return;
  const std::uint64_t place = dynamic.base + relocation.r_offset;
  // An entry that is bound late still leads into its own module.
  const void* function = *reinterpret_cast<const void* const*>(place);
  if (code_of(module).holds(reinterpret_cast<std::uintptr_t>(function))) function = dlsym(RTLD_DEFAULT, name);
  const void* const gate = function != nullptr ? gate_of(function, name) : nullptr;
  if (gate == nullptr) return;
  if (kept->entry_count == kMostGates)
    kept->refused = true;
  else
    kept->entries[kept->entry_count++] = {place, gate, is_read_only(module, place)};
}

void change_entries() {
  for (std::uint32_t n = 0; n < kept->entry_count; ++n) {
    const Entry& entry = kept->entries[n];
    if (entry.read_only && !protect(entry.place, sizeof entry.gate, PROT_READ | PROT_WRITE)) {
      kept->refused = true;
      continue;
    }
    *reinterpret_cast<const void**>(entry.place) = entry.gate;
    if (entry.read_only) protect(entry.place, sizeof entry.gate, PROT_READ);
  }
}

// The program, which comes first, and libraries that were compiled with us. Of the C++ library the calls by
// which it uses files.
int visit_module(dl_phdr_info* module, std::size_t, void* argument) {
  bool& first = *static_cast<bool*>(argument);
  const bool is_program = first;
  first = false;
  const bool ours = code_of(*module).holds(reinterpret_cast<std::uintptr_t>(&visit_module));
  const bool cxx = library_of(reinterpret_cast<const void*>(code_of(*module).begin)) == Library::kCxx;
  if (!is_program && (ours || (!cxx && !asks_for_hooks(*module)))) return 0;
  const Dynamic dynamic = dynamic_of(*module);
  if (dynamic.symbols == nullptr || dynamic.names == nullptr) return 0;
  for (unsigned n = 0; n < 2; ++n)
    for (std::uint64_t r = 0; r < dynamic.counts[n]; ++r)
      look_at_entry(*module, dynamic, dynamic.tables[n][r], cxx);
  return 0;
}

}  // namespace

void prepare_gates() {
  if (!program_was_instrumented()) return;
  // Not in kept memory, which has to stay one mapping.
  void* const wanted = reinterpret_cast<void*>(layout::kGateRegion);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (kernel::map(wanted, layout::kGateBytes, PROT_READ | PROT_WRITE, kFlags) != wanted)
    return say_unchecked();
  kept = static_cast<Gates*>(kept_pages(sizeof(Gates)));
  add_gates();
}

void add_gates() {
  if (kept == nullptr) return;
  const unsigned long long before = loaded;
  dl_iterate_phdr(add_library, nullptr);
  if (loaded == before) return;
  kept->entry_count = 0;
  // Executable meanwhile, since our own calls pass gates, too.
  kept->refused = !protect(layout::kGateRegion, layout::kGateBytes, PROT_READ | PROT_WRITE | PROT_EXEC);
  if (!kept->refused) {
    bool first = true;
    dl_iterate_phdr(visit_module, &first);
    protect(layout::kGateRegion, layout::kGateBytes, PROT_READ | PROT_EXEC);
    change_entries();
  }
  if (kept->refused) say_unchecked();
}

}  // namespace stalemate::rt
