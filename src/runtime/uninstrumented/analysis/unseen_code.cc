#include "runtime/uninstrumented/analysis/unseen_code.h"

#include <algorithm>
#include <cstring>

#include "runtime/uninstrumented/analysis/code_by_name.h"
#include "runtime/uninstrumented/analysis/function_table.h"
#include "runtime/uninstrumented/analysis/hook_calls.h"
#include "runtime/uninstrumented/analysis/inline_assembly.h"
#include "runtime/uninstrumented/analysis/moved_data.h"
#include "runtime/uninstrumented/analysis/program_image.h"

namespace stalemate::rt {

namespace {

MemoryRange range_of(const CodeFunction& function) { return {function.begin, function.end}; }

class Analysis {
 public:
  Analysis(const dl_phdr_info& module, const char* path) : module_(module), image_(path, module.dlpi_addr) {}
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  std::uint32_t run(UnseenCode* to, std::uint32_t most) {
    to_ = to;
    most_ = most;
    if (!image_.readable() || !functions_.collect()) return unreadable();
    hooks_.learn();
    learn_surroundings();
    counts_coverage_ = counts_coverage();
    CodeByName(image_, functions_).judge();
    judge_by_hooks();
    judge_by_own_effect();
    judge_by_effect();
    follow_jumps();
    judge_by_unit();
    for (const CodeFunction& function : functions_) {
      if (function.state == CodeState::kUndecided)
        add({function.begin, function.end,
             has_assembly(range_of(function)) && is_of_instrumented_unit(function),
             has_ordering_instructions(range_of(function))});
      if (function.state == CodeState::kInstrumented) find_assembly(function);
      if (function.state == CodeState::kInstrumented || function.state == CodeState::kHarmless)
        find_varying(function);
      if (function.state == CodeState::kInstrumented && !counts_coverage_) find_moved_data(function);
    }
    return found_;
  }

 private:
  void add(const UnseenCode& code) {
    if (found_ < most_) to_[found_] = code;
    ++found_;
  }

  // Nothing is known of the module: all of its code, as one.
  std::uint32_t unreadable() {
    for (int i = 0; i < module_.dlpi_phnum; ++i) {
      const auto& part = module_.dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const std::uint64_t begin = module_.dlpi_addr + part.p_vaddr;
      add({begin, begin + part.p_memsz, false, true, true});
    }
    return found_;
  }

  // ---- what is known ----------------------------------------------------------------------------------

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

  void judge_by_hooks() {
    for (CodeFunction& function : functions_)
      if (function.state == CodeState::kUndecided && hooks_.calls_hook(range_of(function)))
        function.state = CodeState::kInstrumented;
  }

  // ---- functions with no_sanitize("thread") -------------------------------------------------------------

  bool is_by_clang() const {
    const Elf64_Shdr* const section = image_.find_section(".comment");
    const auto* const text = section != nullptr ? image_.contents(*section) : nullptr;
    return text != nullptr && memmem(text, section->sh_size, "clang", 5) != nullptr;
  }

  // With no_sanitize("thread") clang keeps the calls of the entry hook if a function calls others. If the
  // runtime is a shared library, or symbols were removed, they are not found.
  void judge_by_own_effect() {
    if (!is_by_clang() || !hooks_.learn_access_hooks()) return;
    for (CodeFunction& function : functions_) {
      if (function.state != CodeState::kInstrumented || hooks_.calls_access_hook(range_of(function)) ||
          has_assembly(range_of(function)))
        continue;
      if (own_effect_of(range_of(function), surroundings_) == CodeEffect::kAny)
        function.state = CodeState::kUndecided;
    }
  }

  void judge_by_effect() {
    for (CodeFunction& function : functions_) {
      if (function.state != CodeState::kUndecided) continue;
      function.effect = effect_of(range_of(function), surroundings_);
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

  void find_assembly(const CodeFunction& function) {
    std::uint64_t at = function.begin;
    for (Instruction now = next_assembly(range_of(function), at); now.length != 0;
         now = next_assembly(range_of(function), at)) {
      add({at, at + now.length, true});
      at += now.length;
    }
  }

  void find_varying(const CodeFunction& function) {
    for (std::uint64_t at = function.begin; at < function.end;) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), function.end - at);
      if (now.length == 0) return;
      if (reads_what_varies(now)) {
        UnseenCode code{at, at + now.length, true, false};
        code.varies = true;
        add(code);
      }
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
    if (rt::takes_address_near(range_of(function), data)) return true;
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
    if (function.moved || function.part || !hooks_.calls_hook(range_of(function))) return;
    struct Search {
      Analysis* self;
      const CodeFunction* function;
    } search{this, &function};
    const NamedData named = {[](std::uint64_t address, const void* self) {
                               return static_cast<const Analysis*>(self)->is_variable(address);
                             },
                             this};
    each_named_access(
        range_of(function), named,
        [](MemoryRange instruction, std::uint64_t data, void* argument) {
          const auto& [self, of] = *static_cast<Search*>(argument);
          const auto* const bytes = reinterpret_cast<const std::uint8_t*>(instruction.begin);
          if (is_only_assembly(decode(bytes, instruction.end - instruction.begin))) return;  // found already
          if (!self->takes_address_near(*of, data)) self->add({instruction.begin, instruction.end, true});
        },
        &search);
  }

  const dl_phdr_info& module_;
  ProgramImage image_;
  FunctionTable functions_{image_};
  HookCalls hooks_{module_, image_};
  CodeSurroundings surroundings_;
  bool counts_coverage_ = false;
  UnseenCode* to_ = nullptr;
  std::uint32_t most_ = 0, found_ = 0;
};

}  // namespace

std::uint32_t find_unseen_code(const dl_phdr_info& module, const char* path, UnseenCode* to,
                               std::uint32_t most) {
  return Analysis(module, path).run(to, most);
}

}  // namespace stalemate::rt
