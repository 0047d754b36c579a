#include "explore/graph/await_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stalemate {
namespace {

std::string saved(const AwaitTable& table) {
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  table.save(sink);
  sink.seal();
  return bytes;
}

using Value = AwaitTable::Value;

const Hash128 kPast{1, 2}, kOther{1, 3};

TEST(AwaitTable, KnowsEachSetOfValuesOnce) {
  AwaitTable table;
  EXPECT_TRUE(table.empty());
  EXPECT_TRUE(table.add(kPast, std::vector<Value>{{4, 70}}));
  EXPECT_FALSE(table.add(kPast, std::vector<Value>{{4, 70}}));
  EXPECT_TRUE(table.add(kPast, std::vector<Value>{{4, 71}, {5, 1}}));
  EXPECT_EQ(table.find(kPast).size(), 2u);
  EXPECT_TRUE(table.find(kOther).empty());
  EXPECT_FALSE(table.empty());
}

TEST(AwaitTable, IsTheSameAfterSavingAndLoading) {
  AwaitTable table;
  table.add(kPast, std::vector<Value>{{4, 70}});
  table.add(kPast, std::vector<Value>{{4, 71}, {5, ~std::uint64_t{0}}});
  table.add(kOther, std::vector<Value>{{0, 9}});
  EXPECT_TRUE(table.set_expected(kOther, 12));
  EXPECT_FALSE(table.set_expected(kOther, 12));
  const std::string bytes = saved(table);
  AwaitTable loaded;
  ByteSource source(bytes);
  ASSERT_TRUE(loaded.load(source, 6));
  ASSERT_EQ(loaded.find(kPast).size(), 2u);
  EXPECT_EQ(loaded.find(kPast)[1], table.find(kPast)[1]);
  EXPECT_EQ(loaded.find(kOther)[0], table.find(kOther)[0]);
  EXPECT_EQ(loaded.expected(kOther), 12u);
  EXPECT_EQ(loaded.expected(kPast), 0u);
}

TEST(AwaitTable, RefusesVariablesThatDoNotExist) {
  AwaitTable table;
  table.add(kPast, std::vector<Value>{{4, 70}});
  const std::string bytes = saved(table);
  ByteSource source(bytes);
  EXPECT_FALSE(AwaitTable().load(source, 4));
}

}  // namespace
}  // namespace stalemate
