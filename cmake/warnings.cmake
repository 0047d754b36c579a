# Warnings are errors, for our own code.
add_compile_options(-Wall -Wextra -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-Wno-sign-conversion)
  # libstdc++ 12 uses for std::stable_sort what it calls deprecated.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>")
endif()
# gcc 12 sees overlapping copies in `"text" + std::string` where there are none (its bug 105651), and uses of
# uninitialised members of strings that are initialised.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-maybe-uninitialized>")
endif()
