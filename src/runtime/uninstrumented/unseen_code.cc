#include "runtime/uninstrumented/unseen_code.h"

#include <algorithm>
#include <cstring>

#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/function_table.h"
#include "runtime/uninstrumented/instruction.h"
#include "runtime/uninstrumented/known_code.h"
#include "runtime/uninstrumented/moved_data.h"
#include "runtime/uninstrumented/program_image.h"

extern "C" {
void __tsan_func_entry(void*);
void __tsan_func_exit();
void __tsan_init();
}

namespace stalemate::rt {

namespace {

// The target of a hook's calls: itself, or a slot that the loader fills with its address.
struct Hooks {
  static constexpr int kMostSlots = 12;
  std::uint64_t functions[3];
  std::uint64_t slots[kMostSlots];
  int slot_count = 0;

  bool is_function(std::uint64_t address) const {
    return address == functions[0] || address == functions[1] || address == functions[2];
  }
  bool is_slot(std::uint64_t address) const {
    for (int i = 0; i < slot_count; ++i)
      if (slots[i] == address) return true;
    return false;
  }
};

bool is_hook_name(const char* name) {
  return std::strcmp(name, "__tsan_func_entry") == 0 || std::strcmp(name, "__tsan_func_exit") == 0 ||
         std::strcmp(name, "__tsan_init") == 0;
}

std::int32_t word_at(const std::uint8_t* code) {
  std::int32_t word;
  std::memcpy(&word, code, sizeof word);
  return word;
}

class Analysis {
 public:
  Analysis(const dl_phdr_info& module, const char* path) : module_(module), image_(path, module.dlpi_addr) {}
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  std::uint32_t run(UnseenCode* to, std::uint32_t most) {
    to_ = to;
    most_ = most;
    if (!image_.readable() || !functions_.collect()) return unreadable();
    learn_hooks();
    learn_surroundings();
    counts_coverage_ = counts_coverage();
    judge_by_name();
    judge_by_hooks();
    judge_by_own_effect();
    judge_by_effect();
    follow_jumps();
    judge_by_unit();
    for (const CodeFunction& function : functions_) {
      if (function.state == CodeState::kUndecided)
        tell({function.begin, function.end, has_assembly(function) && is_of_instrumented_unit(function),
              synchronizes(function)});
      if (function.state == CodeState::kInstrumented) find_assembly(function);
      if (function.state == CodeState::kInstrumented && !counts_coverage_) find_moved_data(function);
    }
    return told_;
  }

 private:
  void tell(const UnseenCode& code) {
    if (told_ < most_) to_[told_] = code;
    ++told_;
  }

  // Nothing is known of the module: all of its code, as one.
  std::uint32_t unreadable() {
    for (int i = 0; i < module_.dlpi_phnum; ++i) {
      const auto& part = module_.dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const std::uint64_t begin = module_.dlpi_addr + part.p_vaddr;
      tell({begin, begin + part.p_memsz, false, true, true});
    }
    return told_;
  }

  // ---- what is known ----------------------------------------------------------------------------------

  void learn_hooks() {
    hooks_.functions[0] = reinterpret_cast<std::uint64_t>(&__tsan_func_entry);
    hooks_.functions[1] = reinterpret_cast<std::uint64_t>(&__tsan_func_exit);
    hooks_.functions[2] = reinterpret_cast<std::uint64_t>(&__tsan_init);
    for (std::uint32_t n = 0; n < image_.section_count(); ++n) {
      const Elf64_Shdr& section = image_.section(n);
      if (section.sh_type != SHT_RELA || (section.sh_flags & SHF_ALLOC) == 0 ||
          section.sh_link >= image_.section_count())
        continue;
      const Elf64_Shdr& symbols = image_.section(section.sh_link);
      if (symbols.sh_type != SHT_DYNSYM || symbols.sh_link >= image_.section_count()) continue;
      add_hook_slots(section, symbols, image_.section(symbols.sh_link));
    }
  }

  void add_hook_slots(const Elf64_Shdr& section, const Elf64_Shdr& symbols, const Elf64_Shdr& names) {
    const auto* relocation = reinterpret_cast<const Elf64_Rela*>(image_.contents(section));
    const auto* const symbol = reinterpret_cast<const Elf64_Sym*>(image_.contents(symbols));
    const auto* const text = reinterpret_cast<const char*>(image_.contents(names));
    if (relocation == nullptr || symbol == nullptr || text == nullptr) return;
    for (const auto* end = relocation + section.sh_size / sizeof *relocation; relocation != end;
         ++relocation) {
      const std::uint64_t number = ELF64_R_SYM(relocation->r_info);
      if (number == 0 || number >= symbols.sh_size / sizeof *symbol ||
          symbol[number].st_name >= names.sh_size)
        continue;
      if (is_hook_name(text + symbol[number].st_name) && hooks_.slot_count < Hooks::kMostSlots)
        hooks_.slots[hooks_.slot_count++] = image_.load_address() + relocation->r_offset;
    }
  }

