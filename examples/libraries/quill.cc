#include <thread>
#include "quill/Backend.h"
#include "quill/Frontend.h"
#include "quill/LogMacros.h"
#include "quill/Logger.h"
#include "quill/sinks/NullSink.h"
int main() {
  quill::BackendOptions o;
  o.sleep_duration = std::chrono::nanoseconds(0);
  quill::Backend::start(o);
  auto* l =
      quill::Frontend::create_or_get_logger("root", quill::Frontend::create_or_get_sink<quill::NullSink>("s"),
                                            quill::PatternFormatterOptions{}, quill::ClockSourceType::System);
  std::thread t([&] { LOG_INFO(l, "one {}", 1); });
  LOG_INFO(l, "two {}", 2);
  t.join();
  l->flush_log();
  quill::Backend::stop();
}
