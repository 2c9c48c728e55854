// The doctest program of every tests/**/*_test.cpp; the same sources run natively and in Node.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
