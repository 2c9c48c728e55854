// Kernels of a wide network with periodic activations, f(x) = √(2/m) Σ_j v_j cos(w_j x + b_j), v
// normal, b uniform, w_j drawn from the frequencies ω of an encoding, and k̂(δ) the mean of cos ωδ:
//
//   v trained             NNGP = NTK = k̂(δ): a random feature kernel (Rahimi & Recht 2007)
//   v and b trained       2 k̂(δ)
//   v, b and w trained    (2 + x x') k̂(δ), not stationary
//   v, b and ln w trained 2 k̂(δ) + x x' · mean of ω² cos ωδ
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

// Means over the frequencies at one offset.
struct WaveMeans {
  double kernel = 0;    // k̂: mean of cos ωδ
  double variance = 0;  // variance of cos ωδ
  double tilt = 0;      // mean of ω² cos ωδ
};
WaveMeans wave_means(const std::vector<double>& frequencies, double offset);

struct PeriodicKernels {
  double readout, readout_and_phase, all_parameters, log_frequencies;
};
PeriodicKernels periodic_kernels(const std::vector<double>& frequencies, double x, double y);

// k̂ for infinitely many frequencies, log-uniform in [1/base, 1]: the mean of cos ωδ.
double log_uniform_kernel(double offset, double base);

}  // namespace posenc
