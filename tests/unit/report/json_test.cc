#include "report/json/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cases.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

TEST(Json, HasEveryPromisedField) {
  RunResult result = bug_result();
  result.findings = {explained(deadlock_log(), 12).finding};
  const auto json = nlohmann::json::parse(render_json(result));
  for (const char* field : {"format",
                            "program",
                            "strategy",
                            "reduce",
                            "reduce_note",
                            "memory_model",
                            "verdict",
                            "coverage",
                            "exact",
                            "limit",
                            "bound",
                            "executions",
                            "classes",
                            "redundant",
                            "prefixes",
                            "abandoned",
                            "states",
                            "steps_max",
                            "seconds",
                            "seed",
                            "preemptions_max",
                            "threads_max",
                            "blocking_max",
                            "promotions",
                            "findings",
                            "isolate",
                            "jobs",
                            "uncontrolled",
                            "executions_per_bound",
                            "classes_per_bound",
                            "executions_per_second"})
    EXPECT_TRUE(json.contains(field)) << field;
  for (const char* field : {"kind", "message", "fingerprint", "preemptions", "switches", "steps", "execution",
                            "schedule", "signal", "variable", "locations"})
    EXPECT_TRUE(json["findings"][0].contains(field)) << field;
  for (const char* field : {"thread", "file", "line", "function", "stack", "waits_for", "held_by"})
    EXPECT_TRUE(json["findings"][0]["locations"][0].contains(field)) << field;
  EXPECT_EQ(json["format"], "stalemate-result/1");
}

TEST(Json, TellsHowMuchOfTheBoundWasDone) {
  RunResult result = bug_result();
  EXPECT_TRUE(nlohmann::json::parse(render_json(result))["estimate"].is_null());
  result.estimate = {0.25, 40, 0.5};
  EXPECT_EQ(nlohmann::json::parse(render_json(result))["estimate"],
            nlohmann::json({{"share", 0.25}, {"executions", 40.0}, {"error", 0.5}}));
  result.estimate->error.reset();
  EXPECT_TRUE(nlohmann::json::parse(render_json(result))["estimate"]["error"].is_null());
}

TEST(Json, IsNullWhereNothingIsKnown) {
  RunResult result;
  result.findings = {explained(assertion_log(), 1).finding};
  const auto json = nlohmann::json::parse(render_json(result));
  EXPECT_TRUE(json["limit"].is_null());
  EXPECT_TRUE(json["bound"]["completed"].is_null());
  EXPECT_TRUE(json["executions_per_bound"].is_null());
  EXPECT_TRUE(json["classes"].is_null());
  EXPECT_TRUE(json["classes_per_bound"].is_null());
  EXPECT_TRUE(json["reduce_note"].is_null());
  EXPECT_TRUE(json["states"].is_null());
  EXPECT_TRUE(json["findings"][0]["signal"].is_null());
  EXPECT_TRUE(json["findings"][0]["locations"][0]["waits_for"].is_null());
}

TEST(Json, SurvivesBytesThatAreNotUtf8) {
  RunResult result;
  result.program = {"./caf\xe9"};
  EXPECT_FALSE(nlohmann::json::parse(render_json(result))["program"][0].get<std::string>().empty());
}

}  // namespace
}  // namespace stalemate::report
