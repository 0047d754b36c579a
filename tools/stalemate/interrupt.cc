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
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup means it
  return interrupted;
}

void end_at_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == on_signal) std::signal(signal, SIG_DFL);
  }
}

}  // namespace stalemate::tools
