// Random sequential programs of choices, assumptions and failures, and what all their paths are according to
// a plain interpreter: one recursion over the sequences of choices, which shares nothing with the engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stalemate::kiss {

struct ChoiceStatement {
  enum class Kind : std::uint8_t { kChoose, kIf, kAssume, kFail, kEnd, kAdd, kRepeat, kBlock };
  Kind kind = Kind::kAdd;
  unsigned variable = 0, other = 0;  // below kVariables
  int number = 0;
  std::vector<ChoiceStatement> body, otherwise;
};

class ChoiceProgram {
 public:
  static constexpr unsigned kVariables = 4;
  static ChoiceProgram random(std::uint32_t seed);

  std::string text() const;  // C, against share/kiss.h

  struct Paths {
    std::uint64_t count = 0, blocked = 0;  // up to the first failure, which is counted
    std::optional<std::vector<std::uint32_t>> failure;
    int statement = 0;
    bool cut_loops = false;
  };
  // None: more than `most`.
  std::optional<Paths> enumerate(int ts, std::uint64_t most) const;

 private:
  std::vector<ChoiceStatement> body_;
};

}  // namespace stalemate::kiss
