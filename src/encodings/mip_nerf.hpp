// mip-NeRF's integrated positional encoding: Barron et al. 2021 (arXiv:2103.13415), the mean of the
// encoding over a Gaussian with mean μ and variance σ² along each axis:
//
//   [exp(-4^k σ²/2)·sin(2^k μ)]_k | [exp(-4^k σ²/2)·cos(2^k μ)]_k, k = minDeg … maxDeg-1
//
// scale-major, then axis; no π. A position holds the means, then the variances.
//
// Entries are within 5 ulp: wave 0.8 ulp, exponential 1 ulp (its argument is exact), and a product;
// an ulp of a factor may be two of the product. Entries below 2^-1000 may underflow.
#pragma once
#include <algorithm>

#include "core/real.hpp"
#include "encodings/fourier_params.hpp"

namespace posenc::mip_nerf_row {

inline constexpr ParamInfo kParams[] = {
    fourier::axes_param(6,
                        "Coordinates of a position: axes/2 means, then axes/2 variances (the "
                        "diagonal of the covariance)."),
    integer("minDeg", "Power of two that is the lowest frequency, in rad per unit.", 0, {-60, 60},
            {0, 16}),
    integer("maxDeg", "Power of two after the last one; more than minDeg.", 16, {-59, 61}, {1, 16}),
};

inline Result<RowTable> table(const Params& p) {
  const std::size_t axes = p.count("axes");
  if (axes % 2 != 0)
    return bad_param("axes", "must be even (a mean and a variance for each), got ", axes);
  const std::int64_t first = p.integer("minDeg"), end = p.integer("maxDeg");
  if (end <= first) return bad_param("maxDeg", "must be more than minDeg = ", first, ", got ", end);
  std::vector<TurnFrequency> frequencies;  // 2^k rad
  std::vector<double> squares;             // 4^k
  for (std::int64_t k = first; k < end; ++k) {
    frequencies.push_back(TurnFrequency::from_radians(Wide(1.0).scaled(static_cast<int>(k))));
    squares.push_back(Wide(1.0).scaled(static_cast<int>(2 * k)).to_double());
  }
  RowTable t;
  const std::size_t n = axes / 2, half = n * frequencies.size();
  t.axes = axes;
  t.width = 2 * half;
  t.row = [n, half, frequencies, squares](const double* position, double* out) {
    for (std::size_t k = 0; k < frequencies.size(); ++k)
      for (std::size_t a = 0; a < n; ++a, ++out) {
        const double variance = std::max(0.0, position[n + a]);  // negative ones are meaningless
        const double factor = real::exp(-0.5 * squares[k] * variance);
        const SinCos w = wave(frequencies[k], Position(position[a]));
        out[0] = factor * w.sin + 0;  // + 0 avoids negative zero
        out[half] = factor * w.cos + 0;
      }
  };
  return t;
}

inline constexpr EncodingInfo kMipNerf = {
    .id = "mip-nerf",
    .title = "Integrated encoding (mip-NeRF)",
    .family = "Fourier features",
    .formula =
        R"(\big[e^{-4^k\sigma^2/2}\sin(2^k\mu)\;\big|\;e^{-4^k\sigma^2/2}\cos(2^k\mu)\big]_{k=k_0}^{k_1-1})",
    .citation = "Barron et al. 2021, Mip-NeRF, arXiv:2103.13415; released code (google/mipnerf)",
    .note =
        "Positions are means, then variances; a negative variance counts as 0. The code writes the "
        "cosine as sin(y + π/2) and reduces arguments modulo 100π in float32 (unconfirmed).",
    .accuracy = "float64 entries are within 5 ulp; those below 2^-1000 may be lost to underflow.",
    .axes = {},
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::mip_nerf_row
