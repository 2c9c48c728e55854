// Representational similarity analysis: two tables of the same n things are compared by how alike
// they find each two of them, the cosines between their rows.
//
// Source: Kriegeskorte et al. 2008.
#pragma once
#include <optional>
#include <vector>

#include "core/matrix.hpp"
#include "core/steps.hpp"

namespace posenc {

// Cosines of the pairs of rows i < j from their Gram matrix; 0 with a row that is 0.
Steps cosine_similarities(const Matrix& gram, std::vector<double>& out);

// Correlations of the cosines of the pairs i < j; nothing where one side's do not differ.
struct RepresentationalSimilarity {
  std::optional<double> pearson, spearman;
};
Steps representational_similarity(const Matrix& x, const Matrix& y,
                                  RepresentationalSimilarity& out);  // n >= 2

}  // namespace posenc
