#include <plog/Appenders/ColorConsoleAppender.h>
#include <plog/Formatters/TxtFormatter.h>
#include <plog/Init.h>
#include <plog/Log.h>
#include <thread>
int main() {
  static plog::ConsoleAppender<plog::TxtFormatter> ap;
  plog::init(plog::info, &ap);
  std::thread t([] { PLOG_INFO << "one"; });
  PLOG_INFO << "two";
  plog::get()->setMaxSeverity(plog::warning);
  t.join();
}
