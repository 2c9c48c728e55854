// Eigenvalues, or singular values, and their vectors.
#pragma once
#include <vector>

namespace posenc {

struct Spectrum {
  std::vector<double> values;   // descending
  std::vector<double> vectors;  // (kept, n), row k belongs to values[k]
};

}  // namespace posenc
