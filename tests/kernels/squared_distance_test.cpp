// Distances between integer vectors, which are exact, at every width of the interleaved sums.
#include "kernels/squared_distance.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace posenc;

TEST_CASE("squared_distance: Σ c² at every width") {
  std::vector<double> a, b;
  double want = 0;
  for (std::size_t width = 0; width < 19; ++width) {
    CHECK(squared_distance(a.data(), b.data(), width) == want);
    const auto c = static_cast<double>(width + 1);
    a.push_back(100 + c), b.push_back(100);
    want += c * c;
  }
}
