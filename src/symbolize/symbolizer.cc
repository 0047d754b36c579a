#include "symbolize/symbolizer.h"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "symbolize/dwarf_code.h"
#include "symbolize/dwarf_variables.h"
#include "symbolize/dwfl_callbacks.h"
#include "symbolize/modules.h"
#include "symbolize/unit_index.h"

namespace stalemate::symbolize {
namespace {

std::string module_and_offset(const Module& module, std::uint64_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "+0x%llx", static_cast<unsigned long long>(address - module.base));
  return module.path.substr(module.path.rfind('/') + 1) + text;
}

// The address of a library's function stands for the data that it shares among its callers.
std::string state_of_function(Dwfl_Module* module, std::uint64_t address) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  const bool begins = name != nullptr && offset == 0 && GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
  return begins ? "the state of " + std::string(name) : std::string();
}

}  // namespace

class Symbolizer::Cache {
 public:
  Cache(std::string_view modules, std::string strip_prefix)
      : modules_(parse_modules(modules)), strip_prefix_(std::move(strip_prefix)) {
    if (!strip_prefix_.empty() && strip_prefix_.back() != '/') strip_prefix_ += '/';
    dwfl_ = dwfl_begin(&kFilesOnly);
    if (dwfl_ == nullptr) return;
    dwfl_report_begin(dwfl_);
    // A file that is missing or not an ELF file is left out: its addresses are named module+offset.
    for (const Module& module : modules_)
      dwfl_report_elf(dwfl_, module.path.c_str(), module.path.c_str(), -1, module.base, false);
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }
  ~Cache() {
    forget_units();
    dwfl_end(dwfl_);
  }
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  const std::vector<Frame>& frames(std::uint64_t return_address) {
    auto [known, fresh] = frames_.try_emplace(return_address);
    if (fresh) known->second = find_frames(return_address);
    return known->second;
  }

  const std::string& global(std::uint64_t address) {
    auto [known, fresh] = globals_.try_emplace(address);
    if (!fresh) return known->second;
    if (Dwfl_Module* module = module_at(address); module != nullptr) {
      known->second = variables_.try_emplace(module, module).first->second.at(address);
      if (known->second.empty()) known->second = state_of_function(module, address);
    }
    if (known->second.empty())
      if (const Module* module = mapping_at(address)) known->second = module_and_offset(*module, address);
    return known->second;
  }

  std::string local(std::uint64_t return_address, std::uint64_t cfa, std::uint64_t address) {
    if (return_address == 0 || cfa == 0) return {};
    auto known = locals_.find(return_address);
    if (known == locals_.end()) {
      Dwfl_Module* const module = module_at(return_address - 1);
      if (module == nullptr) return {};
      known = locals_.emplace(return_address, Locals(module, return_address - 1)).first;
    }
    return known->second.at(cfa, address);
  }

 private:
  Dwfl_Module* module_at(std::uint64_t address) const {
    return dwfl_ != nullptr ? dwfl_addrmodule(dwfl_, address) : nullptr;
  }

  const Module* mapping_at(std::uint64_t address) const {
    for (const Module& module : modules_)
      if (address >= module.base && address < module.end) return &module;
    return nullptr;
  }

  std::vector<Frame> find_frames(std::uint64_t return_address) {
    // The call is before the address it returns to, which may belong to the next line or function.
    const std::uint64_t pc = return_address == 0 ? 0 : return_address - 1;
    std::vector<Frame> out;
    if (Dwfl_Module* module = module_at(pc); module != nullptr) out = code_frames(module, pc);
    // The system's libraries name their sources by relative paths.
    const Module* const mapped = mapping_at(pc);
    if (mapped != nullptr && is_system_file(mapped->path))
      for (Frame& frame : out) frame.system = true;
    for (Frame& frame : out)
      if (!strip_prefix_.empty() && frame.file.starts_with(strip_prefix_))
        frame.file.erase(0, strip_prefix_.size());
    if (!out.empty() && !(out.size() == 1 && out[0].function.empty())) return out;
    Frame unknown;
    unknown.function = mapped != nullptr ? module_and_offset(*mapped, pc) : "unknown code";
    unknown.system = mapped == nullptr || is_system_file(mapped->path);
    return {unknown};
  }

  std::vector<Module> modules_;
  std::string strip_prefix_;
  Dwfl* dwfl_ = nullptr;
  std::unordered_map<std::uint64_t, std::vector<Frame>> frames_;
  std::unordered_map<std::uint64_t, std::string> globals_;
  std::unordered_map<std::uint64_t, Locals> locals_;
  std::unordered_map<Dwfl_Module*, Globals> variables_;
};

// The findings of a search are of one program: the last one's answers are kept.
Symbolizer::Symbolizer(std::string_view modules, std::string strip_prefix) {
  struct Last {
    std::string modules, strip_prefix;
    std::shared_ptr<Cache> cache;
  };
  static Last& last = *new Last;  // not destroyed at exit, in an order that nothing says
  if (last.cache == nullptr || last.modules != modules || last.strip_prefix != strip_prefix) {
    last = {std::string(modules), strip_prefix, nullptr};  // the old one ends before the new one begins
    last.cache = std::make_shared<Cache>(modules, std::move(strip_prefix));
  }
  cache_ = last.cache;
}
Symbolizer::~Symbolizer() = default;

std::vector<Frame> Symbolizer::frames(std::uint64_t return_address) const {
  return cache_->frames(return_address);
}
std::string Symbolizer::global(std::uint64_t address) const { return cache_->global(address); }
std::string Symbolizer::local(std::uint64_t return_address, std::uint64_t cfa, std::uint64_t address) const {
  return cache_->local(return_address, cfa, address);
}

}  // namespace stalemate::symbolize
