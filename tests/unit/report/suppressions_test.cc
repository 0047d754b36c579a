#include "report/suppressions.h"

#include <gtest/gtest.h>

namespace stalemate::report {
namespace {

TEST(Suppressions, FindAPatternAnywhereUnlessItIsAnchored) {
  EXPECT_TRUE(fits_pattern("push", "Queue::push"));
  EXPECT_TRUE(fits_pattern("Queue::*sh", "Queue::push"));
  EXPECT_TRUE(fits_pattern("^Queue*push$", "Queue::push"));
  EXPECT_TRUE(fits_pattern("push$", "Queue::push push"));
  EXPECT_TRUE(fits_pattern("a*b*c$", "xabbcbc"));
  EXPECT_TRUE(fits_pattern("*", ""));
  EXPECT_FALSE(fits_pattern("^push", "Queue::push"));
  EXPECT_FALSE(fits_pattern("Queue$", "Queue::push"));
  EXPECT_FALSE(fits_pattern("^a*b$", "abc"));
  EXPECT_FALSE(fits_pattern("pop", "Queue::push"));
}

Finding race() {
  Finding finding;
  finding.kind = "data-race";
  finding.variable = "queue.size";
  finding.locations = {{"0.1",
                        "src/queue.cc",
                        3,
                        "push",
                        {{"push", "src/queue.cc", 3}, {"work", "src/a.cc", 9}},
                        {},
                        {},
                        {},
                        {}},
                       {"0.2", "src/b.cc", 4, "pop", {}, {}, {}, {}, {}}};
  return finding;
}

bool covered(const std::string& text, const Finding& finding) {
  const auto suppressions = Suppressions::parse(text);
  return suppressions && suppressions->covers(finding);
}

TEST(Suppressions, LookAtBothStacksAndTheVariable) {
  for (const char* line :
       {"race:push", "race:^pop$", "race:b.cc", "race:work", "race:queue.size", "race_top:pop"})
    EXPECT_TRUE(covered(line, race())) << line;
  EXPECT_FALSE(covered("race_top:work", race()));
  EXPECT_FALSE(covered("race:other", race()));
  EXPECT_FALSE(covered("", race()));
}

TEST(Suppressions, LookAtTheStackThatAllocatedWhatIsLost) {
  Finding finding = race();
  finding.kind = "leak";
  finding.variable.reset();
  for (const char* line : {"leak:push", "leak:^work$", "leak:queue.cc"})
    EXPECT_TRUE(covered(line, finding)) << line;
  EXPECT_FALSE(covered("leak:other", finding));
  EXPECT_FALSE(covered("race:*\nrace_top:*", finding));
  EXPECT_FALSE(covered("leak:*", race()));
}

TEST(Suppressions, ConcernRacesAndLeaksOnly) {
  Finding finding = race();
  finding.kind = "assertion";
  EXPECT_FALSE(covered("race:*", finding));
  EXPECT_FALSE(covered("leak:*", finding));
}

TEST(Suppressions, NameTheLineThatTheyDoNotUnderstand) {
  EXPECT_EQ(Suppressions::parse("race:a\n# b\nrace\n").error().sentence, "line 3 has no pattern");
  EXPECT_EQ(Suppressions::parse("race:  \n").error().sentence, "line 1 has no pattern");
  EXPECT_EQ(Suppressions::parse("\nleek:a").error().sentence,
            "line 2 suppresses 'leek', which is not a kind of finding");
  const auto ignored = Suppressions::parse(" race:a \r\ncalled_from_lib:libz.so\n");
  ASSERT_TRUE(ignored);
  ASSERT_EQ(ignored->warnings().size(), 1u);
  EXPECT_EQ(ignored->warnings()[0], "line 2 is ignored: nothing here is suppressed by called_from_lib");
}

}  // namespace
}  // namespace stalemate::report
