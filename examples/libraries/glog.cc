#include <glog/logging.h>
#include <thread>
int main(int, char** v) {
  FLAGS_logtostderr = true;
  google::InitGoogleLogging(v[0]);
  std::thread t([] {
    LOG(INFO) << "one";
    LOG_EVERY_N(INFO, 2) << "n";
  });
  LOG(INFO) << "two";
  t.join();
  google::ShutdownGoogleLogging();
}
