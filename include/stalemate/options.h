// The options of explore(), by the names of the command line. STALEMATE_OPTIONS in the environment overrides
// what is set here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace stalemate {

class Options {
 public:
  Options& preemptions(unsigned n) { return set("preemptions", n); }
  Options& unlimited_preemptions() { return set("preemptions", "unlimited"); }
  Options& strategy(const std::string& name) { return set("strategy", name); }
  Options& depth(unsigned n) { return set("depth", n); }
  Options& walk_from(unsigned n) { return set("walk-from", n); }
  Options& delays(unsigned n) { return set("delays", n); }
  Options& pct_depth(unsigned n) { return set("pct-depth", n); }
  Options& reduce(const std::string& how) { return set("reduce", how); }
  Options& cache(const std::string& how) { return set("cache", how); }
  Options& executions(std::uint64_t n) { return set("executions", n); }
  Options& time(std::chrono::milliseconds limit) { return set("time", std::to_string(limit.count()) + "ms"); }
  Options& steps(unsigned n) { return set("steps", n); }
  Options& seed(std::uint64_t n) { return set("seed", n); }
  Options& races(const std::string& how) { return set("races", how); }
  Options& fair(const std::string& how) { return set("fair", how); }
  Options& isolate(const std::string& how) { return set("isolate", how); }
  Options& jobs(unsigned n) { return set("jobs", n); }
  Options& keep_going(bool on = true) { return set("keep-going", on); }
  Options& minimise(unsigned n) { return set("minimise", n); }
  Options& output(const std::string& how) { return set("output", how); }
  Options& spurious(bool on = true) { return set("spurious", on); }
  Options& weak_cas(bool on = true) { return set("weak-cas", on); }
  Options& try_fails(bool on = true) { return set("try-fails", on); }
  Options& reuse(bool on = true) { return set("reuse", on); }
  Options& malloc_points(bool on = true) { return set("malloc-points", on); }
  Options& plain_steps(bool on = true) { return set("plain-steps", on); }
  Options& leaks(bool on = true) { return set("leaks", on); }
  Options& spin_yield(bool on = true) { return set("spin-yield", on); }
  Options& loops(const std::string& which) { return set("loops", which); }
  Options& fair_after(unsigned rounds) { return set("fair-after", rounds); }
  Options& suppressions(const std::string& file) { return set("suppressions", file); }
  Options& out(const std::string& directory) { return set("out", directory); }
  Options& require_complete(bool on = true) { return set("require-complete", on); }

  // Any option by its name.
  Options& set(const std::string& name, const std::string& value) {
    if (!text_.empty()) text_ += ':';
    text_ += name + '=' + value;
    return *this;
  }
  Options& set(const char* name, const char* value) { return set(std::string(name), std::string(value)); }
  // The name of the call in schedules; without one, calls are numbered.
  Options& name(const std::string& test) {
    name_ = test;
    return *this;
  }

  const std::string& text() const { return text_; }
  const std::string& test_name() const { return name_; }

 private:
  Options& set(const char* name, bool on) { return set(name, on ? "on" : "off"); }
  Options& set(const char* name, unsigned n) { return set(std::string(name), std::to_string(n)); }
  Options& set(const char* name, unsigned long n) { return set(std::string(name), std::to_string(n)); }
  Options& set(const char* name, unsigned long long n) { return set(std::string(name), std::to_string(n)); }

  std::string text_;
  std::string name_;
};

}  // namespace stalemate
