// Machine code on paper against the processor: the same bytes, the same registers, the same results and
// flags.
#include "runtime/awaits/machine.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <optional>
#include <random>
#include <vector>

namespace stalemate::rt {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// A page of code that both can run.
class Code {
 public:
  Code()
      : page_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Code() { munmap(page_, 4096); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  void set(const Bytes& bytes) { std::memcpy(page_, bytes.data(), bytes.size()); }
  std::uint64_t at() const { return reinterpret_cast<std::uint64_t>(page_); }
  std::uint64_t run(std::uint64_t a, std::uint64_t b) const {
    return reinterpret_cast<std::uint64_t (*)(std::uint64_t, std::uint64_t)>(page_)(a, b);
  }
  // On paper; empty: it gave up.
  std::optional<std::uint64_t> run_on_paper(std::uint64_t a, std::uint64_t b) const {
    constexpr std::uint64_t kBack = 0x1234;
    std::uint64_t stack[64] = {};
    stack[32] = kBack;
    Machine machine;
    machine.start(reinterpret_cast<std::uint64_t>(page_), reinterpret_cast<std::uint64_t>(&stack[32]), 0);
    machine.set(Machine::kDi, a);
    machine.set(Machine::kSi, b);
    machine.set(Machine::kBx, 0);
    for (int n = 0; n < 1000 && machine.at() != kBack; ++n)
      if (!machine.step()) return std::nullopt;
    const std::uint64_t result = machine.get(Machine::kAx);
    if (!machine.ok()) return std::nullopt;
    return result;
  }

 private:
  void* page_;
};

// ax = first argument, cx = second; the carry is clear.
const Bytes kBegin = {0x48, 0x89, 0xf8, 0x48, 0x89, 0xf1, 0x48, 0x39, 0xc0};
const Bytes kReturn = {0xc3};

// The flag that the condition tests, in ax.
Bytes condition(unsigned which) {
  return {0x0f, static_cast<std::uint8_t>(0x90 + which), 0xc0, 0x0f, 0xb6, 0xc0};
}

struct Shape {
  const char* name;
  Bytes code;
  unsigned skipped_conditions = 0;  // bits: the flags that they need are undefined
};

class MachineTest : public ::testing::Test {
 protected:
  std::uint64_t value() {
    const std::uint64_t word = random_();
    switch (random_() % 4) {
      case 0: return word % 3 - 1;
      case 1: return std::uint64_t{1} << word % 64;
      case 2: return word >> word % 64;
      default: return word;
    }
  }
  void expect_same(const char* name, const Bytes& bytes) {
    code_.set(bytes);
    for (int n = 0; n < 40; ++n) {
      const std::uint64_t a = value(), b = value();
      const auto paper = code_.run_on_paper(a, b);
      ASSERT_TRUE(paper.has_value()) << name;
      ASSERT_EQ(*paper, code_.run(a, b)) << name << " of " << a << " and " << b;
    }
  }

