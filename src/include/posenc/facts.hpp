// Quantities that an encoding reports on itself: slopes, eigenvalues, drawn weights.
#pragma once
#include <string_view>
#include <vector>

namespace posenc {

struct Fact {
  std::string_view name, doc;
  std::vector<double> values;
  std::size_t cols = 1;  // values are (values.size() / cols, cols)
};
using Facts = std::vector<Fact>;

}  // namespace posenc
