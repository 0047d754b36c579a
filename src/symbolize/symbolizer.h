// The source map of a real program, from the text of its loaded modules (wire::Channel::modules: one line per
// mapping, "start end offset path" in hex) and their ELF symbols and DWARF. Reads files on first use, caches
// every answer, never queries the network for debug information. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "symbolize/source_map.h"

namespace stalemate::symbolize {

class Symbolizer final : public SourceMap {
 public:
  // Files below strip_prefix are given relative to it.
  explicit Symbolizer(std::string_view modules, std::string strip_prefix = {});
  ~Symbolizer() override;

  std::vector<Frame> frames(std::uint64_t return_address) const override;
  std::string global(std::uint64_t address) const override;
  std::string local(std::uint64_t return_address, std::uint64_t cfa, std::uint64_t address) const override;

 private:
  class Cache;
  std::shared_ptr<Cache> cache_;
};

}  // namespace stalemate::symbolize
