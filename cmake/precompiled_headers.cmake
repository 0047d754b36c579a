# What most files include is read only once in a release build, for all targets of the same flags: `share_headers(TARGET NAME)`, with a
# NAME from below or from unit_tests.cmake. A `dev` build compiles each file as it is, and so finds missing includes. Targets with other
# flags are left out: gcc refuses some headers there, and forgets a limit on inlining; to make them once more gains nothing for so few.
function(share_headers target name)
  if(CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# precompile_headers(NAME HEADERS…): with the flags of the target NAME, which has no code.
function(precompile_headers name)
  target_precompile_headers(
    ${name}
    PRIVATE
    ${ARGN}
    <algorithm>
    <array>
    <charconv>
    <chrono>
    <cstdint>
    <cstdio>
    <cstdlib>
    <cstring>
    <filesystem>
    <fstream>
    <functional>
    <map>
    <memory>
    <optional>
    <set>
    <span>
    <sstream>
    <string>
    <string_view>
    <tuple>
    <unordered_map>
    <utility>
    <vector>)
endfunction()

if(CMAKE_UNITY_BUILD)
  add_library(library_headers OBJECT ${CMAKE_CURRENT_SOURCE_DIR}/cmake/empty.cc)
  precompile_headers(library_headers <tl/expected.hpp>)
endif()
