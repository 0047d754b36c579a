// One execution log, in the ring or in a buffer of its owner. A view: it owns nothing, and is valid until the
// ring advances.
#pragma once

#include <span>
#include <string_view>

#include "model/wire/wire.h"

namespace stalemate {

struct LogView {
  const wire::LogHeader* header = nullptr;
  std::span<const wire::Record> records;
  std::string_view text;
};

}  // namespace stalemate
