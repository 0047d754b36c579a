// Findings as JSON, the same in the results of all subcommands (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "report/finding.h"

namespace stalemate::report {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const Finding& finding);

// As a file: ends with a line feed. Bytes that are not UTF-8 are replaced.
std::string dumped(const Json& json, int indent = 2);

}  // namespace stalemate::report
