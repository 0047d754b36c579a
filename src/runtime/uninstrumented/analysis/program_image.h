// A module of the program as its file describes it: sections, symbols, functions. Reads the file, and the
// memory that the loader has filled from it. What the file does not contain, or contains in an invalid form,
// is missing.
#pragma once

#include <elf.h>
#include <link.h>
#include <cstddef>
#include <cstdint>

#include "runtime/uninstrumented/analysis/code_effects.h"

namespace stalemate::rt {

class ProgramImage {
 public:
  // The file stays mapped for the lifetime of the object.
  ProgramImage(const char* path, std::uint64_t load_address);
  ~ProgramImage();
  ProgramImage(const ProgramImage&) = delete;
  ProgramImage& operator=(const ProgramImage&) = delete;

  bool readable() const { return sections_ != nullptr; }
  std::uint32_t section_count() const { return section_count_; }
  const Elf64_Shdr& section(std::uint32_t n) const { return sections_[n]; }
  const char* section_name(std::uint32_t n) const;
  // nullptr: there is none.
  const Elf64_Shdr* find_section(const char* name) const;
  // Its bytes in the file; nullptr if it has none, or they are compressed.
  const std::uint8_t* contents(const Elf64_Shdr& section) const;
  // Where it lies in memory.
  MemoryRange range_of(const Elf64_Shdr& section) const;
  std::uint64_t load_address() const { return load_address_; }
  // Where the program starts; meaningless for a library.
  std::uint64_t entry() const;

  // Calls visit(name, symbol, argument) for every function of the symbol table, in its order.
  using VisitSymbol = void (*)(const char* name, const Elf64_Sym& symbol, void* argument);
  void each_function_symbol(VisitSymbol visit, void* argument) const;
  // Calls visit(function, argument) for every range of code that has unwind information.
  using VisitRange = void (*)(MemoryRange function, void* argument);
  void each_unwind_range(VisitRange visit, void* argument) const;
  // The same for .debug_aranges: code, and the number of the compilation unit that it came from.
  using VisitUnit = void (*)(MemoryRange code, std::uint64_t unit, void* argument);
  void each_unit_range(VisitUnit visit, void* argument) const;

 private:
  const std::uint8_t* at(std::uint64_t offset, std::uint64_t bytes) const;

  std::uint64_t load_address_;
  const std::uint8_t* file_ = nullptr;
  std::uint64_t bytes_ = 0;
  const Elf64_Shdr* sections_ = nullptr;
  std::uint32_t section_count_ = 0;
};

}  // namespace stalemate::rt
