// What carries precompiled headers (precompiled_headers.cmake) has no code of its own.
