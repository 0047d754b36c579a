#include <cassert>
#include <exec/static_thread_pool.hpp>
#include <stdexec/execution.hpp>
int main() {
  exec::static_thread_pool p(2);
  auto s = p.get_scheduler();
  int a = 0, b = 0;
  stdexec::sync_wait(stdexec::when_all(stdexec::on(s, stdexec::just() | stdexec::then([&] { a = 1; })),
                                       stdexec::on(s, stdexec::just() | stdexec::then([&] { b = 2; }))));
  assert(a + b == 3);
}
