// Eigenvalues, or singular values, and their vectors.
#pragma once
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

struct Spectrum {
  std::vector<double> values;  // descending
  Matrix vectors;              // (kept, n), row k belongs to values[k]
};

}  // namespace posenc
