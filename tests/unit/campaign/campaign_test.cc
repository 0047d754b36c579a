#include "campaign/campaign.h"

#include <gtest/gtest.h>
#include <algorithm>

#include "campaign/rerun/determinism.h"
#include "campaign/rerun/minimise.h"
#include "fake_server.h"

namespace stalemate::host {
namespace {

struct Trial {
  FakeProgram program{
      .toy = {.threads = 3, .steps = 2, .loser = ~0u, .crash_thread = ~0u, .output = "hello\n"},
      .mischief = shared_mischief()};
  RunOptions options;
  CampaignContext context;
  std::vector<wire::Isolation> started;

  Trial() {
    options.jobs = 2;
    options.preemptions = std::nullopt;
    options.reduce = Reduction::kNone;  // the counts are of interleavings
    context.can_call_again = true;
    context.start = [this](const wire::Config& config, RingSizes sizes) {
      started.push_back(config.isolation);
      return Worker::spawn({&fake_serve, nullptr, &program}, config, sizes);
    };
  }

  CampaignResult run() {
    auto result = run_campaign(options, context);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().sentence);
    return result ? std::move(*result) : CampaignResult{};
  }
};

TEST(Campaign, IsCompleteWhereNothingWasLeftOut) {
  Trial trial;
  const CampaignResult result = trial.run();
  EXPECT_EQ(result.summary.executions, 90u) << "6! / 2!^3";
  EXPECT_EQ(result.coverage, Coverage::kComplete);
  EXPECT_EQ(result.limit, EndedBy::kNothing);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.isolation, wire::Isolation::kNone);
}

TEST(Campaign, IsCompleteWithinItsBound) {
  Trial trial;
  trial.options.preemptions = 1;
  const CampaignResult result = trial.run();
  EXPECT_EQ(result.coverage, Coverage::kWithinBound);
  EXPECT_EQ(result.summary.completed, 1u);
  EXPECT_LT(result.summary.executions, 90u);
}

TEST(Campaign, StopsAtTheFirstFindingAndKeepsItsDetailsAndOutput) {
  Trial trial;
  trial.program.toy.loser = 1;
  const CampaignResult result = trial.run();
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& finding = result.findings[0];
  EXPECT_EQ(finding.recording.header.outcome, wire::Outcome::kAssertion);
  EXPECT_EQ(finding.recording.text, "the last step is the loser's");
  EXPECT_EQ(finding.recording.output, "hello\n");
  EXPECT_EQ(finding.preemptions, 0u) << "0, 2, 1 needs none";
  EXPECT_EQ(finding.steps, 6u);
  EXPECT_EQ(result.limit, EndedBy::kFinding);
  EXPECT_EQ(result.coverage, Coverage::kPartial);
  EXPECT_FALSE(result.error.has_value());
}

TEST(Campaign, FindsTheSameWithAnyNumberOfWorkers) {
  std::vector<std::uint64_t> executions;
  for (const unsigned jobs : {1u, 2u, 4u}) {
    Trial trial;
    trial.program.toy.loser = 1;
    trial.options.jobs = jobs;
    const CampaignResult result = trial.run();
    ASSERT_EQ(result.findings.size(), 1u);
    executions.push_back(result.findings[0].execution);
  }
  EXPECT_EQ(executions[0], executions[1]);
  EXPECT_EQ(executions[0], executions[2]);
}

TEST(Campaign, GoesOnWhenAskedToAndCountsWhatEndsTheSameWay) {
  Trial trial;
  trial.program.toy.loser = 1;
  trial.options.keep_going = true;
  const CampaignResult result = trial.run();
  EXPECT_EQ(result.summary.executions, 90u);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].seen, 30u) << "a third of all";
  EXPECT_EQ(result.coverage, Coverage::kComplete);
}

TEST(Campaign, MinimisesWhatARandomScheduleFound) {
  Trial trial;
  trial.program.toy = {.threads = 3, .steps = 5, .loser = 1, .crash_thread = ~0u, .output = {}};
  trial.options.strategy = StrategyKind::kRandom;
  trial.options.executions = 200;
  const CampaignResult result = trial.run();
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].preemptions, 0u);
  EXPECT_EQ(result.findings[0].switches, 2u);
}

TEST(Campaign, ObeysItsBudgetOfExecutions) {
  Trial trial;
  trial.options.executions = 7;
  const CampaignResult result = trial.run();
  EXPECT_EQ(result.summary.executions, 7u);
  EXPECT_EQ(result.limit, EndedBy::kExecutions);
  EXPECT_EQ(result.coverage, Coverage::kPartial);
}

TEST(Campaign, EstimatesTheBoundThatItWasEndedIn) {
  Trial trial;
  trial.options.reduce = Reduction::kNone;
  EXPECT_FALSE(trial.run().estimate);
  trial.options.executions = trial.run().summary.executions - 2;
  const CampaignResult result = trial.run();
  ASSERT_TRUE(result.estimate);
  EXPECT_EQ(result.estimate->done, result.summary.per_bound.back());
  EXPECT_GT(result.estimate->share, 0);
  EXPECT_LT(result.estimate->share, 1);
}

