// Kernels that depend only on the offset Δ between two positions, in closed form from the
// frequencies: no table, no cancellation at large positions.
#pragma once
#include <span>

#include "core/turn.hpp"

namespace posenc {

// Waves of one or several coordinates: frequencies are (p, axes), amplitudes (p) or one for all.
struct Waves {
  std::span<const TurnFrequency> frequencies;
  std::span<const double> amplitudes;
  std::size_t axes = 1;
};

// out[j] = Σ_i amplitude_i² · cos(omega_i · Δ_j): the inner product of the table rows at m and m -
// Δ_j. Offsets (n, axes), |Δ| <= 2^53. With one amplitude and p frequencies the error is at most
// (3.2·p + 1)·amplitude²·2^-53 (compensated sum of terms within 2^-53). Tested by
// tests/kernels/shift_kernel_test.cpp.
void shift_kernel(const Waves& waves, std::span<const double> offsets, double* out);

// out[j] = (1/p) Σ_{k=1..p} |Σ_{i<k} e^{i omega_i Δ_j}|: RoFormer's long-term decay curve (section
// 3.4.3, figure 2; equation numbers 35-37 unconfirmed). An upper bound on a rotary score's
// envelope, not monotone. Absolute error at most (p² + 4)·2^-53.
void decay_bound(std::span<const TurnFrequency> frequencies, std::span<const double> offsets,
                 double* out);

}  // namespace posenc
