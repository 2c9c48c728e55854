// A number within a part of itself: what is small must agree as closely as what is large.
#pragma once
#include <doctest/doctest.h>

#include <limits>

// doctest adds 1 to the size of the number, so that 1e-9 would equal any other number as small; of
// the least it adds here, 0 equals 0 alone. Where a tolerance is meant as such a sum, a test says
// its `scale`.
inline doctest::Approx approx(double x) {
  return doctest::Approx(x).scale(std::numeric_limits<double>::min());
}
