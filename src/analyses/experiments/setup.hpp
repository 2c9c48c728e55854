// Signals, Fourier features and networks shared by the experiments on spectral bias.
#pragma once
#include <cstdint>
#include <vector>

#include "core/matrix.hpp"
#include "core/turn.hpp"
#include "nn/layer.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Cosine and sine of a number of turns, exact at quarter turns: within 1 ulp for the turns rounded
// to 2^-53.
SinCos at_turns(double turns);

// i/points for each i
std::vector<double> unit_grid(std::size_t points);

// A random signal on the grid i/points: waves of frequency f = 0 … points/2 (below `cutoff` only)
// with normal cosine and sine coefficients times (1 + f)^-power; the seed is passed to Random.
std::vector<double> power_law_signal(std::size_t points, double power, std::size_t cutoff,
                                     std::uint64_t seed, std::uint32_t stream);
// Writes one signal over 2n points, with mean 0 and variance 1, to column c of both (n, signals):
// even points for training and odd points for testing.
void standard_signal(double power, std::size_t cutoff, std::uint64_t seed, std::size_t c,
                     Matrix& train, Matrix& test);
// Scales to [-1/2, 1/2]; a constant signal becomes 0.
void scale_to_half(std::vector<double>& signal);

// [a_j cos 2πb_j x, a_j sin 2πb_j x] / ‖a‖ for each x, (points, 2·frequencies).
Matrix fourier_features(const std::vector<double>& x, const std::vector<double>& frequencies,
                        const std::vector<double>& amplitudes);

// Magnitude of a list's discrete Fourier coefficient: |Σ_i v_i e^{-2πi k i/n}|.
double fourier_size(const double* values, std::size_t n, std::size_t k);
// Its real part, Σ_i v_i cos(2πki/n): for the first row of a circulant kernel, the eigenvalue of
// the waves of frequency k.
double fourier_cosine(const double* values, std::size_t n, std::size_t k);

// `hidden` dense layers of `width` with ReLUs, and a dense layer with one output.
std::vector<Layer> relu_network(std::size_t hidden, std::size_t width, double weight_std,
                                double bias_std);

// The infinite-width NTK, standard parameterisation with trained biases: (n, m).
Result<Matrix> standard_ntk(const std::vector<Layer>&, const Matrix& x, const Matrix& other);

}  // namespace posenc
