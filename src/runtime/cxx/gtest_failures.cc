// GoogleTest, without its headers: the program may have any version of it and any C++ library, or no
// GoogleTest. The names below are weak, and null without GoogleTest. The code relies on two things, both the
// same in every version since 1.8: the constructor of ScopedFakeTestPartResultReporter installs the object as
// the reporter of all threads, and the order of the members of TestPartResult.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/state.h"
#include "runtime/core/test_frameworks.h"
#include "runtime/platform/originals.h"

extern "C" {
__attribute__((weak)) void stalemate_rt_intercept_failures(void* self, int mode, void* results) asm(
    "_ZN7testing32ScopedFakeTestPartResultReporterC1ENS0_13InterceptModeEPNS_19TestPartResultArrayE");
// The same function under three mangled names, for the std::string of libstdc++, of libc++, and the old one.
__attribute__((weak)) void stalemate_rt_gtest_with_libstdcxx() asm(
    "_ZN7testing8internal9EqFailureEPKcS2_RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESA_b");
__attribute__((weak)) void stalemate_rt_gtest_with_libcxx() asm(
    "_ZN7testing8internal9EqFailureEPKcS2_RKNSt3__112basic_stringIcNS3_11char_traitsIcEENS3_"
    "9allocatorIcEEEESB_"
    "b");
__attribute__((weak)) void stalemate_rt_gtest_with_old_strings() asm(
    "_ZN7testing8internal9EqFailureEPKcS2_RKSsS4_b");
}

namespace stalemate::rt {

namespace {

constexpr int kAllThreads = 1;  // INTERCEPT_ALL_THREADS

// testing::TestPartResult: type, file name, line, summary, message.
class PartResult {
 public:
  explicit PartResult(const void* result) : bytes_(static_cast<const char*>(result)) {}

  bool failed() const {  // kNonFatalFailure, kFatalFailure
    const int type = number_at(0);
    return type == 1 || type == 2;
  }
  bool readable() const { return string_bytes() != 0; }
  const char* file() const { return text_at(kFile); }
  int line() const { return number_at(kFile + string_bytes()); }
  const char* message() const { return text_at(kFile + 2 * string_bytes() + sizeof(void*)); }

 private:
  static constexpr std::size_t kFile = 8;

  // 0: unknown.
  static std::size_t string_bytes() {
    if (stalemate_rt_gtest_with_libstdcxx != nullptr) return 32;
    if (stalemate_rt_gtest_with_libcxx != nullptr) return 24;
    return stalemate_rt_gtest_with_old_strings != nullptr ? 8 : 0;
  }
  int number_at(std::size_t offset) const {
    int number = 0;
    std::memcpy(&number, bytes_ + offset, sizeof number);
    return number;
  }
  const char* pointer_at(std::size_t offset) const {
    const char* pointer = nullptr;
    std::memcpy(&pointer, bytes_ + offset, sizeof pointer);
    return pointer;
  }
  const char* text_at(std::size_t offset) const {
    if (string_bytes() != 24) return pointer_at(offset);
    const bool is_long = (bytes_[offset] & 1) != 0;
    return is_long ? pointer_at(offset + 16) : bytes_ + offset + 1;
  }

  const char* bytes_;
};

// By the C++ ABI the table of virtual functions of testing::TestPartResultReporterInterface: two destructors,
// then ReportTestPartResult.
class Reporter {
 public:
  virtual void destroy() {}
  virtual void destroy_and_free() {}
  virtual void report(const void* result);
};

using Report = void (*)(void* self, const void* result);
constexpr std::size_t kReport = 2;

// testing::ScopedFakeTestPartResultReporter, with room to spare.
struct Installed {
  void* functions;
  int mode;
  void* before;
  void* results;
  void* spare[4];
};

alignas(16) Installed installed;
Reporter ours;

// Not by a virtual call: the compiler knows all classes derived from ours, which are not GoogleTest's.
void report_as_before(const void* result) {
  void* const before = installed.before;
  (*static_cast<Report**>(before))[kReport](before, result);
}

void Reporter::report(const void* result) {
  const PartResult part(result);
  if (!part.failed() || !g.active) return report_as_before(result);
  if (!part.readable()) fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "a check of GoogleTest failed");
  if (part.file()[0] == 0) fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "%s", part.message());
  fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "%s (%s:%d)", part.message(), part.file(), part.line());
}

}  // namespace

void watch_gtest() {
  if (stalemate_rt_intercept_failures == nullptr) return;
  stalemate_rt_intercept_failures(&installed, kAllThreads, nullptr);
  std::memcpy(&installed.functions, &ours, sizeof installed.functions);
}

}  // namespace stalemate::rt
