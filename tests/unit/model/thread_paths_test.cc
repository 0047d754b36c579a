#include "model/thread_paths.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "model/enabled_set.h"

namespace stalemate {
namespace {

using Path = std::vector<std::uint32_t>;

TEST(ThreadPaths, NameThreadsByTheirCreators) {
  ThreadPaths paths;
  paths.add(0);
  paths.add(1);
  paths.add(0);
  paths.add(1);
  paths.add(2);
  EXPECT_EQ(paths.path(0), (Path{0}));
  EXPECT_EQ(paths.path(1), (Path{0, 1}));
  EXPECT_EQ(paths.path(2), (Path{0, 1, 1}));
  EXPECT_EQ(paths.path(3), (Path{0, 2}));
  EXPECT_EQ(paths.path(4), (Path{0, 1, 2}));
  EXPECT_EQ(paths.path(5), (Path{0, 1, 1, 1}));
}

TEST(ThreadPaths, RankAsThePathsCompare) {
  std::uint64_t random = 12345;
  for (int round = 0; round < 50; ++round) {
    ThreadPaths paths;
    for (int i = 0; i < 40; ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      paths.add(static_cast<std::uint32_t>((random >> 33) % paths.size()));
    }
    for (std::uint32_t a = 0; a < paths.size(); ++a)
      for (std::uint32_t b = 0; b < paths.size(); ++b)
        ASSERT_EQ(paths.rank(a) < paths.rank(b), paths.path(a) < paths.path(b));
  }
}

TEST(ThreadPaths, StartAnewAfterClear) {
  ThreadPaths paths;
  paths.add(0);
  paths.clear();
  EXPECT_EQ(paths.size(), 1u);
  paths.add(0);
  EXPECT_EQ(paths.path(1), (Path{0, 1}));
}

TEST(EnabledSet, IsOrderedByPathNotById) {
  ThreadPaths paths;
  paths.add(0);  // 1 = 0.1
  paths.add(0);  // 2 = 0.2
  paths.add(1);  // 3 = 0.1.1
  EnabledSet set;
  for (const std::uint16_t t : std::vector<std::uint16_t>{2, 3, 0, 1}) set.enable(t, false, paths);
  EXPECT_EQ(std::vector(set.by_path().begin(), set.by_path().end()),
            (std::vector<std::uint16_t>{0, 1, 3, 2}));
  set.disable(1, paths);
  EXPECT_EQ(std::vector(set.by_path().begin(), set.by_path().end()), (std::vector<std::uint16_t>{0, 3, 2}));
  EXPECT_EQ(set.position(3, paths), 1u);
}

TEST(EnabledSet, KnowsTimedWaitsAndCountsOnlyChanges) {
  ThreadPaths paths;
  EnabledSet set;
  set.enable(0, true, paths);
  EXPECT_TRUE(set.contains(0));
  EXPECT_FALSE(set.runs_on(0));
  const std::uint64_t version = set.version();
  set.enable(0, true, paths);
  EXPECT_EQ(set.version(), version);
  set.enable(0, false, paths);
  EXPECT_TRUE(set.runs_on(0));
  EXPECT_NE(set.version(), version);
  EXPECT_EQ(set.by_path().size(), 1u);
  set.clear();
  EXPECT_FALSE(set.contains(0));
}

}  // namespace
}  // namespace stalemate
