// A latch lets all jobs start at once, a second one says when they are done.
#include <functional>
#include <iostream>
#include <latch>
#include <string>
#include <thread>

struct Job {
  const std::string name;
  std::string product{"not worked"};
  std::thread action{};
};

int main() {
  Job jobs[]{{"Annika"}, {"Buru"}};
  std::latch start{1};
  std::latch work_done{std::size(jobs)};

  auto work = [&](Job& my_job) {
    start.wait();
    my_job.product = my_job.name + " worked";
    work_done.count_down();
  };
  for (auto& job : jobs) job.action = std::thread{work, std::ref(job)};

  start.count_down();
  work_done.wait();
  int wrong = 0;
  for (auto const& job : jobs) {
    std::cout << job.product << '\n';
    if (job.product != job.name + " worked") ++wrong;
  }
  for (auto& job : jobs) job.action.join();
  return wrong;
}
