#include "runtime/uninstrumented/analysis/moved_data.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace stalemate::rt {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Instructions that name a variable by its distance.
struct Code {
  Bytes bytes;

  Code& names(const Bytes& opcode, std::uint64_t data, const Bytes& behind = {}) {
    bytes.insert(bytes.end(), opcode.begin(), opcode.end());
    const std::uint64_t next =
        reinterpret_cast<std::uint64_t>(bytes.data()) + bytes.size() + 4 + behind.size();
    const auto displacement = static_cast<std::int32_t>(data - next);
    const auto* from = reinterpret_cast<const std::uint8_t*>(&displacement);
    bytes.insert(bytes.end(), from, from + 4);
    bytes.insert(bytes.end(), behind.begin(), behind.end());
    return *this;
  }
  MemoryRange range() const {
    const auto begin = reinterpret_cast<std::uint64_t>(bytes.data());
    return {begin, begin + bytes.size()};
  }
};

// Far from the code, and within reach of a displacement.
class MovedData : public testing::Test {
 protected:
  MovedData() { code_.bytes.reserve(256); }

  std::uint64_t data() const { return reinterpret_cast<std::uint64_t>(code_.bytes.data()) + 0x100000; }
  std::vector<std::uint64_t> accesses() const {
    std::vector<std::uint64_t> found;
    const std::uint64_t wanted = data();
    const NamedData named = {[](std::uint64_t address, const void* argument) {
                               return address - *static_cast<const std::uint64_t*>(argument) < 16;
                             },
                             &wanted};
    each_named_access(
        code_.range(), named,
        [](MemoryRange, std::uint64_t address, void* argument) {
          static_cast<std::vector<std::uint64_t>*>(argument)->push_back(address);
        },
        &found);
    return found;
  }

  Code code_;
};

TEST_F(MovedData, FindsStoresAndLoadsByName) {
  code_.names({0xc7, 0x05}, data(), {1, 0, 0, 0});  // movl $1, data(%rip)
  code_.names({0x8b, 0x05}, data() + 8);            // mov data+8(%rip), %eax
  EXPECT_EQ(accesses(), (std::vector<std::uint64_t>{data(), data() + 8}));
  EXPECT_FALSE(takes_address_near(code_.range(), data()));
}

TEST_F(MovedData, LeavesOtherDataAndOperandsThatAreNotAccessed) {
  code_.names({0x8b, 0x05}, data() + 64);   // of another variable
  code_.names({0x48, 0x8d, 0x3d}, data());  // lea data(%rip), %rdi
  code_.names({0x0f, 0x1f, 0x05}, data());  // nop
  code_.names({0xff, 0x15}, data());        // call *data(%rip)
  EXPECT_TRUE(accesses().empty());
}

TEST_F(MovedData, KnowsAddressesThatAreTaken) {
  code_.names({0x48, 0x8d, 0x3d}, data());
  EXPECT_TRUE(takes_address_near(code_.range(), data()));
  EXPECT_TRUE(takes_address_near(code_.range(), data() + kNear));
  EXPECT_FALSE(takes_address_near(code_.range(), data() + kNear + 1));
  EXPECT_FALSE(takes_address_near(code_.range(), data() - kNear));
}

TEST_F(MovedData, KnowsAddressesOfCodeAtAFixedPlace) {
  code_.bytes = {0xbf, 0x40, 0x50, 0x40, 0x00};  // mov $0x405040, %edi
  EXPECT_TRUE(takes_address_near(code_.range(), 0x405048));
  EXPECT_FALSE(takes_address_near(code_.range(), 0x505048));
}

}  // namespace
}  // namespace stalemate::rt
