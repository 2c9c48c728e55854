// Orthogonal random features: Yu et al. 2016 (arXiv:1610.09072). Random Fourier features whose
// frequencies come in blocks of orthogonal rows, which lowers the variance of the kernel estimate.
//
//   orf   W = (1/σ)·S·Q, Q Haar orthogonal, S = diag of chi-distributed norms (a, the number of
//   axes) sorf  W = (√a/σ)·H D1 H D2 H D3, H the normalised Walsh-Hadamard matrix, D random signs
//
// Blocks are (a, a), independent, stacked until there are enough rows.
#pragma once
#include "encodings/random_features.hpp"

namespace posenc::orthogonal_fourier_row {

using Variant = Choice<"orf", "sorf">;

inline constexpr ParamInfo kParams[] = {
    fourier::dim_param("Number of features D; even with form 'paired'."),
    fourier::axes_param(2, "Coordinates of a position; a power of two with variant 'sorf'."),
    fourier::sigma_param(),
    one_of<Variant>("variant",
                    "orf: Haar orthogonal blocks with chi-distributed norms; sorf: blocks of "
                    "signed Hadamard matrices, all of the same norm, which cost O(D log a) and are "
                    "unbiased only for many axes."),
    random_features::form_param("paired"),
    fourier::matrix_param(
        "offsets", "b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given."),
    fourier::kSeed,
};

inline double dot(const double* x, const double* y, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// Orthonormalises the rows of a Gaussian block one after the other: the QR decomposition of its
// transpose with a positive diagonal of R, whose Q is Haar distributed. Each row is projected
// twice, which leaves inner products of a few ulp (Giraud et al. 2005, "twice is enough").
inline void add_haar_block(std::vector<double>& w, std::size_t a, double sigma,
                           const Random& random, const Random& norms) {
  const std::size_t start = w.size();
  for (std::size_t i = 0; i < a * a; ++i) w.push_back(random.normal(start + i));
  double* q = w.data() + start;
  for (std::size_t r = 0; r < a; ++r) {
    double* row = q + r * a;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t s = 0; s < r; ++s) {
        const double along = dot(row, q + s * a, a);
        for (std::size_t c = 0; c < a; ++c) row[c] -= along * q[s * a + c];
      }
    const double length = std::sqrt(dot(row, row, a));
    for (std::size_t c = 0; c < a; ++c) row[c] /= length;
  }
  for (std::size_t r = 0; r < a; ++r) {
    double chi2 = 0;
    for (std::size_t c = 0; c < a; ++c) {
      const double x = norms.normal(start + r * a + c);
      chi2 += x * x;
    }
    const double scale = std::sqrt(chi2) / sigma;
    for (std::size_t c = 0; c < a; ++c) q[r * a + c] *= scale;
  }
}

// In place, without the factor 1/√a.
inline void hadamard(double* x, std::size_t a) {
  for (std::size_t half = 1; half < a; half *= 2)
    for (std::size_t i = 0; i < a; i += 2 * half)
      for (std::size_t j = i; j < i + half; ++j) {
        const double u = x[j], v = x[j + half];
        x[j] = u + v, x[j + half] = u - v;
      }
}

// The product of the three H is √a^-3 times integers, so W is exact up to one division.
inline void add_hadamard_block(std::vector<double>& w, std::size_t a, double sigma,
                               const Random& random) {
  const std::size_t start = w.size();
  w.resize(start + a * a);
  const auto sign = [&](std::size_t factor, std::size_t i) {
    return random.below(3 * start + factor * a + i, 2) == 0 ? 1.0 : -1.0;
  };
  std::vector<double> column(a);
  for (std::size_t c = 0; c < a; ++c) {
    for (std::size_t i = 0; i < a; ++i) column[i] = i == c ? 1 : 0;
    for (std::size_t factor = 3; factor-- > 0;) {  // D3 first
      for (std::size_t i = 0; i < a; ++i) column[i] *= sign(factor, i);
      hadamard(column.data(), a);
    }
    for (std::size_t r = 0; r < a; ++r)
      w[start + r * a + c] = column[r] / (static_cast<double>(a) * sigma);
  }
}

inline Result<random_features::Features> features(const Params& p) {
  const Result<std::size_t> made = random_features::rows(p);
  if (!made) return made.error();
  const std::size_t rows = made.value(), a = p.count("axes");
  const bool structured = p.choice<Variant>("variant") == "sorf";
  if (structured && (a & (a - 1)) != 0)
    return bad_param("axes", "must be a power of two with variant 'sorf', got ", a);
  const std::size_t blocks = (rows + a - 1) / a;
  if (blocks * a > fourier::kMostWeights / a)
    return refusal(ErrorCode::too_large, "dim",
                   {"the frequencies would be ", blocks * a, " x ", a, "; at most ",
                    fourier::kMostWeights, " numbers are held"});
  auto offsets = random_features::offsets(p);
  if (!offsets) return offsets.error();
  const Random random = fourier::random_of(p, 0), norms = fourier::random_of(p, 2);
  random_features::Features z{{}, std::move(offsets).value()};
  for (std::size_t b = 0; b < blocks; ++b) {
    if (structured)
      add_hadamard_block(z.frequencies, a, p.number("sigma"), random);
    else
      add_haar_block(z.frequencies, a, p.number("sigma"), random, norms);
  }
  z.frequencies.resize(rows * a);
  return z;
}

inline constexpr EncodingInfo kOrthogonalFourier = {
    .id = "orthogonal-fourier",
    .title = "Orthogonal random features",
    .family = "Fourier features",
    .formula =
        R"(W = \tfrac1\sigma S Q,\; Q^{\mathsf T}Q = I,\; S_{ii}\sim\chi_a;\qquad W = \tfrac{\sqrt a}{\sigma} H D_1 H D_2 H D_3\ (\mathrm{SORF}))",
    .citation = "Yu et al. 2016, Orthogonal Random Features, arXiv:1610.09072",
    .note =
        "Written from memory of the paper (unconfirmed); orthogonality and the lower variance are "
        "tested. With one axis it is plain random Fourier features.",
    .axes = {},
    .params = kParams,
    .trig_table = random_features::table<features>,
    .facts = random_features::facts<features>,
};

}  // namespace posenc::orthogonal_fourier_row
