// The functions of a module, by unwind information, by symbols, and by the code between them. Sorted by
// address; they do not overlap.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/uninstrumented/analysis/code_effects.h"
#include "runtime/uninstrumented/analysis/program_image.h"

namespace stalemate::rt {

// What is known of a function.
enum class CodeState : std::uint8_t { kUndecided, kInstrumented, kKnown, kHarmless };

struct CodeFunction {
  std::uint64_t begin, end;
  CodeState state = CodeState::kUndecided;
  bool moved = false;  // out of another function, by its name
  bool named = false;
  bool modelled = false;
  bool part = false;  // moved, as a jump shows
  CodeEffect effect = CodeEffect::kAny;
};

inline bool has_name(const char* name, const char* start) {
  return std::strncmp(name, start, std::strlen(start)) == 0;
}

class FunctionTable {
 public:
  explicit FunctionTable(const ProgramImage& image) : image_(image) {}
  ~FunctionTable();
  FunctionTable(const FunctionTable&) = delete;
  FunctionTable& operator=(const FunctionTable&) = delete;

  // Once; false: there is no memory for it.
  bool collect();

  CodeFunction* begin() const { return functions_; }
  CodeFunction* end() const { return functions_ + count_; }
  // The one that contains the address; nullptr: none does.
  CodeFunction* find(std::uint64_t address) const { return find_among(address, count_); }
  // Where the section of the address ends; the address itself where its code is not judged.
  std::uint64_t section_end(std::uint64_t address) const;

 private:
  static constexpr std::uint32_t kMostSections = 64;

  bool is_judged_section(std::uint32_t n) const;
  void learn_sections();
  const MemoryRange* judged_section(std::uint64_t address) const;
  void add(MemoryRange range);
  void sort();
  void add_symbol(const char* name, const Elf64_Sym& symbol);
  void end_at_next();
  void add_gaps();
  void add_gap(MemoryRange gap);
  CodeFunction* find_among(std::uint64_t address, std::uint32_t count) const;

  const ProgramImage& image_;
  CodeFunction* functions_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::uint32_t count_ = 0, unwound_ = 0;
  MemoryRange judged_[kMostSections];
  std::uint32_t judged_count_ = 0;
};

}  // namespace stalemate::rt
