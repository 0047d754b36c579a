#include "base/new_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/scratch.h"

namespace stalemate {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class NewFileTest : public ::testing::Test {
 protected:
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(scratch_.path()), fs::directory_iterator());
  }

  const Scratch scratch_;
  const std::string path_ = scratch_.path() + "/file";
};

TEST_F(NewFileTest, AppearsWhenItIsFinished) {
  NewFile file(path_);
  file.write("one ");
  EXPECT_FALSE(fs::exists(path_));
  file.write("two");
  ASSERT_TRUE(file.finish());
  EXPECT_EQ(content(path_), "one two");
  EXPECT_EQ(files(), 1);
}

TEST_F(NewFileTest, LeavesNothingWhenItIsNot) {
  ASSERT_TRUE(write_new_file(path_, "old"));
  { NewFile(path_).write("new"); }
  EXPECT_EQ(content(path_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(NewFileTest, ReplacesALinkAndNotWhatItLeadsTo) {
  const std::string victim = scratch_.path() + "/victim";
  ASSERT_TRUE(write_new_file(victim, "precious"));
  fs::create_symlink(victim, path_);
  ASSERT_TRUE(write_new_file(path_, "new"));
  EXPECT_EQ(content(victim), "precious");
  EXPECT_FALSE(fs::is_symlink(path_));
}

TEST_F(NewFileTest, KeepsPermissions) {
  ASSERT_TRUE(write_new_file(path_, "old"));
  ASSERT_EQ(chmod(path_.c_str(), 0640), 0);
  ASSERT_TRUE(write_new_file(path_, "new"));
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
}

TEST_F(NewFileTest, SaysWhyItCannotBe) {
  EXPECT_FALSE(write_new_file(scratch_.path() + "/none/file", "text"));
  EXPECT_EQ(errno, ENOENT);
}

TEST_F(NewFileTest, IsRemovedWithOtherLeftoversByTheProcessThatMadeIt) {
  NewFile file(path_);
  const std::string folder = scratch_.path() + "/folder";
  fs::create_directory(folder);
  std::ofstream(folder + "/inside") << "text";
  const Leftover leftover(folder);
  const pid_t child = fork();
  if (child == 0) {
    remove_leftovers();
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_EQ(files(), 2);
  remove_leftovers();
  EXPECT_FALSE(fs::exists(scratch_.path()));  // it is a leftover itself
}

}  // namespace
}  // namespace stalemate
