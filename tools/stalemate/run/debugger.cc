#include "tools/stalemate/run/debugger.h"

#include <csignal>
#include <ctime>

#include "tools/stalemate/cli/complain.h"

namespace stalemate::tools {

namespace {

// Executions run in a child of the process that gdb starts; every abnormal end passes end_execution.
std::vector<std::string> gdb_command(const host::Program& program) {
  std::vector<std::string> command{"gdb", "-q"};
  if (!program.preload.empty()) {
    // Neither into gdb nor into the shell that it would start the program by.
    command.insert(command.end(), {"-ex", "set startup-with-shell off", "-ex",
                                   "set environment LD_PRELOAD " + host::preload_entry(program.preload)});
  }
  for (const char* instruction :
       {"set follow-fork-mode child", "set detach-on-fork on", "set breakpoint pending on",
        "handle SIGALRM nostop noprint pass", "break stalemate::rt::end_execution", "run", "backtrace"}) {
    command.push_back("-ex");
    command.push_back(instruction);
  }
  command.push_back("--args");
  command.insert(command.end(), program.argv.begin(), program.argv.end());
  return command;
}

void leave_interrupts_to_gdb() {
  struct sigaction action = {};
  action.sa_handler = [](int) {};  // not SIG_IGN, which gdb and the program would inherit
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

int run_under_gdb(const host::Program& program, const wire::Config& config, const explore::WorkItem& item) {
  host::Program debugger = program;
  debugger.argv = gdb_command(program);
  leave_interrupts_to_gdb();
  wire::Config undisturbed = config;
  undisturbed.watch_code = 0;
  auto worker = host::Worker::launch(debugger, undisturbed, host::ring_sizes(config.step_limit, false));
  if (!worker) return complain(worker.error());
  host::Channel& channel = (*worker)->channel();
  if (!channel.push(item))
    return complain(
        {Code::kInternal, "the schedule is too long for the debugger", "replay it without --gdb"});
  channel.wake_worker();
  while ((*worker)->state() != host::Worker::State::kDead) {
    const timespec while_gdb_runs = {0, 50'000'000};
    nanosleep(&while_gdb_runs, nullptr);
  }
  if ((*worker)->wait_status() == 0) return 0;
  return complain({Code::kCannotStart, "gdb could not be run", "install gdb, or replay without --gdb"});
}

}  // namespace stalemate::tools
