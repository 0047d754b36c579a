# stalemate_discover_tests(TARGET
#   [OPTIONS name=value…]  for every test of the target, over what its code says
#   … and everything that gtest_discover_tests takes)
#
# One CTest test for each GoogleTest test of the target, with the label `stalemate` unless PROPERTIES has another. Each
# exploration uses all cores unless OPTIONS has jobs=N, so CTest runs them one at a time.
include_guard(GLOBAL)
include(GoogleTest)

function(stalemate_discover_tests target)
  set(switches NO_PRETTY_TYPES NO_PRETTY_VALUES)
  set(words TEST_PREFIX TEST_SUFFIX TEST_LIST TEST_FILTER WORKING_DIRECTORY XML_OUTPUT_DIR DISCOVERY_TIMEOUT
            DISCOVERY_MODE)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${switches}" "${words}" "OPTIONS;PROPERTIES;EXTRA_ARGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "stalemate_discover_tests does not understand: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  # Discovery at test time: a cross build or a failing start then breaks the test, not the build.
  set(passed_on)
  if(NOT arg_DISCOVERY_MODE)
    set(arg_DISCOVERY_MODE PRE_TEST)
  endif()
  foreach(word IN LISTS words)
    if(DEFINED arg_${word})
      list(APPEND passed_on ${word} "${arg_${word}}")
    endif()
  endforeach()
  foreach(switch IN LISTS switches)
    if(arg_${switch})
      list(APPEND passed_on ${switch})
    endif()
  endforeach()
  if(arg_EXTRA_ARGS)
    list(APPEND passed_on EXTRA_ARGS ${arg_EXTRA_ARGS})
  endif()

  set(properties LABELS stalemate)
  set(options "${arg_OPTIONS}")
  if(NOT options MATCHES "(^|;)jobs=")
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  if(options)
    string(REPLACE ";" ":" options "${options}")
    list(APPEND properties ENVIRONMENT "STALEMATE_OPTIONS=${options}")
  endif()
  gtest_discover_tests(${target} ${passed_on} PROPERTIES "${properties}" "${arg_PROPERTIES}")
endfunction()
