# Stalemate::Stalemate: what is linked with it is instrumented, and a program linked with it carries the runtime and
# explore(). stalemate_discover_tests(): see StalemateTests.cmake.
#
# Code that is not linked with it is not instrumented: give it to the libraries under test as well, with PUBLIC. A warning
# names those that are forgotten (StalemateWarnings.cmake).
cmake_policy(VERSION 3.18...3.25)
get_filename_component(_stalemate_root "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
set(STALEMATE_COMMAND "${_stalemate_root}/bin/stalemate")
include("${CMAKE_CURRENT_LIST_DIR}/StalemateTests.cmake")

set(Stalemate_FOUND FALSE)
foreach(_stalemate_language C CXX)
  if(DEFINED CMAKE_${_stalemate_language}_COMPILER_ID AND NOT CMAKE_${_stalemate_language}_COMPILER_ID MATCHES "^(GNU|Clang)$")
    set(Stalemate_NOT_FOUND_MESSAGE "neither gcc nor clang is the ${_stalemate_language} compiler")
    return()
  endif()
endforeach()
if(NOT EXISTS "${_stalemate_root}/lib/stalemate/libstalemate_rt.a")
  set(Stalemate_NOT_FOUND_MESSAGE "the runtime is not in ${_stalemate_root}/lib/stalemate")
  return()
endif()
set(Stalemate_FOUND TRUE)
if(TARGET Stalemate::Stalemate)
  return()
endif()
add_library(Stalemate::Stalemate INTERFACE IMPORTED)

# The wrapper has done all of it already where it is the project's compiler.
if("${CMAKE_CXX_COMPILER};${CMAKE_C_COMPILER}" MATCHES "/stalemate(-cc|-c\\+\\+)?(;|$)")
  return()
endif()

include("${CMAKE_CURRENT_LIST_DIR}/StalemateFlags.cmake")
target_include_directories(Stalemate::Stalemate INTERFACE "${_stalemate_root}/include")
target_compile_definitions(Stalemate::Stalemate INTERFACE ${_stalemate_definitions})
foreach(_stalemate_language C CXX)
  foreach(_stalemate_compiler GNU Clang)
    foreach(_stalemate_flag IN LISTS _stalemate_compile_${_stalemate_compiler})
      target_compile_options(
        Stalemate::Stalemate
        INTERFACE "$<$<COMPILE_LANG_AND_ID:${_stalemate_language},${_stalemate_compiler}>:${_stalemate_flag}>")
    endforeach()
  endforeach()
endforeach()

# A library takes the runtime of the program that uses it.
set(_stalemate_program "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>")
target_link_options(
  Stalemate::Stalemate
  INTERFACE
  "$<$<AND:${_stalemate_program},$<LINK_LANGUAGE:CXX>>:${_stalemate_link_CXX}>"
  "$<$<AND:${_stalemate_program},$<LINK_LANGUAGE:C>>:${_stalemate_link_C}>"
  "$<$<IN_LIST:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY;MODULE_LIBRARY>:${_stalemate_link_library}>")
target_link_libraries(Stalemate::Stalemate
                      INTERFACE "$<${_stalemate_program}:${_stalemate_library}>" ${CMAKE_DL_LIBS})
set_property(TARGET Stalemate::Stalemate PROPERTY INTERFACE_LINK_DEPENDS ${_stalemate_link_depends} ${_stalemate_library})
include("${CMAKE_CURRENT_LIST_DIR}/StalemateWarnings.cmake")
