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

std::vector<std::uint16_t> by_path(const EnabledSet& set, const ThreadPaths& paths) {
  std::vector<std::uint16_t> threads;
  set.append_by_path(paths, threads);
  return threads;
}

TEST(EnabledSet, IsOrderedByPathNotById) {
  ThreadPaths paths;
  paths.add(0);  // 1 = 0.1
  paths.add(0);  // 2 = 0.2
  paths.add(1);  // 3 = 0.1.1
  EnabledSet set;
  for (const std::uint16_t t : std::vector<std::uint16_t>{2, 3, 0, 1}) set.enable(t, false);
  EXPECT_EQ(by_path(set, paths), (std::vector<std::uint16_t>{0, 1, 3, 2}));
  set.disable(1);
  EXPECT_EQ(by_path(set, paths), (std::vector<std::uint16_t>{0, 3, 2}));
}

TEST(EnabledSet, KnowsTimedWaitsAndCountsOnlyChanges) {
  EnabledSet set;
  set.enable(0, true);
  EXPECT_TRUE(set.contains(0));
  EXPECT_FALSE(set.runs_on(0));
  const std::uint64_t version = set.version();
  set.enable(0, true);
  EXPECT_EQ(set.version(), version);
  set.enable(0, false);
  EXPECT_TRUE(set.runs_on(0));
  EXPECT_NE(set.version(), version);
  set.clear();
  EXPECT_FALSE(set.contains(0));
}

}  // namespace
}  // namespace stalemate
