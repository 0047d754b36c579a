// A trace from its text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "trace/std_format.h"

namespace stalemate::predict {

inline trace::EventTrace trace_of(const std::string& text) {
  auto parsed = trace::parse_std(text);
  EXPECT_TRUE(parsed) << parsed.error().sentence;
  return parsed.value_or(trace::EventTrace{});
}

}  // namespace stalemate::predict
