#include "linalg/cosine_sums.hpp"

#include "core/turn.hpp"
#include "core/wide.hpp"

namespace posenc {

CosineSums::CosineSums(std::size_t half) : half_(half), cos_(half), sin_(half) {
  // j/(2·half) of a turn, exact
  int shift = 128;
  for (std::size_t size = 2 * half; size > 1; size /= 2) --shift;
  for (std::size_t j = 0; j < half; ++j) {
    const SinCos w = sincos(static_cast<u128>(j) << shift);
    cos_[j] = w.cos, sin_[j] = w.sin;
  }
}

std::vector<double> CosineSums::operator()(const std::vector<double>& x) const {
  const std::size_t n = 2 * half_;
  std::vector<double> re(n), im(n);
  // cos(2πkδ/n) has period n in δ
  for (std::size_t i = 0; i < x.size(); ++i) re[i % n] += x[i];
  // radix 2 (Cooley & Tukey 1965), in place, indices reversed bit by bit first
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(re[i], re[j]);
  }
  for (std::size_t size = 2, stride = half_; size <= n; size *= 2, stride /= 2)
    for (std::size_t first = 0; first < n; first += size)
      for (std::size_t k = 0; k < size / 2; ++k) {
        const std::size_t a = first + k, b = a + size / 2;
        const double c = cos_[k * stride], s = sin_[k * stride];
        const double u = re[b] * c + im[b] * s, v = im[b] * c - re[b] * s;
        re[b] = re[a] - u, im[b] = im[a] - v;
        re[a] += u, im[a] += v;
      }
  re.resize(half_ + 1);
  return re;
}

}  // namespace posenc