  void learn_surroundings() {
    for (int i = 0; i < module_.dlpi_phnum; ++i) {
      const auto& part = module_.dlpi_phdr[i];
      const bool constant = part.p_type == PT_LOAD && (part.p_flags & PF_W) == 0;
      if ((!constant && part.p_type != PT_GNU_RELRO) ||
          surroundings_.constants == CodeSurroundings::kMostConstant)
        continue;
      const std::uint64_t begin = module_.dlpi_addr + part.p_vaddr;
      surroundings_.constant[surroundings_.constants++] = {begin, begin + part.p_memsz};
    }
    // Counters of coverage and profiles are written without instrumentation, and do not matter.
    const Elf64_Shdr* const counters = image_.find_section("__llvm_prf_cnts");
    if (counters != nullptr && surroundings_.constants < CodeSurroundings::kMostConstant)
      surroundings_.constant[surroundings_.constants++] = image_.range_of(*counters);
    surroundings_.judged = [](std::uint64_t target, const void* self) {
      return static_cast<const Analysis*>(self)->functions_.find(target) != nullptr;
    };
    surroundings_.argument = this;
  }

  // ---- verdicts ---------------------------------------------------------------------------------------

  void judge_by_name() {
    const std::uint64_t libraries = first_library_code();
    for (CodeFunction& function : functions_)
      if (function.begin - libraries < functions_.section_end(libraries) - libraries)
        function.state = CodeState::kKnown;
    has_cxx_library_ = libraries != 0;
    judge_modelled();
    image_.each_function_symbol(
        [](const char* name, const Elf64_Sym&, void* self) {
          if (std::strcmp(name, "_ZNSt8ios_base4InitC1Ev") == 0)
            static_cast<Analysis*>(self)->has_cxx_library_ = true;
        },
        this);
    image_.each_function_symbol([](const char* name, const Elf64_Sym& symbol,
                                   void* self) { static_cast<Analysis*>(self)->judge_name(name, symbol); },
                                this);
    judge_startup();
  }

  // Works on objects of the program: also if it leaves that to a known function.
  static void mark_modelled(CodeFunction& function) {
    function.state = CodeState::kUndecided;
    function.modelled = true;
  }

  // Without symbols: those that the linker has found.
  void judge_modelled() {
    const CodeAddresses modelled = modelled_library_code();
    for (const std::uintptr_t* address = modelled.begin; address != modelled.end; ++address) {
      CodeFunction* const function = *address != 0 ? functions_.find(*address) : nullptr;
      if (function != nullptr && function->begin == *address) mark_modelled(*function);
    }
  }

  void judge_name(const char* name, const Elf64_Sym& symbol) {
    CodeFunction* const function = functions_.find(image_.load_address() + symbol.st_value);
    if (function == nullptr || function->begin != image_.load_address() + symbol.st_value) return;
    function->named = true;
    function->moved |= is_moved_part(name);
    if (has_cxx_library_ && is_modelled_function(name))
      mark_modelled(*function);
    else if (is_known_function(name) || (has_cxx_library_ && is_cxx_library_function(name)))
      function->state = CodeState::kKnown;
  }

  // Without symbols: the program's startup code, and what the compiler puts behind it, which has no unwind
  // information and takes less than so many bytes.
  void judge_startup() {
    constexpr std::uint64_t kMost = 0xd0;
    CodeFunction* const start = functions_.find(image_.entry());
    if (start == nullptr) return;
    start->state = CodeState::kKnown;
    for (CodeFunction* next = start + 1; next < functions_.end() && next->end - start->begin <= kMost; ++next)
      if (!is_unwound(*next)) next->state = CodeState::kKnown;
  }

  bool is_unwound(const CodeFunction& function) const {
    struct Search {
      std::uint64_t begin;
      bool found;
    } search{function.begin, false};
    image_.each_unwind_range(
        [](MemoryRange range, void* argument) {
          auto& wanted = *static_cast<Search*>(argument);
          wanted.found |= range.begin == wanted.begin;
        },
        &search);
    return search.found;
  }

