#include "tools/stalemate/interrupt.h"

#include <csignal>

namespace stalemate::tools {

namespace {

std::atomic<bool> interrupted{false};

void on_signal(int signal) {
  if (interrupted.exchange(true)) std::_Exit(128 + signal);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace stalemate::tools
