#include "linalg/cosine_sums.hpp"

#include "core/passes.hpp"
#include "core/turn.hpp"
#include "core/wide.hpp"

namespace posenc {

Steps CosineSums::make(std::size_t half) {
  constexpr double kWave = 400;  // cost of a sine and a cosine
  half_ = half;
  cos_.clear(), sin_.clear();
  cos_.reserve(half), sin_.reserve(half);
  // j/(2·half) of a turn, exact
  int shift = 128;
  for (std::size_t size = 2 * half; size > 1; size /= 2) --shift;
  co_yield in_parts(half, kWave, [&](std::size_t first, std::size_t end) {
    for (std::size_t j = first; j < end; ++j) {
      const SinCos w = sincos(static_cast<u128>(j) << shift);
      cos_.push_back(w.cos), sin_.push_back(w.sin);
    }
  });
}

Steps CosineSums::sums(const std::vector<double>& x, std::vector<double>& re) const {
  constexpr double kSwap = 200, kButterfly = 100;  // cost of one, seldom in the cache
  const std::size_t n = 2 * half_;
  std::vector<double> im;
  co_yield zeros(re, n);
  co_yield zeros(im, n);
  // cos(2πkδ/n) has period n in δ
  for (std::size_t i = 0; i < x.size(); ++i) re[i % n] += x[i];
  // radix 2 (Cooley & Tukey 1965), in place, indices reversed bit by bit first
  std::size_t j = 0;
  co_yield in_parts(n - 1, kSwap, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first + 1; i <= end; ++i) {
      std::size_t bit = n / 2;
      for (; j & bit; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(re[i], re[j]);
    }
  });
  for (std::size_t size = 2, stride = half_; size <= n; size *= 2, stride /= 2)
    co_yield in_parts(half_, kButterfly, [&](std::size_t from, std::size_t end) {
      for (std::size_t at = from; at < end;) {
        const std::size_t first = at / (size / 2) * size, begin = at % (size / 2),
                          stop = std::min(size / 2, begin + end - at);
        for (std::size_t k = begin; k < stop; ++k) {
          const std::size_t a = first + k, b = a + size / 2;
          const double c = cos_[k * stride], s = sin_[k * stride];
          const double u = re[b] * c + im[b] * s, v = im[b] * c - re[b] * s;
          re[b] = re[a] - u, im[b] = im[a] - v;
          re[a] += u, im[a] += v;
        }
        at += stop - begin;
      }
    });
  re.resize(half_ + 1);
}

}  // namespace posenc
