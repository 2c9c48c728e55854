#include "kernels/representational_similarity.hpp"

#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "kernels/correlation.hpp"
#include "kernels/gram.hpp"

namespace posenc {

Steps cosine_similarities(const Matrix& gram, std::vector<double>& out) {
  const std::size_t n = gram.rows;
  std::vector<double> norm(n);
  for (std::size_t i = 0; i < n; ++i) norm[i] = std::sqrt(gram(i, i));
  out.clear();
  out.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j)
      out.push_back(gram(i, j) == 0 ? 0 : gram(i, j) / norm[i] / norm[j]);
    co_yield (2 * kPass * static_cast<double>(n - i));
  }
}

Steps representational_similarity(const Matrix& x, const Matrix& y,
                                  RepresentationalSimilarity& out) {
  Matrix gram;
  std::vector<double> of_x, of_y, ranked;
  co_yield gram_steps(x, gram);
  co_yield cosine_similarities(gram, of_x);
  co_yield gram_steps(y, gram);
  co_yield cosine_similarities(gram, of_y);
  co_yield correlation(of_x, of_y, out.pearson);
  for (std::vector<double>* side : {&of_x, &of_y}) {
    co_yield ranks(*side, ranked);
    *side = std::move(ranked);
  }
  co_yield correlation(of_x, of_y, out.spearman);
}

}  // namespace posenc
