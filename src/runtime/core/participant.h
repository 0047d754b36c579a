// A subsystem's interface to the session: what it does before the first execution and before each. The list
// is in session/participants.cc; a new subsystem adds a row there, and the session needs no other change.
#pragma once

#include "model/wire/wire.h"

namespace stalemate::rt {

struct Participant {
  // Once in a server, before the first fork. Returns a sentence if control is impossible: why.
  const char* (*prepare)() = nullptr;
  // Before each execution, with its item; the log is open.
  void (*begin_execution)(const wire::ItemHeader& item) = nullptr;
};

}  // namespace stalemate::rt
