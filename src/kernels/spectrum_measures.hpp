// What is read off the eigenvalues of a kernel, in descending order and 0 where they are noise.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/line_fit.hpp"

namespace posenc {

// Eigenvalues of P·Pᵀ from the singular values of a table P (n, d), which are off by m·2^-52 of the
// largest, m = max(n, d): their squares. Those up to the floor that is returned, (2000·m·2^-52)² of
// the largest, become 0; each one above it is within 10^-3 of itself.
double square_singular_values(std::vector<double>& values, std::size_t n, std::size_t d);

// Of none but zeros all are 0.
struct SpectrumMeasures {
  std::size_t rank = 0;            // λ > 0
  double trace = 0;                // Σ λ
  double participation_ratio = 0;  // (Σ λ)²/Σ λ²
  double effective_rank = 0;       // exp(-Σ p ln p), p = λ/Σλ: Roy & Vetterli 2007
  double stable_rank = 0;          // Σ λ/λ_1
};
SpectrumMeasures spectrum_measures(const std::vector<double>& eigenvalues);

// How many are above this fraction of the largest one, 0 or more: none of zeros.
std::size_t numerical_rank(const std::vector<double>& eigenvalues, double threshold);

// Σ λ/(λ + τ) for each ridge τ > 0
std::vector<double> effective_dimensions(const std::vector<double>& eigenvalues,
                                         const std::vector<double>& ridges);

// Least squares of ln λ_m over ln m and over m, m = 1, 2, … as far as λ_m > 0; nothing below three.
struct SpectrumDecay {
  LineFit power, exponential;
};
std::optional<SpectrumDecay> spectrum_decay(const std::vector<double>& eigenvalues);

}  // namespace posenc
