#include "kernels/representational_similarity.hpp"

#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "kernels/correlation.hpp"
#include "kernels/gram.hpp"

namespace posenc {

std::vector<double> cosine_similarities(const Matrix& gram) {
  const std::size_t n = gram.rows;
  std::vector<double> norm(n);
  for (std::size_t i = 0; i < n; ++i) norm[i] = std::sqrt(gram(i, i));
  std::vector<double> out;
  out.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j)
      out.push_back(gram(i, j) == 0 ? 0 : gram(i, j) / norm[i] / norm[j]);
  }
  return out;
}

RepresentationalSimilarity representational_similarity(const Matrix& x, const Matrix& y) {
  const std::vector<double> of_x = cosine_similarities(gram_of(x)),
                            of_y = cosine_similarities(gram_of(y));
  return {correlation(of_x, of_y), correlation(ranks(of_x), ranks(of_y))};
}

}  // namespace posenc
