#include "record/variable_names.h"

#include <charconv>

#include "model/wire/layout.h"

namespace stalemate::tools {
namespace {

std::string hex(std::uint64_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

}  // namespace

TraceNames::TraceNames(const LoggedSteps& log, const symbolize::SourceMap& source, const std::string& modules)
    : log_(log), source_(source), modules_(symbolize::parse_modules(modules)) {
  for (const LoggedThread& thread : log.threads) path_of_slot_.emplace(thread.slot, thread.path);
}

std::string TraceNames::at(std::uint64_t address) const {
  const auto owner = [this](std::uint32_t slot) {
    const auto known = path_of_slot_.find(slot);
    return known != path_of_slot_.end() ? known->second : "?";
  };
  if (layout::in_stacks(address)) {
    const auto local = log_.locals.find(address);
    if (local != log_.locals.end() && !local->second.empty()) return local->second;
    const std::uint32_t slot = layout::stack_slot(address);
    return "stack:" + owner(slot) + "+" + hex(address - layout::kStackRegion - slot * layout::kStackStride);
  }
  if (layout::in_heaps(address)) {
    const std::uint32_t slot = layout::heap_slot(address);
    return "heap:" + owner(slot) + "+" + hex(address - layout::kHeapRegion - slot * layout::kHeapStride);
  }
  if (std::string name = source_.global(address); !name.empty()) return name;
  for (const symbolize::Module& module : modules_)
    if (address >= module.base && address < module.end)
      return module.path.substr(module.path.rfind('/') + 1) + "+" + hex(address - module.base);
  return "memory+" + hex(address);
}

}  // namespace stalemate::tools
