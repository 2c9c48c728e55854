#include "linalg/cosine_sums.hpp"

#include "core/turn.hpp"
#include "core/wide.hpp"

namespace posenc {

void CosineSums::make(std::size_t half) {
  half_ = half;
  cos_.clear(), sin_.clear();
  cos_.reserve(half), sin_.reserve(half);
  // j/(2·half) of a turn, exact
  int shift = 128;
  for (std::size_t size = 2 * half; size > 1; size /= 2) --shift;
  for (std::size_t j = 0; j < half; ++j) {
    const SinCos w = sincos(static_cast<u128>(j) << shift);
    cos_.push_back(w.cos), sin_.push_back(w.sin);
  }
}

void CosineSums::sums(const std::vector<double>& x, std::vector<double>& re) const {
  const std::size_t n = 2 * half_;
  std::vector<double> im(n);
  re.assign(n, 0);
  // cos(2πkδ/n) has period n in δ
  for (std::size_t i = 0; i < x.size(); ++i) re[i % n] += x[i];
  // radix 2 (Cooley & Tukey 1965), in place, indices reversed bit by bit first
  std::size_t j = 0;
  for (std::size_t i = 1; i < n; ++i) {
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
}

}  // namespace posenc
