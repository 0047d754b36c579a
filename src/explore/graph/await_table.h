// With which values of which variables the next step of a thread is silent (S9), as workers have logged it;
// and what such a step expects, if it is a compare-and-swap.
// Which step is identified by the past of the thread (Action::key): the same in every execution that contains
// it.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash128.h"

namespace stalemate {

class AwaitTable {
 public:
  struct Value {
    std::uint32_t variable = 0;
    std::uint64_t value = 0;  // hashed
    friend bool operator==(const Value& a, const Value& b) {
      return a.variable == b.variable && a.value == b.value;
    }
  };
  // All of them at once.
  using Silent = std::vector<Value>;

  bool empty() const { return all_.empty(); }
  // False: it is known.
  bool add(Hash128 past, std::span<const Value> values);
  // Each set of values with which the step is silent.
  std::span<const Silent> find(Hash128 past) const;
  // Hashed, as values are; 0: unknown.
  bool set_expected(Hash128 past, std::uint64_t value) { return expected_.try_emplace(past, value).second; }
  std::uint64_t expected(Hash128 past) const;

  void save(ByteSink& sink) const;
  // False: the input is invalid. `variables`: how many there are.
  bool load(ByteSource& source, std::uint32_t variables);

 private:
  struct Hash {
    std::size_t operator()(const Hash128& hash) const { return static_cast<std::size_t>(hash.low); }
  };
  static std::vector<Hash128> sorted(const auto& table);

  std::unordered_map<Hash128, std::vector<Silent>, Hash> all_;
  std::unordered_map<Hash128, std::uint64_t, Hash> expected_;
};

}  // namespace stalemate
