#include "kiss/table.h"

#include <gtest/gtest.h>

namespace stalemate::kiss {
namespace {

Table example() {
  Table table;
  table.sources = {"a.c", "b.c"};
  table.inputs = true;
  table.own_stubs = {"KeAcquireSpinLock"};
  table.notes = {"volatile is ignored"};
  TableStatement access;
  access.id = 1;
  access.place = {"a.c", 31, 7};
  access.function = "f";
  access.shown = "read e->\"flag\"";
  access.kind = "read";
  access.variable = "S.flag";
  TableStatement assertion;
  assertion.id = 2;
  assertion.kind = "assert";
  assertion.message = "x == 1";
  table.statements = {access, assertion};
  table.variables = {{1, "S.flag", 3, 1}};
  return table;
}

std::string with(const std::string& before, const std::string& after) {
  std::string text = write_table(example());
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before << " in " << text;
  return text.replace(at, before.size(), after);
}

TEST(Table, IsReadAsItWasWritten) {
  const Result<Table> read = read_table(write_table(example()));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(write_table(*read), write_table(example()));
  EXPECT_EQ(read->statements[0].place.line, 31u);
  EXPECT_EQ(read->statements[0].variable, "S.flag");
  EXPECT_EQ(read->statements[1].message, "x == 1");
  EXPECT_FALSE(read->statements[0].message.has_value());
  EXPECT_EQ(read->variables[0].writes, 1u);
}

TEST(Table, IsRefusedWithOneSentence) {
  EXPECT_EQ(read_table("{").error().sentence, "the table of statements is not JSON");
  EXPECT_NE(read_table("[]").error().sentence.find("\"format\" should be a string"), std::string::npos);
  EXPECT_NE(read_table(with("table/1", "table/9")).error().sentence.find("table/9"), std::string::npos);
  EXPECT_NE(read_table(with("\"line\": 31", "\"line\": -1")).error().sentence.find("\"line\""),
            std::string::npos);
  EXPECT_NE(read_table(with("\"kind\": \"read\"", "\"kind\": \"eat\"")).error().sentence.find("eat"),
            std::string::npos);
  EXPECT_NE(read_table(with("\"id\": 2", "\"id\": 3")).error().sentence.find("statement 2 has another id"),
            std::string::npos);
  EXPECT_FALSE(read_table(with("\"inputs\": true", "\"inputs\": 1")).has_value());
  EXPECT_FALSE(read_table(with("\"a.c\",", "7,")).has_value());
}

}  // namespace
}  // namespace stalemate::kiss
