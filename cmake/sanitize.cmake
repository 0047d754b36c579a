# Sanitizers and coverage for the explorer's side. The runtime lives inside the user's program with its own
# stacks, allocator and hooks: it is built without either, see stalemate_plain_target.
set(STALEMATE_SANITIZE "" CACHE STRING "Sanitizers for the command and the unit tests, as -fsanitize takes them")
option(STALEMATE_COVERAGE "Record which lines run" OFF)
option(STALEMATE_FUZZ "Build the targets of tests/fuzz; needs clang" OFF)

if(STALEMATE_SANITIZE)
  add_compile_options(-fsanitize=${STALEMATE_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${STALEMATE_SANITIZE})
endif()
if(STALEMATE_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# A target that is linked into the user's program, file by file as the linker needs them.
function(stalemate_plain_target target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  if(STALEMATE_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
  endif()
  if(STALEMATE_COVERAGE)
    target_compile_options(${target} PRIVATE -fno-profile-arcs -fno-test-coverage)
  endif()
endfunction()
