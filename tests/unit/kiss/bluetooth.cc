#include "bluetooth.h"

#include "enumerate.h"

namespace stalemate::kiss {
namespace {

const char* const kFlag = "DEVICE_EXTENSION.stoppingFlag";
const char* const kEvent = "DEVICE_EXTENSION.stoppingEvent";
const char* const kPending = "DEVICE_EXTENSION.pendingIo";
const char* const kE = "struct DEVICE_EXTENSION *e";

std::vector<Statement> increment_pending() {
  return {begin(), read("t = e->pendingIo", "e->pendingIo", kPending),
          write("e->pendingIo = t + 1", "e->pendingIo", kPending), end()};
}

Function increment(bool fixed) {
  std::vector<Statement> body;
  const std::vector<Statement> test = {read("flag = e->stoppingFlag", "e->stoppingFlag", kFlag)};
  const std::vector<Statement> count = increment_pending();
  if (fixed) {
    body = count;
    body.push_back(test[0]);
    body.push_back(branch("flag", {call("BCSP_IoDecrement(e)"), give_back("-1")}));
  } else {
    body.push_back(test[0]);
    body.push_back(branch("flag", {give_back("-1")}));
    body.insert(body.end(), count.begin(), count.end());
  }
  body.push_back(give_back("0"));
  return function("int", "BCSP_IoIncrement", kE, {"int t = 0", "int flag = 0"}, body);
}

Function decrement() {
  return function("void", "BCSP_IoDecrement", kE, {"int pendingIo = 0", "int t = 0"},
                  {begin(), read("t = e->pendingIo", "e->pendingIo", kPending),
                   write("e->pendingIo = t - 1", "e->pendingIo", kPending),
                   read("pendingIo = e->pendingIo", "e->pendingIo", kPending), end(),
                   branch("pendingIo == 0", {write("e->stoppingEvent = 1", "e->stoppingEvent", kEvent)})});
}

Function add(bool fixed) {
  std::vector<Statement> work = {read("t = stopped", "stopped"), assert_that("!t")};
  std::vector<Statement> body = {call("status = BCSP_IoIncrement(e)")};
  if (fixed) {
    work.push_back(call("BCSP_IoDecrement(e)"));
    body.push_back(branch("status == 0", work));
  } else {
    body.push_back(branch("status == 0", work));
    body.push_back(call("BCSP_IoDecrement(e)"));
  }
  return function("void", "BCSP_PnpAdd", kE, {"int status = 0", "int t = 0"}, body);
}

Function stop() {
  return function("void", "BCSP_PnpStop", kE, {"int t = 0"},
                  {write("e->stoppingFlag = 1", "e->stoppingFlag", kFlag), call("BCSP_IoDecrement(e)"),
                   begin(), read("t = e->stoppingEvent", "e->stoppingEvent", kEvent), assume("t"), end(),
                   write("stopped = 1", "stopped")});
}

Function thread(const std::string& name, const std::string& of) {
  return function("void *", name, "void *e", {}, {call(of + "(e)"), give_back("0")});
}

}  // namespace

Program bluetooth(bool fixed, int adders) {
  Program program;
  program.sources = {"bluetooth.c"};
  program.types = {
      "struct DEVICE_EXTENSION {\n  int pendingIo;\n  int stoppingFlag;\n  int stoppingEvent;\n};"};
  program.globals = {"int stopped"};
  std::vector<Statement> main = {
      local("e = malloc(sizeof(struct DEVICE_EXTENSION))"),
      write("e->pendingIo = 1", "e->pendingIo", kPending),
      write("e->stoppingFlag = 0", "e->stoppingFlag", kFlag),
      write("e->stoppingEvent = 0", "e->stoppingEvent", kEvent),
      write("stopped = 0", "stopped"),
      model_call("create(stop_thread, e)"),
  };
  for (int i = 1; i < adders; i++) main.push_back(model_call("create(add_thread, e)"));
  main.push_back(call("BCSP_PnpAdd(e)"));
  main.push_back(give_back("0"));
  program.functions = {
      create_model(),
      increment(fixed),
      decrement(),
      add(fixed),
      stop(),
      thread("stop_thread", "BCSP_PnpStop"),
      thread("add_thread", "BCSP_PnpAdd"),
      function("int", "kiss_main", "int argc, char **argv", {"struct DEVICE_EXTENSION *e = 0"}, main)};
  program.entry = "kiss_main(0, 0)";
  return program;
}

}  // namespace stalemate::kiss