  // Every byte that may begin a call is tried: a wrong one does not lead to a hook by chance.
  bool calls_hook(const CodeFunction& function) const {
    const auto* const code = reinterpret_cast<const std::uint8_t*>(function.begin);
    const std::uint64_t bytes = function.end - function.begin;
    for (std::uint64_t at = 0; at + 5 <= bytes; ++at) {
      const std::uint8_t op = code[at];
      if (op == 0xe8 || op == 0xe9) {
        if (leads_to_hook(function.begin + at + 5 +
                          static_cast<std::uint64_t>(std::int64_t{word_at(code + at + 1)})))
          return true;
      } else if (op == 0xff && at + 6 <= bytes && (code[at + 1] == 0x15 || code[at + 1] == 0x25)) {
        if (fills_with_hook(function.begin + at + 6 +
                            static_cast<std::uint64_t>(std::int64_t{word_at(code + at + 2)})))
          return true;
      }
    }
    return false;
  }

  bool fills_with_hook(std::uint64_t slot) const { return hooks_.is_slot(slot); }

  bool leads_to_hook(std::uint64_t target) const {
    if (hooks_.is_function(target)) return true;
    if (hooks_.slot_count == 0 || !is_code(target)) return false;
    const auto* stub = reinterpret_cast<const std::uint8_t*>(target);
    if (stub[0] == 0xf3 && stub[1] == 0x0f) stub += 4;  // endbr64
    if (stub[0] == 0xf2) ++stub;                        // bnd
    if (stub[0] != 0xff || stub[1] != 0x25) return false;
    return hooks_.is_slot(reinterpret_cast<std::uint64_t>(stub) + 6 +
                          static_cast<std::uint64_t>(std::int64_t{word_at(stub + 2)}));
  }

  // Also that only existing bytes are read.
  bool is_code(std::uint64_t address) const {
    for (int i = 0; i < module_.dlpi_phnum; ++i) {
      const auto& part = module_.dlpi_phdr[i];
      const std::uint64_t begin = module_.dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && address >= begin &&
          address + 16 <= begin + part.p_memsz)
        return true;
    }
    return false;
  }

  void judge_by_hooks() {
    for (CodeFunction& function : functions_)
      if (function.state == CodeState::kUndecided && calls_hook(function))
        function.state = CodeState::kInstrumented;
  }

  // ---- functions with no_sanitize("thread") -------------------------------------------------------------

  static bool is_access_hook_name(const char* name) {
    return has_name(name, "__tsan_") && !is_hook_name(name);
  }

  bool is_by_clang() const {
    const Elf64_Shdr* const section = image_.find_section(".comment");
    const auto* const text = section != nullptr ? image_.contents(*section) : nullptr;
    return text != nullptr && memmem(text, section->sh_size, "clang", 5) != nullptr;
  }

  void learn_access_hooks() {
    image_.each_function_symbol(
        [](const char* name, const Elf64_Sym& symbol, void* self) {
          if (is_access_hook_name(name) && symbol.st_value != 0)
            static_cast<Analysis*>(self)->add_access_hook(symbol);
        },
        this);
    std::sort(access_hooks_, access_hooks_ + access_hook_count_);
  }

  void add_access_hook(const Elf64_Sym& symbol) {
    if (access_hook_count_ < kMostAccessHooks)
      access_hooks_[access_hook_count_++] = image_.load_address() + symbol.st_value;
  }

  bool calls_access_hook(const CodeFunction& function) const {
    const auto* const code = reinterpret_cast<const std::uint8_t*>(function.begin);
    for (std::uint64_t at = 0; at + 5 <= function.end - function.begin; ++at) {
      if (code[at] != 0xe8 && code[at] != 0xe9) continue;
      const std::uint64_t target =
          function.begin + at + 5 + static_cast<std::uint64_t>(std::int64_t{word_at(code + at + 1)});
      if (std::binary_search(access_hooks_, access_hooks_ + access_hook_count_, target)) return true;
    }
    return false;
  }

  // With no_sanitize("thread") clang keeps the calls of the entry hook if a function calls others. If the
  // runtime is a shared library, or symbols were removed, they are not found.
  void judge_by_own_effect() {
    if (!is_by_clang()) return;
    learn_access_hooks();
    if (access_hook_count_ == 0) return;
    for (CodeFunction& function : functions_) {
      if (function.state != CodeState::kInstrumented || calls_access_hook(function) || has_assembly(function))
        continue;
      if (own_effect_of({function.begin, function.end}, surroundings_) == CodeEffect::kAny)
        function.state = CodeState::kUndecided;
    }
  }

  void judge_by_effect() {
    for (CodeFunction& function : functions_) {
      if (function.state != CodeState::kUndecided) continue;
      function.effect = effect_of({function.begin, function.end}, surroundings_);
      if (function.effect == CodeEffect::kNone && !function.modelled) function.state = CodeState::kHarmless;
    }
  }

