// Classes, and classes within each bound, of the programs whose counts are published or follow from a
// formula: by trying every interleaving where that is possible, by the table of all states, and by Algorithm
// 2 as the third paper has it.
#include <gtest/gtest.h>

#include <numeric>

#include "class_table.h"
#include "literal_reduction.h"

namespace stalemate::toy {
namespace {

Op write(int variable, int value) { return {Op::kStore, variable, value}; }
Op read(int variable) { return {Op::kLoad, variable, 0}; }
Op add(int variable) { return {Op::kAdd, variable, 1}; }

// Main creates the threads, joins them, exits.
Program of_threads(const std::vector<Body>& bodies) {
  Program program;
  program.bodies = {{}};
  for (const Body& body : bodies) {
    program.bodies[0].push_back({Op::kCreate, static_cast<int>(program.bodies.size())});
    program.bodies.push_back(body);
  }
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) program.bodies[0].push_back({Op::kJoin, i});
  program.bodies[0].push_back({Op::kExit});
  return program;
}

using Counts = std::vector<std::uint64_t>;

Counts within(const Counts& exactly) {
  Counts sums(exactly.size());
  std::partial_sum(exactly.begin(), exactly.end(), sums.begin());
  return sums;
}

// Algorithm 2 from scratch at every bound.
Counts by_algorithm_2(const Space& space, std::size_t bounds) {
  Counts counts;
  for (std::size_t csb = 0; csb < bounds; ++csb) {
    Algorithm2 algorithm(space, false);
    const std::vector<int> ends = algorithm.search(static_cast<int>(csb));
    EXPECT_EQ(std::set<int>(ends.begin(), ends.end()).size(), ends.size()) << "an end is reached twice";
    EXPECT_EQ(algorithm.violation(), "");
    counts.push_back(ends.size());
  }
  return counts;
}

void expect_within(const Program& program, const Counts& published) {
  const auto space = space_of(program, 500000);
  ASSERT_TRUE(space);
  EXPECT_EQ(within(classes_of(*space).classes_per_bound()), published);
  EXPECT_EQ(by_algorithm_2(*space, published.size()), published);
  const auto all = enumerate_classes(program, 30000);
  if (all) {
    EXPECT_EQ(within(all->classes_per_bound()), published);
  }
}

TEST(PublishedClasses, LitmusTests) {
  enum { x, y };
  expect_within(of_threads({{write(x, 1), read(y)}, {write(y, 1), read(x)}}), {2, 3});             // SB
  expect_within(of_threads({{write(x, 1), write(y, 1)}, {read(y), read(x)}}), {2, 3});             // MP
  expect_within(of_threads({{read(x), write(y, 1)}, {read(y), write(x, 1)}}), {2, 3});             // LB
  expect_within(of_threads({{write(x, 1), write(y, 2)}, {write(y, 1), write(x, 2)}}), {2, 3});     // 2+2W
  expect_within(of_threads({{write(x, 1), write(x, 2)}, {read(x), read(x)}}), {2, 4, 6});          // CoRR
  expect_within(of_threads({{write(x, 1)}, {read(x), write(y, 1)}, {read(y), read(x)}}), {6, 7});  // WRC
}

TEST(PublishedClasses, Iriw) {
  expect_within(of_threads({{write(0, 1)}, {write(1, 1)}, {read(0), read(1)}, {read(1), read(0)}}), {14, 15});
}

TEST(PublishedClasses, ReadersBetweenTwoWriters) {
  expect_within(of_threads({{write(0, 1)}, {read(0), read(0), read(0)}, {write(0, 2)}}), {6, 18, 20});
}

TEST(PublishedClasses, OneIncrementEachGivesEveryOrder) {
  expect_within(forked(2, {add(0)}), {2});
  expect_within(forked(3, {add(0)}), {6});
  expect_within(forked(4, {add(0)}), {24});
}

TEST(PublishedClasses, TwoVariables) {
  expect_within(forked(2, {add(0), add(1)}), {2, 4});
  expect_within(forked(3, {add(0), add(1)}), {6, 24, 36});
}

TEST(PublishedClasses, RepeatedIncrements) {
  expect_within(forked(2, repeat({add(0)}, 3)), {2, 6, 14, 18, 20});
  expect_within(forked(3, repeat({add(0)}, 2)), {6, 24, 60, 90});
}

TEST(PublishedClasses, ThreeThreadsOfThreeIncrements) {
  expect_within(forked(3, repeat({add(0)}, 3)), {6, 42, 192, 552, 1062, 1506, 1680});
}

TEST(PublishedClasses, FourThreadsOfTwoVariables) {
  expect_within(forked(4, {add(0), add(1)}), {24, 168, 432, 576});
}

TEST(PublishedClasses, CriticalSections) {
  const Body section = {{Op::kLock, 0}, add(0), {Op::kUnlock, 0}};
  for (const auto& [program, classes] :
       {std::pair{forked(2, repeat(section, 3)), 20u}, {forked(3, repeat(section, 2)), 90u}}) {
    const auto space = space_of(program, 500000);
    ASSERT_TRUE(space);
    const Counts counts = within(classes_of(*space).classes_per_bound());
    EXPECT_EQ(counts.back(), classes);
    EXPECT_EQ(by_algorithm_2(*space, counts.size()), counts);
  }
}

// lastzero(n): one reader scans array[n], …, array[0] for a zero, writer j stores array[j-1] + 1 in array[j].
Program lastzero(int n) {
  Body reader{{Op::kLoad, 0, 0}};
  for (int i = 1; i <= n; ++i) {
    // Register 1 is never 1: where register 0 is zero, the rest is skipped.
    const Body look = {
        {Op::kLoad, i, 0}, {Op::kUnless, 0, 0, 1}, {Op::kUnless, 1, 1, static_cast<int>(reader.size())}};
    reader.insert(reader.begin(), look.begin(), look.end());
  }
  std::vector<Body> bodies{reader};
  for (int j = 1; j <= n; ++j) bodies.push_back({{Op::kLoad, j - 1, 0}, {Op::kCopy, j, 0, 1}});
  return of_threads(bodies);
}

void expect_classes(const Program& program, std::uint64_t classes) {
  const auto space = space_of(program, 500000);
  ASSERT_TRUE(space);
  const Counts counts = within(classes_of(*space).classes_per_bound());
  EXPECT_EQ(counts.back(), classes);
  EXPECT_EQ(by_algorithm_2(*space, counts.size()), counts);
}

TEST(PublishedClasses, LastZero) {
  expect_classes(lastzero(0), 1);
  expect_classes(lastzero(1), 2);
  expect_classes(lastzero(2), 5);
  expect_classes(lastzero(3), 12);
  expect_classes(lastzero(4), 28);
  expect_classes(lastzero(5), 64);
}

// The file system of Flanagan and Godefroid: thread i takes inode i, and for it the first block that is free
// from (2 i) mod `blocks` on. Of 14 threads and 26 blocks only the first and the last want the same block,
// and the loser finds the next one free: 2 classes. So do 3 threads and 4 blocks.
Program file_system(int threads, int blocks) {
  std::vector<Body> bodies;
  for (int i = 0; i < threads; ++i) {
    const int inode = blocks + i;
    Body body{{Op::kLock, inode}};
    for (int tries = 0; tries < 2; ++tries) {
      const int block = (2 * i + tries) % blocks;
      const Body take = {{Op::kLock, block},
                         {Op::kLoad, block, 0},
                         {Op::kUnless, 0, 0, 1},
                         {Op::kStore, block, 1},
                         {Op::kUnlock, block}};
      if (tries > 0) body.push_back({Op::kUnless, 0, 1, static_cast<int>(take.size())});  // it was taken
      body.insert(body.end(), take.begin(), take.end());
    }
    body.push_back({Op::kUnlock, inode});
    bodies.push_back(body);
  }
  return of_threads(bodies);
}

TEST(PublishedClasses, FileSystemWithOnePairOfRivals) {
  expect_classes(file_system(2, 4), 1);
  expect_classes(file_system(3, 4), 2);
}

// The indexer of the same paper: thread t puts 4 words, m * 11 + t for m = 1 to 4, into a table by compare
// and swap. Of 12 threads only the first and the last share words, three of them: 8 classes. The loser goes
// on to the next slot, which nobody else wants.
TEST(PublishedClasses, IndexerWithOnePairOfRivals) {
  std::vector<Body> bodies;
  for (const int thread : {0, 11}) {
    Body body;
    for (int m = 1; m <= 4; ++m) {
      const int slot =
          2 * m + (thread == 11 ? 2 : 0);  // by the word: 11, 22, … for the one, 22, 33, … beside
      body.push_back({Op::kCas, slot, 0, 1 + thread, 0});
      body.push_back({Op::kUnless, 0, 0, 1});
      body.push_back({Op::kCas, slot + 1, 0, 1 + thread, 0});
    }
    bodies.push_back(body);
  }
  expect_classes(of_threads(bodies), 8);
}

}  // namespace
}  // namespace stalemate::toy
