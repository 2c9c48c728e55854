// How far a table of vectors mirrors what is known to be alike: the measures of Ito et al. for
// learned encodings.
#pragma once
#include <optional>
#include <span>

#include "core/matrix.hpp"

namespace posenc {

struct Structure {
  // of the table's linear kernel and the similarities, biased; nothing where one is constant
  std::optional<double> cka;
  // Pearson's correlation of cosines between rows and similarities, pairs i < j (representational
  // similarity analysis)
  std::optional<double> rsa;
  // mean cosine of pairs whose similarity exceeds the mean of all pairs, minus that of the others
  double contrast = 0;
};

// table (n, dim), similarities (n, n) symmetric
Structure structure(std::span<const double> table, const Matrix& similarities);

}  // namespace posenc