  // Parts that were moved out of a function are like the function.
  void follow_jumps() {
    bool any = true;
    while (any) {
      any = false;
      for (const CodeFunction& function : functions_)
        if (function.state == CodeState::kInstrumented || function.state == CodeState::kKnown)
          any |= follow_jumps_of(function);
    }
  }

  bool is_part(const CodeFunction& function, const Instruction& jump, std::uint64_t target) const {
    if (function.state != CodeState::kUndecided) return false;
    if (jump.is_conditional_jump() || target != function.begin || function.moved) return true;
    // A tail call jumps to where a function begins.
    return !function.named && function.begin < image_.entry();
  }

  bool follow_jumps_of(const CodeFunction& from) {
    bool any = false;
    for (std::uint64_t at = from.begin; at < from.end;) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), from.end - at);
      if (now.length == 0) break;
      if (now.is_conditional_jump() || now.is_jump()) {
        const std::uint64_t target = target_of(now, at);
        CodeFunction* const to =
            target - from.begin < from.end - from.begin ? nullptr : functions_.find(target);
        if (to != nullptr && is_part(*to, now, target)) {
          to->state = from.state;
          to->part = true;
          any = true;
        }
      }
      at += now.length;
    }
    return any;
  }

  // gcc does not instrument stores to what a function returns: such a function is instrumented if others of
  // its compilation unit are.
  void judge_by_unit() {
    for (CodeFunction& function : functions_) {
      if (function.state != CodeState::kUndecided || function.effect != CodeEffect::kStores) continue;
      if (is_of_instrumented_unit(function)) function.state = CodeState::kHarmless;
    }
  }

  bool is_of_instrumented_unit(const CodeFunction& function) const {
    struct Search {
      const Analysis* self;
      std::uint64_t begin, unit;
      bool known, instrumented;
    } search{this, function.begin, 0, false, false};
    image_.each_unit_range(
        [](MemoryRange code, std::uint64_t unit, void* argument) {
          auto& wanted = *static_cast<Search*>(argument);
          if (!code.holds(wanted.begin)) return;
          wanted.known = true;
          wanted.unit = unit;
        },
        &search);
    if (!search.known) return false;
    image_.each_unit_range(
        [](MemoryRange code, std::uint64_t unit, void* argument) {
          auto& wanted = *static_cast<Search*>(argument);
          if (unit == wanted.unit && !wanted.instrumented)
            wanted.instrumented = wanted.self->has_instrumented(code);
        },
        &search);
    return search.instrumented;
  }

  bool has_instrumented(MemoryRange code) const {
    const CodeFunction* const end = functions_.end();
    const CodeFunction* function =
        std::lower_bound(static_cast<const CodeFunction*>(functions_.begin()), end, code.begin,
                         [](const CodeFunction& some, std::uint64_t begin) { return some.begin < begin; });
    for (; function != end && function->begin < code.end; ++function)
      if (function->state == CodeState::kInstrumented) return true;
    return false;
  }

  // ---- inline assembly --------------------------------------------------------------------------------

  // Instrumented code contains none of these: atomic operations are calls of the runtime.
  static bool is_only_assembly(const Instruction& now) {
    using Map = Instruction::Map;
    const bool stack = now.memory && now.base == 4;  // a fence: locked, and of nothing
    if (now.locked) return !stack;
    if (now.map == Map::kOneByte) {
      const bool exchanges = (now.opcode == 0x86 || now.opcode == 0x87) && now.memory;
      return (exchanges && !stack) || now.opcode == 0xcd;
    }
    if (now.map != Map::k0F || now.vector_prefix) return false;
    const std::uint8_t op = now.opcode;
    const bool updates =
        op == 0xb0 || op == 0xb1 || op == 0xc0 || op == 0xc1 || (op == 0xc7 && (now.reg & 7) == 1);
    return op == 0x05 || op == 0x34 || (updates && now.memory && !stack);
  }

  // The first such instruction at or after `at`; length 0: there is none.
  Instruction next_assembly(const CodeFunction& function, std::uint64_t& at) const {
    while (at < function.end) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), function.end - at);
      if (now.length == 0 || is_only_assembly(now)) return now;
      at += now.length;
    }
    return {};
  }

  void find_assembly(const CodeFunction& function) {
    std::uint64_t at = function.begin;
    for (Instruction now = next_assembly(function, at); now.length != 0; now = next_assembly(function, at)) {
      tell({at, at + now.length, true});
      at += now.length;
    }
  }

  // Counters of coverage are variables that the compiler accesses by itself; the name of their file is in the
  // program.
  bool counts_coverage() const {
    const Elf64_Shdr* const section = image_.find_section(".rodata");
    const auto* const text = section != nullptr ? image_.contents(*section) : nullptr;
    if (text == nullptr) return false;
    constexpr char kSuffix[] = ".gcda";
    for (std::uint64_t at = 1; at + sizeof kSuffix <= section->sh_size; ++at)
      if (text[at] == '.' && text[at - 1] != 0 && std::memcmp(text + at, kSuffix, sizeof kSuffix) == 0)
        return true;
    return false;  // our own is not a name: nothing precedes it
  }

  // Variables that the linker has placed where it places the compiler's.
  bool is_variable(std::uint64_t address) const {
    if (surroundings_.is_constant(address)) return false;
    for (std::uint32_t n = 0; n < image_.section_count(); ++n) {
      const Elf64_Shdr& section = image_.section(n);
      if ((section.sh_flags & (SHF_ALLOC | SHF_WRITE)) != (SHF_ALLOC | SHF_WRITE) ||
          (section.sh_flags & SHF_TLS) != 0 || !image_.range_of(section).holds(address))
        continue;
      const char* const name = image_.section_name(n);
      return has_name(name, ".data") || has_name(name, ".bss");
    }
    return false;
  }

  // The same in the parts that were moved out of it.
  bool takes_address_near(const CodeFunction& function, std::uint64_t data) const {
    if (rt::takes_address_near({function.begin, function.end}, data)) return true;
    for (std::uint64_t at = function.begin; at < function.end;) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), function.end - at);
      if (now.length == 0) break;
      if (now.is_conditional_jump() || now.is_jump()) {
        const CodeFunction* const to = functions_.find(target_of(now, at));
        if (to != nullptr && to != &function && rt::takes_address_near({to->begin, to->end}, data))
          return true;
      }
      at += now.length;
    }
    return false;
  }

  // Not in parts that were moved out of a function: the function may have passed what they access to a hook.
  void find_moved_data(const CodeFunction& function) {
    if (function.moved || function.part || !calls_hook(function)) return;
    struct Search {
      Analysis* self;
      const CodeFunction* function;
    } search{this, &function};
    const NamedData named = {[](std::uint64_t address, const void* self) {
                               return static_cast<const Analysis*>(self)->is_variable(address);
                             },
                             this};
    each_named_access(
        {function.begin, function.end}, named,
        [](MemoryRange instruction, std::uint64_t data, void* argument) {
          const auto& [self, of] = *static_cast<Search*>(argument);
          const auto* const bytes = reinterpret_cast<const std::uint8_t*>(instruction.begin);
          if (is_only_assembly(decode(bytes, instruction.end - instruction.begin))) return;  // found already
          if (!self->takes_address_near(*of, data)) self->tell({instruction.begin, instruction.end, true});
        },
        &search);
  }

  // A fence, or a hint that a loop waits.
  static bool is_of_waiting(const Instruction& now) {
    const bool fence = now.is(Instruction::Map::k0F, 0xae) && !now.memory && (now.reg & 7) == 6;
    return fence || (now.is(Instruction::Map::kOneByte, 0x90) && now.repeated);
  }

  // Whether it has instructions that order threads. Plain loads and stores can do so as well, and look like
  // any other.
  bool synchronizes(const CodeFunction& function) const {
    for (std::uint64_t at = function.begin; at < function.end;) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), function.end - at);
      if (now.length == 0 || is_only_assembly(now) || is_of_waiting(now)) return true;
      at += now.length;
    }
    return false;
  }

  // A function of nothing but assembly has nothing to instrument.
  bool has_assembly(const CodeFunction& function) const {
    std::uint64_t at = function.begin;
    return next_assembly(function, at).length != 0;
  }

  const dl_phdr_info& module_;
  ProgramImage image_;
  FunctionTable functions_{image_};
  Hooks hooks_{};
  CodeSurroundings surroundings_;
  static constexpr std::uint32_t kMostAccessHooks = 256;
  std::uint64_t access_hooks_[kMostAccessHooks];
  std::uint32_t access_hook_count_ = 0;
  bool has_cxx_library_ = false;
  bool counts_coverage_ = false;
  UnseenCode* to_ = nullptr;
  std::uint32_t most_ = 0, told_ = 0;
};

}  // namespace

std::uint32_t find_unseen_code(const dl_phdr_info& module, const char* path, UnseenCode* to,
                               std::uint32_t most) {
  return Analysis(module, path).run(to, most);
}

}  // namespace stalemate::rt