TEST(Campaign, SaysThatTimeWasUp) {
  Trial trial;
  trial.options.time = std::chrono::milliseconds(0);
  EXPECT_EQ(trial.run().limit, EndedBy::kTime);
}

TEST(Campaign, SaysThatItWasInterrupted) {
  Trial trial;
  const std::atomic<bool> interrupted{true};
  trial.context.interrupted = &interrupted;
  EXPECT_EQ(trial.run().limit, EndedBy::kInterrupted);
}

TEST(Campaign, NamesTheStepAtWhichAProgramIsNotDeterministic) {
  Trial trial;
  trial.options.isolate = IsolationKind::kFork;
  trial.options.jobs = 1;
  trial.program.mischief->flicker_every = 2;
  const CampaignResult result = trial.run();
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(result.error->code, Code::kNotDeterministic);
  EXPECT_NE(result.error->sentence.find("of the same schedule, thread"), std::string::npos)
      << result.error->sentence;
}

TEST(Campaign, StartsEveryExecutionAfreshWhereCallingAgainIsNotDeterministic) {
  Trial trial;
  trial.program.mischief->flicker_calls = 1;
  const CampaignResult result = trial.run();
  EXPECT_FALSE(result.error.has_value()) << result.error->sentence;
  EXPECT_EQ(trial.started.front(), wire::Isolation::kNone);
  EXPECT_EQ(result.isolation, wire::Isolation::kFork);
  EXPECT_EQ(result.summary.executions, 90u);
}

TEST(Campaign, CannotCallAProgramsMainAgain) {
  Trial trial;
  trial.context.can_call_again = false;
  EXPECT_EQ(trial.run().isolation, wire::Isolation::kFork);
}

TEST(Campaign, StartsAProcessWhereAProgramsMainCannotBeCalledAgain) {
  Trial trial;
  trial.context.can_call_again = false;
  trial.options.isolate = IsolationKind::kNone;
  EXPECT_EQ(trial.run().isolation, wire::Isolation::kFork);
}

TEST(Campaign, BringsMemoryBackBeforeItForks) {
  Trial trial;
  trial.program.mischief->flicker_calls = 1;
  trial.run();
  const auto second = std::ranges::find(trial.started, wire::Isolation::kMemory);
  EXPECT_NE(second, trial.started.end());
}

TEST(Campaign, KeepsACrashWithItsSignal) {
  Trial trial;
  trial.program.toy.crash_thread = 2;
  const CampaignResult result = trial.run();
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].recording.header.outcome, wire::Outcome::kCrash);
  EXPECT_EQ(result.findings[0].recording.header.signal, 11);
}

TEST(FirstDifference, NamesTheStepTheThreadsAndTheOperations) {
  wire::LogHeader header;
  header.threads = 1;
  header.outcome = wire::Outcome::kFinished;
  const wire::Record enabled{wire::RecordKind::kEnabled, OpKind::kNone, 0, 0, 0};
  const wire::Record lock{wire::RecordKind::kStep, OpKind::kLock, 0, 0, 7};
  const wire::Record unlock{wire::RecordKind::kStep, OpKind::kUnlock, 0, 0, 7};
  const wire::Record a[] = {enabled, lock, unlock}, b[] = {enabled, lock, lock}, c[] = {enabled, lock};
  const LogView first{&header, a, {}}, second{&header, b, {}}, third{&header, c, {}};
  EXPECT_EQ(first_difference(first, first), std::nullopt);
  EXPECT_EQ(
      first_difference(first, second),
      "at step 2 of the same schedule, thread 0 came to unlock in one run, and thread 0 came to lock in "
      "another");
  EXPECT_EQ(first_difference(third, second),
            "at step 2 of the same schedule, it had ended in one run, and thread 0 came to lock in another");
}

TEST(Failures, AreEndsThatAProgramShallNotHave) {
  wire::LogHeader header;
  header.outcome = wire::Outcome::kFinished;
  header.exit_code = 3;
  EXPECT_FALSE(is_failure(header, false));
  EXPECT_TRUE(is_failure(header, true));
  header.outcome = wire::Outcome::kAbandoned;
  EXPECT_FALSE(is_failure(header, true));
  header.outcome = wire::Outcome::kHang;
  EXPECT_TRUE(is_failure(header, false));
}

TEST(Minimiser, ProposesToLetAPreemptedThreadGoOn) {
  const Picks picks{{false, 0}, {false, 1}, {false, 0}, {false, 1}};
  const std::vector<Picks> candidates = simpler(picks, 100);
  const Picks wanted{{false, 0}, {false, 0}, {false, 1}, {false, 1}};
  EXPECT_NE(std::find(candidates.begin(), candidates.end(), wanted), candidates.end());
}

TEST(Minimiser, GivesADeviationForEverySwitchAndEveryValue) {
  const Picks picks{{false, 0}, {true, 0}, {true, 2}, {false, 1}, {false, 1}, {false, 0}};
  const std::vector<wire::Deviation> wanted{{2, 2}, {3, 1}, {5, 0}};
  EXPECT_EQ(deviations_of(picks), wanted);
}

}  // namespace
}  // namespace stalemate::host
