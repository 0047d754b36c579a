#include "tools/stalemate/cli/interrupt.h"

#include <csignal>

#include "base/leftovers.h"

namespace stalemate::tools {

namespace {

std::atomic<bool> interrupted{false};

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

// Unfinished files are removed, and the process ends as it would have.
void end(int signal) {
  remove_leftovers();
  std::signal(signal, SIG_DFL);
  sigset_t only = {};
  sigemptyset(&only);
  sigaddset(&only, signal);
  std::raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

void on_signal(int signal) {
  if (!interrupted.exchange(true) || signal == SIGXCPU) return;
  remove_leftovers();
  std::_Exit(128 + signal);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGXCPU, &action, nullptr);  // repeated every second; the hard limit ends us
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // respects nohup
  return interrupted;
}

void end_at_interrupts() {
  for (const int signal : kEndingSignals) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == on_signal || now.sa_handler == SIG_DFL) std::signal(signal, end);
  }
}

}  // namespace stalemate::tools
