#include "trace/std_format.h"

#include <gtest/gtest.h>

#include <random>

#include "random_trace.h"

namespace stalemate::trace {
namespace {

std::string error_of(std::string_view text, const TraceLimits& limits = {}) {
  const auto parsed = parse_std(text, limits);
  return parsed ? "parsed" : parsed.error().sentence;
}

TEST(StdFormat, ReadsWhatRapidReads) {
  const auto trace = parse_std(
      "main|fork(T1)|1\nT1|begin(run)|2\nT1|acq(l)|3\nT1|w(x[0])|4\nT1|rel(l)|5\nT1|end|6\nmain|join(T1)|7\n"
      "main|dummy(_)|8\nmain|r(x[0])|9");
  ASSERT_TRUE(trace) << trace.error().sentence;
  EXPECT_EQ(trace->threads, (std::vector<std::string>{"main", "T1"}));
  EXPECT_EQ(trace->variables, (std::vector<std::string>{"x[0]"}));
  ASSERT_EQ(trace->events.size(), 9u);
  EXPECT_EQ(trace->events[1].kind, EventKind::kOther);
  EXPECT_EQ(trace->events[8].kind, EventKind::kRead);
  EXPECT_EQ(trace->locations[trace->events[8].location], "9");
  EXPECT_FALSE(trace->has_values);
}

TEST(StdFormat, PrintsWhatItReads) {
  const std::string text =
      "A|sem(s,2)|0\nA|fork(B)|1\nB|acq(l)|2\nA|try(l)|2\nB|wait(c,l)|3\nA|notify(c)|4\nB|wake(c,l)|5\n"
      "B|wait(c,l)|6\nB|timeout(c,l)|7\nB|rel(l)|8\nA|notifyall(c)|8\nA|racq(m)|9\nA|rrel(m)|9\nA|u(x)|10\n"
      "A|post(s)|11\nB|down(s)|12\nA|arrive(b,2)|13\nB|arrive(b,2)|13\nB|leave(b,2)|14\nA|leave(b,2)|14\n"
      "A|dummy(0)|15\nA|join(B)|16\n";
  const auto trace = parse_std(text);
  ASSERT_TRUE(trace) << trace.error().sentence;
  EXPECT_EQ(print_std(*trace), text);
}

TEST(StdFormat, AMonitorWakesBeforeItsThreadGoesOn) {
  const auto trace =
      parse_std("A|acq(l)|1\nA|wait(l)|2\nB|acq(l)|3\nB|notify(l)|4\nB|rel(l)|5\nA|rel(l)|6\n");
  ASSERT_TRUE(trace) << trace.error().sentence;
  ASSERT_EQ(trace->events.size(), 7u);
  EXPECT_EQ(trace->events[5].kind, EventKind::kWake);
  EXPECT_EQ(trace->conditions, trace->locks);
  EXPECT_EQ(trace->locations[trace->events[5].location], "2");
  EXPECT_EQ(error_of("A|acq(l)|1\nA|wait(l)|2\nA|rel(l)|3\n"),
            "line 3: A wakes up without a notification of l");
  // The wake is no line: those behind it keep their numbers.
  EXPECT_EQ(error_of("A|acq(l)|1\nA|wait(l)|2\nB|notify(l)|4\nA|rel(l)|6\nA|rel(l)|6\n"),
            "line 5: A releases l, which it does not have");
  EXPECT_EQ(error_of("A|acq(l)|1\nA|wait(l)|2\n"), "parsed");
}

TEST(StdFormat, NamesTheLineThatIsWrong) {
  EXPECT_EQ(error_of(""), "the trace is empty");
  EXPECT_EQ(error_of("A|r(x)|1\nA|r(x"), "line 2: it has 2 fields, not thread|operation|location");
  EXPECT_EQ(error_of("A|r(x)|1\n\n"), "line 2: it has 0 fields, not thread|operation|location");
  EXPECT_EQ(error_of("A|r(x)|1|2\n"), "line 1: it has 4 fields, not thread|operation|location");
  EXPECT_EQ(error_of("r(x)\n"), "line 1: it has 1 field, not thread|operation|location");
  EXPECT_EQ(error_of("A|r(x)|1\nA|sync(x)|1\n"), "line 2: the operation \"sync\" is not known");
  EXPECT_EQ(error_of("A|r|1\n"), "line 1: \"r\" is not an operation: it has no operand in brackets");
  EXPECT_EQ(error_of("A|r(x|1\n"), "line 1: the bracket of \"r(x\" is not closed");
  EXPECT_EQ(error_of("A|r()|1\n"), "line 1: \"r()\" has no operand");
  EXPECT_EQ(error_of("A|r(x y)|1\n"), "line 1: the name of a variable, \"x y\", has blanks in it");
  EXPECT_EQ(error_of("|r(x)|1\n"), "line 1: it has no thread");
  EXPECT_EQ(error_of("A|r(x)|\n"), "line 1: it has no location");
  EXPECT_EQ(error_of("A|r(\xff)|1\n"), "line 1: the name of a variable is not UTF-8");
  EXPECT_EQ(error_of("A|r(\xc3\xa4)|1\n"), "parsed");
  EXPECT_EQ(error_of("A|r(\xed\xa0\x80)|1\n"), "line 1: the name of a variable is not UTF-8");
  EXPECT_EQ(error_of("A|acq(l)|1\nA|rel(m)|1\n"), "line 2: A releases m, which it does not have");
  EXPECT_EQ(error_of("A|wait(l)|1\n"), "line 1: A waits with l, which it does not have");
  EXPECT_EQ(error_of("A|fork(B)|1\nA|join(B)|2\n"), "parsed");
  EXPECT_EQ(error_of("A|fork(B)|1\nA|join(B)|2\nB|r(x)|3\n"),
            "line 3: B runs on after it was joined at event 2");
  EXPECT_EQ(error_of("A|sem(s,99999999999999999999)|1\n"),
            "line 1: the number \"99999999999999999999\" is too large");
  EXPECT_EQ(error_of("A|arrive(b,4294967296)|1\n"), "line 1: the number \"4294967296\" is too large");
  EXPECT_EQ(error_of("A|arrive(b,0)|1\n"), "line 1: a barrier needs at least one thread");
  EXPECT_EQ(error_of("A|arrive(b,2)|1\nB|arrive(b,3)|1\n"),
            "line 2: the barrier \"b\" was for 2 threads before");
  EXPECT_EQ(error_of("A|arrive(b,x)|1\n"), "line 1: \"x\" is not a number");
  EXPECT_EQ(error_of("A|arrive(b)|1\n"), "line 1: \"b\" lacks a number after a comma");
  EXPECT_EQ(error_of("A|post(s)|1\nA|sem(s,1)|1\n"), "line 2: the count of \"s\" comes after its first use");
  EXPECT_EQ(error_of("A|sem(s,1)|1\n"), "the trace has no events");
}

TEST(StdFormat, RefusesWhatDoesNotFitIntoMemory) {
  EXPECT_EQ(error_of("A|r(x)|1\nA|r(x)|2\nA|r(x)|3\n", {.events = 2, .names = 100}),
            "line 3: the trace has more than 2 events");
  EXPECT_EQ(error_of("A|r(x)|1\nA|r(y)|1\n", {.events = 100, .names = 3}),
            "line 2: the trace has more than 3 names");
  EXPECT_EQ(error_of(std::string(100000, 'x')), "line 1: it is longer than 65536 bytes");
  std::string many;
  for (int i = 0; i <= 65535; ++i) many += "T" + std::to_string(i) + "|r(x)|1\n";
  EXPECT_EQ(error_of(many), "line 65536: there are more than 65535 threads");
}

TEST(StdFormat, LinesMayEndAsOnOtherSystems) { EXPECT_EQ(error_of("A|r(x)|1\r\nA|w(x)|2\r\n"), "parsed"); }

TEST(StdFormat, NamesThatLineFieldsCannotHoldBecomeWords) {
  EventTrace trace;
  trace.threads = {"main thread"};
  trace.variables = {"a|b", "a b", ""};
  trace.locations = {"queue.cc:4", "queue.cc:9"};
  for (std::uint32_t i = 0; i < 3; ++i) {
    Event event;
    event.kind = EventKind::kRead;
    event.object = i;
    event.location = i % 2;
    trace.events.push_back(event);
  }
  EXPECT_EQ(print_std(trace), "main_thread|r(a_b)|1\nmain_thread|r(a_b~2)|2\nmain_thread|r(_)|1\n");
}

TEST(StdFormat, RandomTracesComeBackAsTheyWere) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const EventTrace trace = RandomTrace(seed).make(1 + seed % 80);
    const std::string text = print_std(trace);
    const auto back = parse_std(text);
    ASSERT_TRUE(back) << "seed " << seed << ": " << back.error().sentence << "\n" << text;
    EXPECT_EQ(*back, trace) << "seed " << seed << "\n" << text;
    EXPECT_EQ(print_std(*back), text);
  }
}

// Damaged text is an error or another trace that could have happened; never a crash.
TEST(StdFormat, SurvivesDamage) {
  std::mt19937_64 random(1);
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    std::string text = print_std(RandomTrace(seed).make(30));
    for (std::uint64_t k = 1 + random() % 3; k > 0; --k) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1 + random() % 9); break;
        case 2: text.insert(at, text.substr(random() % text.size(), random() % 20)); break;
        default: text[at] = "|(),\n0b"[random() % 7]; break;
      }
      if (text.empty()) text = "|";
    }
    const auto parsed = parse_std(text);
    if (!parsed) {
      ++refused;
      EXPECT_FALSE(parsed.error().sentence.empty());
      continue;
    }
    EXPECT_TRUE(check_feasible(*parsed));
    EXPECT_TRUE(parse_std(print_std(*parsed))) << text;
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace stalemate::trace
