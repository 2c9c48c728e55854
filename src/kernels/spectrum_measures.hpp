// Measures of the eigenvalues of a kernel, in descending order and 0 if they are noise.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/line_fit.hpp"

namespace posenc {

// Eigenvalues of P·Pᵀ from the singular values of a table P (n, d), whose error is m·2^-52 of the
// largest, m = max(n, d): squares them. Those up to the returned floor, (2000·m·2^-52)² of the
// largest, become 0; each larger one has a relative error of at most 10^-3.
double square_singular_values(std::vector<double>& values, std::size_t n, std::size_t d);

// All measures are 0 if all eigenvalues are.
struct SpectrumMeasures {
  std::size_t rank = 0;            // λ > 0
  double trace = 0;                // Σ λ
  double participation_ratio = 0;  // (Σ λ)²/Σ λ²
  double effective_rank = 0;       // exp(-Σ p ln p), p = λ/Σλ: Roy & Vetterli 2007
  double stable_rank = 0;          // Σ λ/λ_1
};
SpectrumMeasures spectrum_measures(const std::vector<double>& eigenvalues);

// Number of eigenvalues above this fraction (0 or more) of the largest one; 0 if all are zero.
std::size_t numerical_rank(const std::vector<double>& eigenvalues, double threshold);

// Σ λ/(λ + τ) for each ridge τ > 0
std::vector<double> effective_dimensions(const std::vector<double>& eigenvalues,
                                         const std::vector<double>& ridges);

// Least squares of ln λ_m over ln m and over m, m = 1, 2, … while λ_m > 0; none below three values.
struct SpectrumDecay {
  LineFit power, exponential;
};
std::optional<SpectrumDecay> spectrum_decay(const std::vector<double>& eigenvalues);

}  // namespace posenc
