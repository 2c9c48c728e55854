// Frequencies and amplitudes for a desired kernel: the inverse of the kernel profile.
//
// A table of pairs a_j cos(ω_j p), a_j sin(ω_j p) has the kernel k(δ) = Σ_j a_j² cos(ω_j δ). By
// Herglotz's theorem (Bochner's on the integers) these are, in the limit, the positive definite
// functions. On lags 0 … n-1 a profile is reached exactly if and only if its n x n Toeplitz matrix
// has no negative eigenvalue (Carathéodory & Fejér). Then ⌈n/2⌉ frequencies are enough: cos δω is a
// polynomial of degree δ in cos ω, and Gauss quadrature with ⌈n/2⌉ nodes is exact at every lag. So
// dim = n reaches any reachable profile. No table reaches a profile that is not positive definite:
// the least eigenvalue shows this, and lowerBound bounds the error of any table.
//
// 1. Non-negative least squares for a² on a fine grid of frequencies (convex: KKT conditions), up
//    to dim + 16 of them.
// 2. Neighbours on the grid are merged into one frequency between them. Then the
//    pairs whose loss costs least are removed, until dim/2 remain.
// 3. Levenberg-Marquardt on all frequencies and weights: not convex, a local minimum. Pairs of
//    zero weight restart where they help most, and pairs are exchanged as long as that gains.
// With equal amplitudes (as in plain sinusoidal or rotary tables) step 2 takes the quantiles of the
// weights that step 1 found, and geometric ladders, and step 3 fits the frequencies and one scale
// from the best of them.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/progress.hpp"
#include "kernels/cosine_fit.hpp"

namespace posenc {

struct WantedKernel {
  CosineProblem problem;  // divided by `scale`
  double scale = 1;       // a power of two
  bool whole = false;     // lags 0 … n-1
  std::size_t pairs = 1;
  bool equal_amplitudes = false;
  std::size_t oversampling = 8;   // of the grid
  std::optional<int> most_steps;  // refinement steps; by default as many as take some seconds
};

// Errors of the kernel are root mean squares with the weights of the lags.
struct FrequencyDesign {
  std::vector<double> frequencies, turns, amplitudes, shares;  // (pairs), unused ones at the end
  std::size_t pairs = 0;                                       // used
  std::vector<double> lags, target, fitted;
  double rms_error = 0, max_error = 0;
  std::size_t grid_pairs = 0;
  double grid_error = 0, grid_gap = 0, selected_error = 0;
  int steps = 0;
  double slope = 0;                         // relative slope of the sum of squares at the end
  double another_pair = 0;                  // largest cosine of a wave with the residual …
  std::optional<double> another_frequency;  // … and its frequency
  std::optional<double> relative_error;
  std::optional<double> least_eigenvalue;  // of the target's Toeplitz matrix
  std::optional<bool> positive_semidefinite;
  std::optional<double> lower_bound;  // of the rms error of any table
};

// Maximum rows of a Toeplitz matrix for computing its eigenvalues.
inline constexpr std::size_t kMostEigenvalues = 2048;

FrequencyDesign design_frequencies(WantedKernel wanted, const Progress& = {});

}  // namespace posenc
