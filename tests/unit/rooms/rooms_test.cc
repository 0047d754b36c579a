#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "room_guard.h"

namespace stalemate::rooms {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

constexpr const char* kTable =
    "| room | holds | may use |\n|---|---|---|\n"
    "| `include/stalemate` | public | `std` |\n"
    "| `src/base` | base | `std` `fmt` |\n"
    "| `src/model` | model | `std` `base` |\n"
    "| `src/runtime` | runtime | `core` `base` `model` |\n"
    "| `tools` | tools | everything |\n";

// A small tree that keeps the rules, for the tests to break.
class RoomGuard : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "rooms-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    write("src/README.md", kTable);
    write("include/stalemate/stalemate.h", "#include <string>\n");
    write("src/base/ids.h", "#include <cstdint>\n");
    write("src/base/result.h", "#include <fmt/core.h>\n#include <string>\n");
    write("src/model/log.h", "#include \"base/ids.h\"\n#include <vector>\n");
    write("src/runtime/hook.cc", "#include \"base/ids.h\"\n#include <pthread.h>\n#include <sys/mman.h>\n");
    write("tools/main.cc", "#include \"model/log.h\"\n#include <CLI/CLI.hpp>\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }

  fs::path root_;
};

TEST_F(RoomGuard, IsContentWhereTheRulesAreKept) { EXPECT_THAT(violations(root_), IsEmpty()); }

TEST_F(RoomGuard, FindsAForbiddenRoom) {
  write("src/base/ids.h", "\n#include \"model/log.h\"\n");
  EXPECT_THAT(violations(root_),
              testing::Contains("src/base/ids.h:2: includes model/log.h, but src/base may not use model"));
}

TEST_F(RoomGuard, FindsAnUndeclaredRoom) {
  write("src/attic/x.h", "");
  write("src/model/log.h", "#include \"attic/x.h\"\n");
  EXPECT_THAT(violations(root_),
              ElementsAre("src/attic/x.h: is in no room of src/README.md",
                          "src/model/log.h:1: includes attic/x.h, which is in no room of src/README.md"));
}

TEST_F(RoomGuard, FindsAnIncludeThatDoesNotExist) {
  write("tools/main.cc", "#include \"model/gone.h\"\n");
  write("src/model/log.h", "#include <stalemate/gone.h>\n");
  EXPECT_THAT(violations(root_),
              ElementsAre("src/model/log.h:1: includes stalemate/gone.h, which does not exist",
                          "tools/main.cc:1: includes model/gone.h, which does not exist"));
}

TEST_F(RoomGuard, FindsAThirdPartyThatTheRowDoesNotName) {
  write("src/model/log.h", "#include <nlohmann/json.hpp>\n");
  write("include/stalemate/stalemate.h", "#include <fmt/core.h>\n");
  EXPECT_THAT(
      violations(root_),
      ElementsAre("include/stalemate/stalemate.h:1: includes fmt/core.h, but include/stalemate may "
                  "not use fmt",
                  "src/model/log.h:1: includes nlohmann/json.hpp, but src/model may not use nlohmann"));
}

TEST_F(RoomGuard, LetsASingleFileHaveARowOfItsOwn) {
  write("src/README.md", std::string(kTable) + "| `include/stalemate/gtest.h` | adaptor | `std` `gtest` |\n");
  write("include/stalemate/gtest.h", "#include <gtest/gtest.h>\n");
  EXPECT_THAT(violations(root_), IsEmpty());
  write("include/stalemate/other.h", "#include <gtest/gtest.h>\n");
  EXPECT_EQ(violations(root_).size(), 1u);
}

TEST_F(RoomGuard, KeepsAllocationOutOfTheRuntime) {
  write("src/runtime/hook.cc", "#include <vector>\n");
  EXPECT_THAT(violations(root_),
              ElementsAre("src/runtime/hook.cc:1: includes vector, but src/runtime may use only the core of "
                          "the standard library"));
}

TEST_F(RoomGuard, KeepsAllocationOutOfTheRuntimeThroughTheBackDoorToo) {
  write("src/runtime/hook.cc", "#include \"model/log.h\"\n");
  EXPECT_THAT(
      violations(root_),
      ElementsAre("src/runtime/hook.cc: reaches <vector> through src/model/log.h, but src/runtime may "
                  "use only the core of the standard library"));
}

TEST_F(RoomGuard, FindsAFileThatIsTooLong) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "//\n";
  write("src/model/long.cc", text);
  EXPECT_THAT(violations(root_), ElementsAre("src/model/long.cc: longer than 1000 lines"));
}

TEST_F(RoomGuard, WantsARowForASubfolder) {
  write("src/model/deep/x.h", "");
  EXPECT_THAT(violations(root_), ElementsAre("src/model/deep/x.h: is in no room of src/README.md"));
  write("src/README.md", std::string(kTable) + "| `src/model/**` | all below | `std` |\n");
  EXPECT_THAT(violations(root_), IsEmpty());
}

TEST_F(RoomGuard, FindsModulesThatIncludeEachOther) {
  write("src/model/a.h", "");
  write("src/model/a.cc", "#include \"model/a.h\"\n#include \"model/b.h\"\n");
  write("src/model/b.h", "#include \"model/a.h\"\n");
  EXPECT_THAT(violations(root_), ElementsAre("include cycle: src/model/a -> src/model/b -> src/model/a"));
}

TEST_F(RoomGuard, FindsRoomsThatIncludeEachOther) {
  write("src/README.md",
        std::string(kTable) + "| `src/left` | left | `right` |\n| `src/right` | right | `left` |\n");
  write("src/left/a.h", "");
  write("src/left/b.h", "#include \"right/b.h\"\n");
  write("src/right/a.h", "#include \"left/a.h\"\n");
  write("src/right/b.h", "");
  EXPECT_THAT(violations(root_), ElementsAre("include cycle: src/left -> src/right -> src/left"));
}

TEST_F(RoomGuard, FindsAFolderThatIsTooLarge) {
  for (int i = 0; i < 29; ++i) write("src/model/file" + std::to_string(i) + ".h", "");
  EXPECT_THAT(violations(root_), ElementsAre("src/model: has more than 28 sources"));
}

TEST_F(RoomGuard, WantsATable) {
  write("src/README.md", "no table\n");
  EXPECT_THAT(violations(root_), ElementsAre("src/README.md has no table of rooms"));
}

TEST(Rooms, IncludeOnlyWhatTheirTableAllows) {
  ASSERT_TRUE(fs::exists(fs::path(STALEMATE_SOURCE_DIR) / "src/README.md"));
  EXPECT_GE(read_rooms(kTable).size(), 5u);
  for (const std::string& violation : violations(STALEMATE_SOURCE_DIR)) ADD_FAILURE() << violation;
}

}  // namespace
}  // namespace stalemate::rooms