  Code code_;
  std::mt19937_64 random_{7};
};

TEST_F(MachineTest, ComputesAsTheProcessorDoes) {
  constexpr unsigned kOfOverflow = 1 | 2 | 0xf000;
  std::vector<Shape> shapes;
  for (const int operation : {0x01, 0x09, 0x11, 0x19, 0x21, 0x29, 0x31, 0x39})
    shapes.push_back({"arithmetic", {static_cast<std::uint8_t>(operation), 0xc8}});
  for (const int operation : {0x03, 0x0b, 0x2b, 0x3b})
    shapes.push_back({"arithmetic into a register", {static_cast<std::uint8_t>(operation), 0xc1}});
  shapes.push_back({"test", {0x85, 0xc8}});
  shapes.push_back({"compare with a number", {0x83, 0xf8, 0xfe}});
  shapes.push_back({"add a number", {0x81, 0xc0, 0x10, 0x27, 0, 0x80}});
  shapes.push_back({"negate", {0xf7, 0xd8}});
  shapes.push_back({"increment", {0xff, 0xc0}});
  shapes.push_back({"decrement", {0xff, 0xc8}});
  for (const int shift : {0xe0, 0xe8, 0xf8})
    shapes.push_back({"shift", {0xc1, static_cast<std::uint8_t>(shift), 5}, kOfOverflow});
  for (const Shape& shape : shapes) {
    for (const Bytes& prefix : {Bytes{}, Bytes{0x48}, Bytes{0x66}}) {
      if (prefix == Bytes{0x66} && shape.code[0] == 0x81) continue;  // another length
      expect_same(shape.name, kBegin + prefix + shape.code + kReturn);
      for (unsigned which = 0; which < 16; ++which)
        if ((shape.skipped_conditions >> which & 1) == 0)
          expect_same(shape.name, kBegin + prefix + shape.code + condition(which) + kReturn);
    }
  }
}

TEST_F(MachineTest, ComputesOnBytesAsTheProcessorDoes) {
  for (const int operation : {0x00, 0x08, 0x20, 0x28, 0x30, 0x38})
    for (const int operands : {0xc8, 0xcc, 0xe8})  // al with cl, ah with cl, al with ch
      for (unsigned which = 0; which < 16; ++which) {
        const Bytes code = {static_cast<std::uint8_t>(operation), static_cast<std::uint8_t>(operands)};
        expect_same("bytes", kBegin + code + kReturn);
        expect_same("bytes", kBegin + code + condition(which) + kReturn);
      }
}

TEST_F(MachineTest, MovesAsTheProcessorDoes) {
  const std::vector<Shape> shapes = {
      {"movzx of a byte", {0x0f, 0xb6, 0xc1}},
      {"movzx of two bytes", {0x0f, 0xb7, 0xc1}},
      {"movsx of a byte", {0x48, 0x0f, 0xbe, 0xc1}},
      {"movsx of two bytes", {0x0f, 0xbf, 0xc1}},
      {"movsx of four bytes", {0x48, 0x63, 0xc1}},
      {"mov of four bytes", {0x89, 0xc8}},
      {"mov of two bytes", {0x66, 0x89, 0xc8}},
      {"mov of a byte", {0x88, 0xc8}},
      {"mov into the second byte", {0x88, 0xcc}},
      {"exchange", {0x48, 0x87, 0xc1}},
      {"lea", {0x48, 0x8d, 0x44, 0x88, 0xf9}},
      {"multiply", {0x48, 0x0f, 0xaf, 0xc1}},
      {"multiply four bytes", {0x0f, 0xaf, 0xc1}},
      {"multiply by a number", {0x6b, 0xc1, 0xf3}},
      {"not", {0x48, 0xf7, 0xd0}},
      {"cdqe", {0x48, 0x98}},
      {"cmovb", {0x48, 0x39, 0xc8, 0x48, 0x0f, 0x42, 0xc1}},
      {"cmovg of four bytes", {0x39, 0xc8, 0x0f, 0x4f, 0xc1}},
      {"push and pop", {0x51, 0x50, 0x59, 0x58}},
      {"store and load",
       {0x48, 0x89, 0x4c, 0x24, 0xf0, 0x88, 0x44, 0x24, 0xf3, 0x48, 0x8b, 0x44, 0x24, 0xf0}},
      {"store and load across words", {0x48, 0x89, 0x4c, 0x24, 0xeb, 0x48, 0x8b, 0x44, 0x24, 0xeb}},
      {"a jump", {0x48, 0x39, 0xc8, 0x7c, 0x03, 0x48, 0x89, 0xc8}},
      {"a call", {0xe8, 0x02, 0, 0, 0, 0xeb, 0x04, 0x48, 0x01, 0xc8, 0xc3}},
  };
  for (const Shape& shape : shapes) expect_same(shape.name, kBegin + shape.code + kReturn);
}

TEST_F(MachineTest, GivesUpOnWhatItDoesNotKnow) {
  const std::vector<Shape> shapes = {
      {"a system call", {0x0f, 0x05}},
      {"a locked instruction", {0xf0, 0x48, 0xff, 0x04, 0x24}},
      {"an exchange with memory", {0x48, 0x87, 0x04, 0x24}},
      {"a vector instruction", {0x66, 0x0f, 0xef, 0xc0}},
      {"a string instruction", {0xf3, 0xa4}},
      {"a register that nothing has set", {0x4c, 0x89, 0xd0}},
      {"flags after a multiplication", {0x0f, 0xaf, 0xc1, 0x0f, 0x94, 0xc0}},
      {"memory that is not there", {0x48, 0x8b, 0x04, 0x25, 0, 0x20, 0, 0}},
  };
  for (const Shape& shape : shapes) {
    code_.set(kBegin + shape.code + kReturn);
    EXPECT_EQ(code_.run_on_paper(1, 2), std::nullopt) << shape.name;
  }
}

TEST_F(MachineTest, ChangesNoMemory) {
  std::uint64_t word = 5;
  code_.set({0x48, 0xc7, 0x07, 0x09, 0, 0, 0, 0x48, 0x8b, 0x07, 0xc3});  // *first = 9; return *first
  EXPECT_EQ(code_.run_on_paper(reinterpret_cast<std::uint64_t>(&word), 0), 9u);
  EXPECT_EQ(word, 5u);
}

// ---- values that stand for any value

// The registers where a run on paper returns; empty: it gave up, or jumped by a value that has a tag.
struct Ended {
  static constexpr unsigned kRegisters[3] = {Machine::kAx, Machine::kCx, Machine::kDx};
  std::uint64_t number[3];
  Tag tag[3];
};

std::optional<Ended> run_with_symbol(const Bytes& bytes, std::uint64_t a, std::uint64_t b, bool follows) {
  constexpr std::uint64_t kBack = 0x1234;
  std::uint64_t stack[64] = {};
  stack[32] = kBack;
  Machine machine;
  machine.start(reinterpret_cast<std::uint64_t>(bytes.data()), reinterpret_cast<std::uint64_t>(&stack[32]),
                0);
  machine.trust_stack(reinterpret_cast<std::uint64_t>(stack), reinterpret_cast<std::uint64_t>(stack + 64));
  machine.set(Machine::kDi, a);
  machine.set(Machine::kSi, b);
  if (follows) {
    machine.follow_tags();
    machine.set_tagged(Machine::kDi, a, symbol(1, 8));
  }
  while (machine.at() != kBack)
    if (!machine.step()) return std::nullopt;
  Ended ended;
  for (int n = 0; n < 3; ++n) {
    ended.number[n] = machine.known_number(Ended::kRegisters[n]);
    if (follows) ended.tag[n] = machine.tag_of(Ended::kRegisters[n]);
  }
  return ended;
}

// Instructions on ax, cx and dx, each by itself.
const std::vector<Bytes> kPieces = {
    {0x48, 0x01, 0xc8},              // add rax, rcx
    {0x29, 0xd1},                    // sub ecx, edx
    {0x48, 0x29, 0xc0},              // sub rax, rax
    {0x48, 0x31, 0xd0},              // xor rax, rdx
    {0x48, 0x89, 0xc2},              // mov rdx, rax
    {0x89, 0xc1},                    // mov ecx, eax
    {0x66, 0x89, 0xd0},              // mov ax, dx
    {0x88, 0xc8},                    // mov al, cl
    {0xb0, 0x07},                    // mov al, 7
    {0xba, 0x03, 0, 0, 0},           // mov edx, 3
    {0x48, 0x8d, 0x44, 0x0a, 0x05},  // lea rax, [rdx + rcx + 5]
    {0x48, 0x87, 0xd1},              // xchg rcx, rdx
    {0x48, 0x39, 0xc8},              // cmp rax, rcx
    {0x39, 0xd0},                    // cmp eax, edx
    {0x0f, 0x94, 0xc0},              // sete al
    {0x0f, 0xb6, 0xc8},              // movzx ecx, al
    {0x48, 0x0f, 0x42, 0xd1},        // cmovb rdx, rcx
    {0x51},                          // push rcx
    {0x5a},                          // pop rdx
    {0x48, 0x89, 0x44, 0x24, 0x88},  // mov [rsp - 120], rax
    {0x88, 0x4c, 0x24, 0x8a},        // mov [rsp - 118], cl
    {0x8b, 0x54, 0x24, 0x88},        // mov edx, [rsp - 120]
    {0x48, 0x8b, 0x4c, 0x24, 0x88},  // mov rcx, [rsp - 120]
    {0x48, 0xff, 0xc1},              // inc rcx
    {0xc1, 0xe8, 0x04},              // shr eax, 4
    {0x48, 0x0f, 0xaf, 0xc2},        // imul rax, rdx
};

TEST_F(MachineTest, ValuesWithoutATagAreTheSameForAllSymbols) {
  int compared = 0, equal = 0;
  for (int n = 0; n < 30000; ++n) {
    // lea rsp, [rsp - 64], so that pops stay inside; dx = second argument.
    Bytes code = kBegin + Bytes{0x48, 0x89, 0xf2, 0x48, 0x8d, 0x64, 0x24, 0xc0};
    const std::size_t pieces = 1 + random_() % 9;
    int depth = 0;
    for (std::size_t i = 0; i < pieces; ++i) {
      const Bytes& piece = kPieces[random_() % kPieces.size()];
      depth += piece == Bytes{0x51} ? 1 : piece == Bytes{0x5a} ? -1 : 0;
      code = code + piece;
    }
    code = code + Bytes{0x48, 0x8d, 0x64, 0x24, static_cast<std::uint8_t>(64 + 8 * depth)} + kReturn;
    code.resize(code.size() + 16);
    const std::uint64_t b = value();
    const auto symbolic = run_with_symbol(code, value(), b, true);
    if (!symbolic) continue;
    for (int sample = 0; sample < 3; ++sample) {
      const auto concrete = run_with_symbol(code, value(), b, false);
      ASSERT_TRUE(concrete.has_value());
      for (int r = 0; r < 3; ++r) {
        if (!symbolic->tag[r].is_set()) {
          ASSERT_EQ(concrete->number[r], symbolic->number[r]) << "program " << n << ", register " << r;
          ++compared;
        }
        for (int s = 0; s < r; ++s)
          if (symbolic->tag[r].is_set() && symbolic->tag[r] == symbolic->tag[s]) {
            ASSERT_EQ(concrete->number[r], concrete->number[s]) << "program " << n;
            ++equal;
          }
      }
    }
  }
  EXPECT_GT(compared, 10000);
  EXPECT_GT(equal, 1000);
}

TEST_F(MachineTest, LeavesJumpsThatDependOnASymbolToTheCaller) {
  code_.set(Bytes{0x48, 0x83, 0xff, 0x05, 0x74, 0x03} + kReturn);  // cmp rdi, 5; je +3
  Machine machine;
  std::uint64_t stack[8] = {};
  machine.start(code_.at(), reinterpret_cast<std::uint64_t>(&stack[4]), 0);
  machine.follow_tags();
  machine.set_tagged(Machine::kDi, 5, symbol(1, 8));
  EXPECT_TRUE(machine.step());
  EXPECT_FALSE(machine.step());
  ASSERT_TRUE(machine.is_undecided());
  EXPECT_TRUE(machine.would_jump());
  machine.decide(true);
  EXPECT_EQ(machine.at(), code_.at() + 9);
}

}  // namespace
}  // namespace stalemate::rt
