# Unit tests, in a release build: compiled fast rather than run fast, with precompiled headers (precompiled_headers.cmake).
#
#   quick_to_compile(TARGET): a test that executes little.
#   quick_to_run(TARGET): one that executes much stays optimised.
function(quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  share_test_headers(${target} test_headers)
endfunction()

function(quick_to_run target)
  share_test_headers(${target} optimised_test_headers)
endfunction()

function(share_test_headers target headers)
  share_headers(${target} ${headers})
  if(CMAKE_UNITY_BUILD)
    target_link_libraries(${target} PRIVATE GTest::gtest)
  endif()
endfunction()

if(CMAKE_UNITY_BUILD)
  foreach(headers test_headers optimised_test_headers)
    add_executable(${headers} EXCLUDE_FROM_ALL ${CMAKE_CURRENT_SOURCE_DIR}/cmake/empty.cc)
    target_link_libraries(${headers} PRIVATE GTest::gtest_main)
    precompile_headers(${headers} <gtest/gtest.h> <random>)
  endforeach()
  target_compile_options(test_headers PRIVATE $<$<CONFIG:Release>:-O0>)
endif()
