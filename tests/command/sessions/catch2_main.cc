// Catch2's main function. Compiled apart, since it takes longer than all tests.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
