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
  for (Steps steps = gram_steps(x, gram); steps.next();) co_yield steps.cost();
  for (Steps steps = cosine_similarities(gram, of_x); steps.next();) co_yield steps.cost();
  for (Steps steps = gram_steps(y, gram); steps.next();) co_yield steps.cost();
  for (Steps steps = cosine_similarities(gram, of_y); steps.next();) co_yield steps.cost();
  for (Steps steps = correlation(of_x, of_y, out.pearson); steps.next();) co_yield steps.cost();
  for (std::vector<double>* side : {&of_x, &of_y}) {
    for (Steps steps = ranks(*side, ranked); steps.next();) co_yield steps.cost();
    *side = std::move(ranked);
  }
  for (Steps steps = correlation(of_x, of_y, out.spearman); steps.next();) co_yield steps.cost();
}

}  // namespace posenc
