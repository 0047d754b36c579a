// Numbers for what has a canonical name (S11), the same in every execution of a search: threads by creation
// path, variables by space and object. Given out in order of first use, never reused.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash128.h"
#include "model/dependence.h"

namespace stalemate {

class Numbering {
 public:
  // As many as fit into a set of 32 bits: with more, graphs have too many prefixes anyway.
  static constexpr std::uint32_t kMostThreads = 64;
  static constexpr std::uint32_t kNoName = 0xffffffffu;

  Numbering();

  // Main is 0. kNoName: there are too many.
  std::uint32_t child(std::uint32_t parent, std::uint32_t ordinal);
  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }
  Hash128 path_hash(std::uint32_t thread) const { return threads_[thread].hash; }
  // All threads in the order of their paths (S4).
  const std::vector<std::uint32_t>& by_path() const { return by_path_; }

  // The name of a thread in the program's steps: the object of its creation and of steps on it.
  void call(std::uint32_t thread, std::uint64_t slot);
  std::uint32_t called(std::uint64_t slot) const;  // kNoName: no thread yet
  std::uint64_t slot(std::uint32_t thread) const { return threads_[thread].slot; }

  std::uint32_t variable(Space space, std::uint64_t object);
  std::uint32_t variables() const { return variables_; }

  // Records an access of so many bytes. False: it overlaps a piece accessed before with other bounds, so that
  // the first byte does not identify the variable.
  bool accessed(std::uint64_t address, std::uint32_t bytes);

  // All of it, into a new object. False: the input is invalid.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  struct Thread {
    std::vector<std::uint32_t> path;
    std::uint32_t parent = 0;
    Hash128 hash;
    std::uint64_t slot = 0;
    std::vector<std::uint32_t> children;  // by ordinal, from 1
  };
  // Of a variable, or of a slot; open addressing, a power of two of them, at most half full.
  struct Number {
    std::uint64_t object = 0;
    std::uint32_t space = 0;
    std::uint32_t number = kNoName;
  };
  class Numbers {
   public:
    Number& find(std::uint64_t object, std::uint32_t space);
    void added();
    std::vector<Number> by_number() const;  // and by object where the numbers are equal

   private:
    std::vector<Number> all_ = std::vector<Number>(64);
    std::size_t size_ = 0;
  };

  std::vector<Thread> threads_;
  std::vector<std::uint32_t> by_path_;
  mutable Numbers slots_;
  Numbers numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> pieces_;  // first byte -> bytes
  std::uint32_t variables_ = 0;
};

}  // namespace stalemate
