// A subsystem as the session sees it: what it does before the first execution and before each. The list is in
// session/participants.cc; a new subsystem adds a row there and is known nowhere else in the session.
#pragma once

#include "model/wire/wire.h"

namespace stalemate::rt {

struct Participant {
  // Once in a server, before the first fork. A sentence: control is impossible, and why.
  const char* (*prepare)() = nullptr;
  // Before each execution, with its item; the log is open.
  void (*begin_execution)(const wire::ItemHeader& item) = nullptr;
};

}  // namespace stalemate::rt
