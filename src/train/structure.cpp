#include "train/structure.hpp"

#include <cmath>  // std::sqrt

#include "kernels/hsic.hpp"

namespace posenc {

Structure structure(std::span<const double> table, const Matrix& similarities) {
  const std::size_t n = similarities.rows, dim = table.size() / n;
  Matrix gram = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < dim; ++c) gram(i, j) += table[i * dim + c] * table[j * dim + c];
  Structure out;
  Hsic hsic;
  biased_hsic(gram, similarities, hsic).finish();
  out.cka = hsic.cka;
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0, pairs = 0;
  const auto for_each_pair = [&](auto visit) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        const double size = std::sqrt(gram(i, i) * gram(j, j));
        visit(size == 0 ? 0 : gram(i, j) / size, similarities(i, j));
      }
  };
  for_each_pair([&](double cosine, double alike) {
    x += cosine, y += alike, xx += cosine * cosine, yy += alike * alike, xy += cosine * alike;
    ++pairs;
  });
  if (pairs == 0) return out;
  const double spread = (xx - x * x / pairs) * (yy - y * y / pairs);
  if (spread > 0) out.rsa = (xy - x * y / pairs) / std::sqrt(spread);
  double near = 0, nears = 0;
  for_each_pair([&](double cosine, double alike) {
    if (alike > y / pairs) near += cosine, ++nears;
  });
  if (nears > 0 && nears < pairs) out.contrast = near / nears - (x - near) / (pairs - nears);
  return out;
}

}  // namespace posenc
