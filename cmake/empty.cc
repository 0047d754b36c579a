// What carries the precompiled headers of unit tests (unit_tests.cmake) has no code of its own.
