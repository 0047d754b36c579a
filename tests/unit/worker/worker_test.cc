#include "worker/worker.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "fake_server.h"

namespace stalemate::host {
namespace {

Result<std::unique_ptr<Worker>> spawn(FakeProgram& program) {
  return Worker::spawn({&fake_serve, nullptr, &program}, wire::Config{}, RingSizes{});
}

Error launch_error(const Program& program) {
  auto worker = Worker::launch(program, wire::Config{}, RingSizes{});
  if (!worker) return worker.error();
  const auto ready = (*worker)->await_ready();
  return ready ? Error{} : ready.error();
}

bool alive(pid_t pid) { return ::kill(pid, 0) == 0; }

TEST(Worker, BecomesReadyAndEndsWhenAsked) {
  FakeProgram program;
  auto worker = spawn(program);
  ASSERT_TRUE(worker.has_value());
  ASSERT_TRUE((*worker)->await_ready().has_value());
  const pid_t pid = (*worker)->pid();
  EXPECT_TRUE(alive(pid));
  (*worker)->end();
  EXPECT_FALSE(alive(pid));
  EXPECT_EQ((*worker)->wait_status(), 0) << "it left by itself";
}

TEST(Worker, IsGoneWithItsObject) {
  FakeProgram program;
  auto worker = spawn(program);
  ASSERT_TRUE((*worker)->await_ready().has_value());
  const pid_t pid = (*worker)->pid();
  worker->reset();
  EXPECT_FALSE(alive(pid));
}

TEST(Worker, TellsWhenItsServerDied) {
  FakeProgram program;
  auto worker = spawn(program);
  ASSERT_TRUE((*worker)->await_ready().has_value());
  ::kill((*worker)->pid(), SIGKILL);
  while ((*worker)->state() != Worker::State::kDead) usleep(100);
  EXPECT_EQ(WTERMSIG((*worker)->wait_status()), SIGKILL);
}

TEST(Worker, PassesARefusalOn) {
  FakeProgram program;
  program.mischief = shared_mischief();
  program.mischief->refuse = 1;
  auto worker = spawn(program);
  const auto ready = (*worker)->await_ready();
  ASSERT_FALSE(ready.has_value());
  EXPECT_EQ(ready.error().code, Code::kCannotStart);
  EXPECT_NE(ready.error().sentence.find("it is a fake"), std::string::npos);
}

TEST(Worker, SaysThatAProgramWasNotFound) {
  const Error error = launch_error({{"/no/such/program"}, {}, {}});
  EXPECT_EQ(error.code, Code::kCannotStart);
  EXPECT_EQ(error.sentence, "'/no/such/program' was not found");
}

TEST(Worker, SaysThatAFileIsNotExecutable) {
  const std::string path = ::testing::TempDir() + "not_executable";
  std::ofstream(path) << "text";
  chmod(path.c_str(), 0644);
  EXPECT_EQ(launch_error({{path}, {}, {}}).sentence, "'" + path + "' is not executable");
}

TEST(Worker, SaysThatAProgramIsNotLinkedWithTheRuntime) {
  const Error error = launch_error({{"true"}, {}, {}});
  EXPECT_EQ(error.code, Code::kCannotStart);
  EXPECT_NE(error.sentence.find("never attached"), std::string::npos);
  EXPECT_NE(error.next.find("stalemate c++"), std::string::npos);
}

TEST(Worker, SaysWhichSignalEndedAProgramBeforeItAttached) {
  const Error error = launch_error({{"sh", "-c", "kill -SEGV $$"}, {}, {}});
  EXPECT_NE(error.sentence.find("SIGSEGV"), std::string::npos) << error.sentence;
}

TEST(Worker, HandsTheProgramItsChannelWithoutRandomAddresses) {
  const std::string path = ::testing::TempDir() + "handed_over";
  // The shell sees the variable, both descriptors, and its own personality.
  launch_error({{"sh", "-c",
                 "echo \"$STALEMATE_CHANNEL $EXTRA\" > " + path +
                     "; readlink /proc/self/fd/${STALEMATE_CHANNEL%%,*} >> " + path +
                     "; cat /proc/self/personality >> " + path + "; readlink /proc/self/fd/0 >> " + path},
                {"EXTRA=added"},
                {}});
  std::ifstream file(path);
  std::string variable, extra, target, deleted, persona, input;
  file >> variable >> extra >> target >> deleted >> persona >> input;
  EXPECT_NE(variable.find(','), std::string::npos);
  EXPECT_EQ(extra, "added");
  EXPECT_NE(target.find("stalemate-channel"), std::string::npos);
  EXPECT_NE(std::stoul(persona, nullptr, 16) & 0x0040000, 0u) << "ADDR_NO_RANDOMIZE";
  EXPECT_EQ(input, "/dev/null");
}

TEST(Worker, NamesTheTestThatShallServeInsteadOfMain) {
  const std::string path = ::testing::TempDir() + "test_named";
  launch_error({{"sh", "-c", "echo \"[$STALEMATE_CHANNEL] $STALEMATE_REPLAY\" > " + path}, {}, "Queue.Pops"});
  std::ifstream file(path);
  std::string channel, replay;
  file >> channel >> replay;
  EXPECT_EQ(channel, "[]");
  EXPECT_NE(replay.find(",Queue.Pops"), std::string::npos);
}

TEST(Worker, DiesWithItsHost) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t host = fork();
  if (host == 0) {
    FakeProgram program;
    auto worker = spawn(program);
    if (!(*worker)->await_ready()) _exit(1);
    const pid_t pid = (*worker)->pid();
    if (write(ends[1], &pid, sizeof pid) != sizeof pid) _exit(1);
    pause();
  }
  pid_t server = 0;
  ASSERT_EQ(read(ends[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
  EXPECT_TRUE(alive(server));
  ::kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  for (int n = 0; n < 10000 && alive(server); ++n) {
    usleep(1000);
    // An orphan may stay a zombie where nobody reaps; a zombie is dead.
    std::ifstream stat("/proc/" + std::to_string(server) + "/stat");
    std::string id, name, state;
    if (!(stat >> id >> name >> state) || state == "Z") return;
  }
  EXPECT_FALSE(alive(server));
}

}  // namespace
}  // namespace stalemate::host
