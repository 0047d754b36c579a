// A source map written by hand: code address to function and line, data address to variable.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "symbolize/source_map.h"

namespace stalemate::testing {

class FakeSource final : public symbolize::SourceMap {
 public:
  void code(std::uint64_t pc, std::string function, std::string file, std::uint32_t line) {
    const bool system = symbolize::is_system_file(file);
    code_[pc].push_back({std::move(function), std::move(file), line, 3, system, false});
  }
  void data(std::uint64_t address, std::string name) { data_[address] = std::move(name); }
  void local(std::uint64_t cfa, std::uint64_t address, std::string name) {
    locals_[{cfa, address}] = std::move(name);
  }

  std::vector<symbolize::Frame> frames(std::uint64_t return_address) const override {
    const auto known = code_.find(return_address);
    if (known != code_.end()) return known->second;
    symbolize::Frame unknown;
    unknown.function = "unknown code";
    unknown.system = true;
    return {unknown};
  }
  std::string global(std::uint64_t address) const override {
    const auto known = data_.find(address);
    return known != data_.end() ? known->second : std::string();
  }
  std::string local(std::uint64_t, std::uint64_t cfa, std::uint64_t address) const override {
    const auto known = locals_.find({cfa, address});
    return known != locals_.end() ? known->second : std::string();
  }

 private:
  std::map<std::uint64_t, std::vector<symbolize::Frame>> code_;
  std::map<std::uint64_t, std::string> data_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> locals_;
};

}  // namespace stalemate::testing
