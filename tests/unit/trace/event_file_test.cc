#include "trace/event_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "random_trace.h"
#include "trace/packed_blocks.h"

namespace stalemate::trace {
namespace {

EventTrace full_trace(std::uint64_t seed, std::size_t events) {
  EventTrace trace = RandomTrace(seed).make(events);
  std::mt19937_64 random(seed);
  trace.has_values = seed % 2 == 0;
  for (Event& event : trace.events) {
    const bool access = event.kind <= EventKind::kUpdate;
    event.atomic = access && random() % 2 == 0;
    event.unknown = trace.has_values && access && random() % 8 == 0;
    event.unseen = event.kind == EventKind::kWrite && random() % 8 == 0;
    const bool known = trace.has_values && !event.unknown;
    if (known && access) event.value = random() >> random() % 64;
    if (known && event.kind == EventKind::kUpdate) event.written = random();
    if (seed % 3 == 0)
      trace.points.push_back(static_cast<std::uint32_t>(random() % 1000 + trace.points.size()));
  }
  trace.program = {"./program", "an argument"};
  trace.finding = seed % 5 == 0 ? "deadlock" : "";
  trace.schedule = std::string("stalemate-schedule 1\n");
  trace.notes = {"a note"};
  return trace;
}

std::string scratch(const std::string& name) {
  return (std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "-" + name)).string();
}

TEST(EventFile, RandomTracesComeBackAsTheyWere) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const EventTrace trace = full_trace(seed, 1 + seed % 90);
    const std::string bytes = to_bytes(trace);
    const auto back = parse_bytes(bytes);
    ASSERT_TRUE(back) << "seed " << seed << ": " << back.error().sentence;
    EXPECT_EQ(*back, trace) << "seed " << seed;
    EXPECT_EQ(to_bytes(*back), bytes);
  }
}

TEST(EventFile, LongTracesTakeSeveralBlocks) {
  EventTrace trace = RandomTrace(1).make(400);
  while (trace.events.size() < 400000) {
    Event event;
    event.kind = EventKind::kWrite;
    event.value = trace.events.size() * 0x9e3779b97f4a7c15u;
    trace.events.push_back(event);
  }
  std::erase_if(trace.events, [](const Event& e) { return e.kind != EventKind::kWrite; });
  for (Event& event : trace.events) event.thread = 0;
  trace.has_values = true;
  const auto back = parse_bytes(to_bytes(trace));
  ASSERT_TRUE(back) << back.error().sentence;
  EXPECT_EQ(*back, trace);
}

TEST(EventFile, EveryCutIsNoticed) {
  const std::string bytes = to_bytes(full_trace(6, 40));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(parse_bytes(std::string_view(bytes).substr(0, length))) << length;
  EXPECT_FALSE(parse_bytes(bytes + "x"));
}

TEST(EventFile, EveryChangedByteIsNoticed) {
  const std::string bytes = to_bytes(full_trace(6, 40));
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const int flip : {1, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      EXPECT_FALSE(parse_bytes(changed)) << at;
    }
}

// What is inside the blocks is not trusted either: damage with the right checksums.
TEST(EventFile, SurvivesBlocksOfNonsense) {
  std::mt19937_64 random(3);
  const std::string prefix = to_bytes({}).substr(0, 12);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = prefix;
    BlockWriter blocks(bytes);
    for (std::uint64_t n = random() % 60; n > 0; --n)
      blocks.byte(static_cast<std::uint8_t>(random() % 3 == 0 ? random() : random() % 4));
    blocks.end();
    const auto trace = parse_bytes(bytes);
    EXPECT_TRUE(!trace || check_feasible(*trace));
  }
}

TEST(EventFile, RefusesWhatIsNewerOrSomethingElse) {
  std::string bytes = to_bytes(full_trace(1, 10));
  bytes[8] = kEventFileVersion + 1;
  EXPECT_EQ(parse_bytes(bytes).error().code, Code::kTooNew);
  EXPECT_EQ(parse_bytes("A|r(x)|1\n").error().sentence, "it is not a trace of stalemate record");
  EXPECT_EQ(parse_bytes("").error().sentence, "it is not a trace of stalemate record");
}

TEST(EventFile, RefusesWhatDoesNotFitIntoMemory) {
  const std::string bytes = to_bytes(full_trace(1, 50));
  EXPECT_EQ(parse_bytes(bytes, {.events = 49, .names = 1000}).error().sentence,
            "the trace has more than 49 events");
  EXPECT_EQ(parse_bytes(bytes, {.events = 50, .names = 5}).error().sentence,
            "the trace has more than 5 names");
}

TEST(EventFile, TheSuffixSaysWhichFormat) {
  const EventTrace trace = RandomTrace(5).make(30);
  for (const char* name : {"trace.std", "trace.smt"}) {
    const std::string path = scratch(name);
    ASSERT_TRUE(write_event_file(path, trace));
    const auto back = read_event_file(path);
    ASSERT_TRUE(back) << back.error().sentence;
    EXPECT_EQ(*back, trace);
    std::ifstream file(path, std::ios::binary);
    std::string begin(7, ' ');
    file.read(begin.data(), 7);
    EXPECT_EQ(begin == "smtrace", std::string(name) == "trace.smt");
    std::filesystem::remove(path);
  }
}

TEST(EventFile, SaysWhatCannotBeReadOrWritten) {
  const auto missing = read_event_file("/nowhere-at-all/trace.std");
  EXPECT_EQ(missing.error().sentence,
            "the trace /nowhere-at-all/trace.std cannot be read: No such file or directory");
  EXPECT_EQ(read_event_file("/").error().sentence, "the trace / is not a file");
  const auto unwritten = write_event_file("/nowhere-at-all/t.std", {});
  ASSERT_FALSE(unwritten);
  EXPECT_EQ(unwritten.error().sentence,
            "the trace /nowhere-at-all/t.std cannot be written: No such file or directory");
  const std::string empty = scratch("empty.std");
  std::ofstream(empty).close();
  EXPECT_EQ(read_event_file(empty).error().sentence, empty + ": the trace is empty");
  std::filesystem::remove(empty);
}

// Ten gigabytes of nothing: no memory is taken for it.
TEST(EventFile, AHugeFileIsRefusedAtOnce) {
  for (const char* name : {"huge.std", "huge.smt"}) {
    const std::string path = scratch(name);
    std::ofstream(path).close();
    ASSERT_EQ(truncate(path.c_str(), 10'000'000'000), 0);
    EXPECT_FALSE(read_event_file(path));
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace stalemate::trace
