#include "trace/schedule.h"

#include <gtest/gtest.h>

#include <random>

#include "log_builder.h"

namespace stalemate::trace {
namespace {

using testing::LogBuilder;

class FixedNames : public Naming {
 public:
  std::string object(OpKind, std::uint64_t address) const override {
    return address == 0 ? "" : "queue m\"x";
  }
  std::string place(const CallStack& stack) const override { return stack.empty() ? "" : "dir/q.cc:42"; }
};

Schedule sample() {
  LogBuilder log;
  log.step(0, OpKind::kStart).frames(0, {1}).create(0, 1, 1).create(0, 2, 2);
  log.step(1, OpKind::kStart).step(1, OpKind::kLock, 5).step(1, OpKind::kUnlock, 5);
  log.choice(1, 1, 3).step(1, OpKind::kLock, 5).step(1, OpKind::kLoad, 6).step(1, OpKind::kLoad, 6);
  log.step(2, OpKind::kLock, 5).frames(2, {9}).blocked(2);
  log.step(1, OpKind::kUnlock, 5).finished(1).step(0, OpKind::kJoin, 1);
  Schedule schedule = schedule_from_log(log.view(), FixedNames());
  schedule.program = {"./queue test", "--x=\"1\"", ""};
  schedule.options = {{"steps", "100000"}, {"spurious", "off"}};
  schedule.finding = "assertion";
  schedule.message = "line one\nline \\two\x01";
  schedule.fingerprint = "3f2a";
  schedule.execution = 12;
  schedule.seed = 7;
  return schedule;
}

std::string with_good_checksum(const std::string& text) {
  const std::size_t end = text.rfind("\nend ");
  if (end == std::string::npos) return text;
  const std::size_t blank = text.find(' ', end + 5);
  if (blank == std::string::npos) return text;
  return text.substr(0, blank + 1) + schedule_checksum(text.substr(0, end + 1)) + "\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Schedule, IsReadableText) {
  EXPECT_EQ(to_text(sample()),
            "stalemate-schedule 1\n"
            "program \"./queue test\" \"--x=\\\"1\\\"\" \"\"\n"
            "strategy icb\n"
            "option steps 100000\n"
            "option spurious off\n"
            "finding assertion \"line one\\u000aline \\\\two\\u0001\"\n"
            "fingerprint 3f2a\n"
            "preemptions 2\n"
            "switches 4\n"
            "execution 12\n"
            "seed 7\n"
            "\n"
            "0 x3 start: start create=0.1 create=0.2 @ \"\" dir/q.cc:42\n"
            "0.1 x3 preempted: start lock unlock\n"
            "choose 1 of 3\n"
            "0.1 x3 continues: lock load*2\n"
            "0.2 x1 preempted: lock @ \"queue m\\\"x\" dir/q.cc:42\n"
            "0.1 x1 blocked: unlock @ \"queue m\\\"x\" \"\"\n"
            "0 x1 finished: join @ \"queue m\\\"x\" \"\"\n"
            "end 13 " +
                schedule_checksum(to_text(sample()).substr(0, to_text(sample()).rfind("end"))) + "\n");
}

TEST(Schedule, PrintsAndParsesBack) {
  const Schedule schedule = sample();
  const Result<Schedule> parsed = parse_schedule(to_text(schedule));
  ASSERT_TRUE(parsed) << parsed.error().sentence;
  EXPECT_EQ(*parsed, schedule);
}

TEST(Schedule, ParsesWithWindowsLineEnds) {
  std::string text;
  for (const char c : to_text(sample())) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Result<Schedule> parsed = parse_schedule(text);
  ASSERT_TRUE(parsed) << parsed.error().sentence;
  EXPECT_EQ(*parsed, sample());
}

TEST(Schedule, StaysSmallWhenLong) {
  LogBuilder log;
  log.step(0, OpKind::kStart);
  for (int i = 0; i < 50'000; ++i) log.step(0, OpKind::kLoad, 1).step(0, OpKind::kCas, 1);
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  const std::string text = to_text(schedule);
  EXPECT_LT(text.size(), 400u);
  EXPECT_NE(text.find("(load cas)*50000"), std::string::npos) << text;
  const Result<Schedule> parsed = parse_schedule(text);
  ASSERT_TRUE(parsed) << parsed.error().sentence;
  EXPECT_EQ(*parsed, schedule);
}

TEST(Schedule, BreaksLongStretchesWithoutPattern) {
  LogBuilder log;
  std::mt19937 random(3);
  log.step(0, OpKind::kStart);
  for (int i = 0; i < 500; ++i) log.step(0, static_cast<OpKind>(5 + random() % 16));
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  const std::string text = to_text(schedule);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LT(end - start, 400u);
    start = end + 1;
  }
  EXPECT_EQ(parse_schedule(text).value(), schedule);
}

TEST(Schedule, NoticesTruncationAtEveryLine) {
  const std::string text = to_text(sample());
  for (std::size_t end = text.find('\n'); end + 1 < text.size(); end = text.find('\n', end + 1)) {
    const Result<Schedule> parsed = parse_schedule(text.substr(0, end + 1));
    ASSERT_FALSE(parsed);
    EXPECT_NE(parsed.error().sentence.find("cut off"), std::string::npos) << parsed.error().sentence;
  }
}

struct Damage {
  const char* from;
  const char* to;
  const char* complaint;
};

TEST(Schedule, SaysWhatIsWrongAndWhere) {
  const Damage damages[] = {
      {"stalemate-schedule 1", "hello", "line 1: this is not a schedule"},
      {"stalemate-schedule 1", "stalemate-schedule 2",
       "line 1: this schedule was written by a newer stalemate"},
      {"preemptions 2", "preemptions many", "line 8: `preemptions` wants a number"},
      {"seed 7", "tide 7", "line 11: `tide` is not known"},
      {"0.1 x3 preempted", "0.3 x3 preempted", "line 14: thread 0.3 runs before it was created"},
      {"create=0.2", "create=0.5", "line 13: this creation makes thread 0.2, not 0.5"},
      {"x3 preempted", "x4 preempted", "line 14: x4 is announced, but the operations are 3"},
      {"load*2", "load*4000000000", "line 16: more than 10,000,000 steps"},
      {"load*2", "(load)*", "line 16: expected a count"},
      {"load*2", "(load", "line 16: a bracket is not closed"},
      {"load*2", "fly*2", "line 16: `fly` is no operation"},
      {"create=0.2", "create=0.2*2", "line 13: a creation cannot be repeated"},
      {"choose 1 of 3", "choose 3 of 3", "line 15: expected `choose I of N`"},
      {"0.1 x3 continues", "0.2 x3 continues", "line 16: a thread that was running"},
      {"0.2 x1 preempted", "0.2 x1 tired",
       "line 17: expected `THREAD xN REASON: operations`, REASON one of start, preempted, blocked, finished, "
       "free, fair, continues"},
      {"0.2 x1 preempted", "0.2 x1 start", "line 17: `start` is for the first step"},
      {"end 13", "end 14", "line 20: the schedule has 13 points"},
      {"unlock", "lock", "line 20: the checksum does not match"},
      {"program \"./queue", "program \"./que\\qe",
       "line 2: a string is not closed, or has an unknown escape"},
  };
  for (const Damage& damage : damages) {
    const Result<Schedule> parsed = parse_schedule(replaced(to_text(sample()), damage.from, damage.to));
    ASSERT_FALSE(parsed) << damage.to;
    EXPECT_EQ(parsed.error().sentence.find(damage.complaint), 0u) << parsed.error().sentence;
    EXPECT_FALSE(parsed.error().next.empty());
  }
}

TEST(Schedule, GivesTheCodeForNewerFormats) {
  EXPECT_EQ(parse_schedule("stalemate-schedule 7\n").error().code, Code::kTooNew);
  EXPECT_EQ(parse_schedule("").error().code, Code::kBadFile);
}

TEST(Schedule, RejectsTextAfterTheEnd) {
  EXPECT_FALSE(parse_schedule(to_text(sample()) + "0 x1 start: lock\n"));
}

// Mutated text either fails cleanly or gives a schedule that prints and parses back. The checksum is
// repaired in half of the cases, so that mutations reach the grammar.
TEST(Schedule, SurvivesRandomMutation) {
  std::mt19937 random(11);
  const std::string original = to_text(sample());
  const std::string alphabet = "0123456789 .x*()=:@\"\\\nabcdefghijklmnopqrstuvwxyz\xff";
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = original;
    for (std::size_t edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits) {
      const std::size_t at = random() % text.size();
      const std::size_t length = 1 + random() % 6;
      switch (random() % 4) {
        case 0: text[at] = alphabet[random() % alphabet.size()]; break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(random() % text.size(), length)); break;
        default: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
      }
    }
    if (round % 2 == 0) text = with_good_checksum(text);
    const Result<Schedule> parsed = parse_schedule(text);
    if (!parsed) {
      EXPECT_FALSE(parsed.error().sentence.empty());
      continue;
    }
    ++accepted;
    const Result<Schedule> again = parse_schedule(to_text(*parsed));
    ASSERT_TRUE(again) << again.error().sentence << "\n" << text << "\n" << to_text(*parsed);
    ASSERT_EQ(*again, *parsed) << text;
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace stalemate::trace
