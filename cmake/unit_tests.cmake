# Unit tests, in a release build: compiled fast rather than run fast, and the headers that most of them read only once. A `dev` build
# compiles each as it is, and so finds missing includes.
#
#   quick_to_compile(TARGET): a test that executes little.
#   quick_to_run(TARGET): one that executes much stays optimised.
function(quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  share_headers(${target} test_headers)
endfunction()

function(quick_to_run target)
  share_headers(${target} optimised_test_headers)
endfunction()

function(share_headers target headers)
  if(CMAKE_UNITY_BUILD)
    target_link_libraries(${target} PRIVATE GTest::gtest)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()

if(CMAKE_UNITY_BUILD)
  foreach(headers test_headers optimised_test_headers)
    add_executable(${headers} EXCLUDE_FROM_ALL ${CMAKE_CURRENT_SOURCE_DIR}/cmake/empty.cc)
    target_link_libraries(${headers} PRIVATE GTest::gtest_main)
    target_precompile_headers(
      ${headers}
      PRIVATE
      <gtest/gtest.h>
      <algorithm>
      <array>
      <cstdint>
      <cstdlib>
      <cstring>
      <filesystem>
      <fstream>
      <functional>
      <map>
      <memory>
      <optional>
      <random>
      <set>
      <sstream>
      <string>
      <string_view>
      <tuple>
      <unordered_map>
      <utility>
      <vector>)
  endforeach()
  target_compile_options(test_headers PRIVATE $<$<CONFIG:Release>:-O0>)
endif()
