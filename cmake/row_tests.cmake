# Tests from a table: one for each row and compiler, so that a failure names both.
#
#   source | macros | what the folder's `check` wants to know … | labels
#
# `make test` runs a sample, `make test-long` the rest. Of a table of more than 24 rows two of sixteen, of more than eight two of
# six, of others all; with the second compiler, a quarter of that. Odd ones and even ones, since right and wrong versions alternate.
#
# `check`, or the script named after the table, is run as: check STALEMATE JSON_FIELD SOURCE MACROS COLUMNS…, in a
# directory of its own, with STALEMATE_CC set.
function(add_row_tests prefix table)
  file(STRINGS ${table} rows REGEX "^[^#]")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  list(LENGTH rows length)
  if(length GREATER 24)
    set(period_gcc 16)
    set(sample_gcc 1 12)
    set(period_clang-19 64)
    set(sample_clang-19 1 50)
  elseif(length GREATER 8)
    set(period_gcc 6)
    set(sample_gcc 1 2)
    set(period_clang-19 24)
    set(sample_clang-19 1 8)
  else()
    set(period_gcc 1)
    set(sample_gcc 0)
    set(period_clang-19 8)
    set(sample_clang-19 1 6)
  endif()
  foreach(compiler gcc clang-19)
    find_program(found_${compiler} ${compiler})
    if(found_${compiler})
      set(number 0)
      foreach(row IN LISTS rows)
        math(EXPR number "${number} + 1")
        math(EXPR turn "${number} % ${period_${compiler}}")
        if(NOT turn IN_LIST sample_${compiler} AND NOT row MATCHES "long *$")
          string(APPEND row " long")
        endif()
        add_row_test(${prefix} ${compiler} "${row}" ${ARGN})
      endforeach()
    endif()
  endforeach()
endfunction()

function(add_row_test prefix compiler row)
  set(checks check ${ARGN})
  list(POP_BACK checks check)
  string(REGEX REPLACE " *\\| *" ";" columns "${row}")
  list(POP_FRONT columns source macros)
  list(POP_BACK columns labels)
  string(REGEX REPLACE "^\\.\\./|\\.cc?$" "" name ${source})
  string(REPLACE " " "" name "${prefix}.${name}${macros}")
  string(REPLACE "-D" "." name "${name}")
  foreach(column IN LISTS columns)
    if(column MATCHES "^--") # options of run tell rows apart
      string(REGEX REPLACE " *--" ":" options "${column}")
      string(REPLACE " " "=" options "${options}")
      string(APPEND name "${options}")
    endif()
  endforeach()
  string(APPEND name ".${compiler}")
  set(place ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(MAKE_DIRECTORY ${place})
  # An empty column is an argument, too, which a list would lose.
  set(arguments)
  foreach(column IN LISTS columns)
    string(APPEND arguments " \"${column}\"")
  endforeach()
  cmake_language(
    EVAL CODE "add_test(NAME [[${name}]] COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/${check} $<TARGET_FILE:stalemate_tool>
      $<TARGET_FILE:json_field> ${CMAKE_CURRENT_SOURCE_DIR}/${source} \"${macros}\" ${arguments}
      WORKING_DIRECTORY [[${place}]])")
  set_tests_properties(${name} PROPERTIES LABELS "${prefix};${labels}" TIMEOUT 1200 ENVIRONMENT "STALEMATE_CC=${compiler}")
endfunction()
