// Representational similarity analysis: compares two tables of the same n items by the cosines
// between their rows.
//
// Source: Kriegeskorte et al. 2008.
#pragma once
#include <optional>
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

// Cosines of the pairs of rows i < j from their Gram matrix; 0 for a row that is 0.
std::vector<double> cosine_similarities(const Matrix& gram);

// Correlations of the cosines of the pairs i < j; none if one side's are constant.
struct RepresentationalSimilarity {
  std::optional<double> pearson, spearman;
};
RepresentationalSimilarity representational_similarity(const Matrix& x, const Matrix& y);  // n >= 2

}  // namespace posenc
