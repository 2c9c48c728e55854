// Approximate equality with a relative tolerance: small values must agree as closely as large ones.
#pragma once
#include <doctest/doctest.h>

#include <limits>

// doctest adds 1 to the absolute value, so that with 1e-9 all small numbers would be equal. Here it
// adds the smallest number, so that 0 equals only 0. A test that needs such a sum sets its `scale`.
inline doctest::Approx approx(double x) {
  return doctest::Approx(x).scale(std::numeric_limits<double>::min());
}
