#include "analyses/experiments/setup.hpp"

#include <algorithm>
#include <cmath>  // std::floor, std::sqrt

#include "core/random.hpp"
#include "core/real.hpp"
#include "kernels/moments.hpp"
#include "kernels/network_kernel.hpp"
#include "nn/layers/dense.hpp"
#include "nn/layers/relu.hpp"

namespace posenc {

SinCos at_turns(double turns) {
  const double part = turns - std::floor(turns);  // in [0, 1], 1 for a tiny negative number
  if (!(part < 1)) return {0, 1};
  return sincos(static_cast<u128>(static_cast<std::uint64_t>(part * 0x1p64)) << 64);
}

std::vector<double> unit_grid(std::size_t points) {
  std::vector<double> x(points);
  for (std::size_t i = 0; i < points; ++i)
    x[i] = static_cast<double>(i) / static_cast<double>(points);
  return x;
}

std::vector<double> power_law_signal(std::size_t points, double power, std::size_t cutoff,
                                     std::uint64_t seed, std::uint32_t stream) {
  const Random random(seed, stream);
  std::vector<SinCos> circle;
  for (const double x : unit_grid(points)) circle.push_back(at_turns(x));
  std::vector<double> signal(points);
  for (std::size_t f = 0; f <= points / 2 && f < cutoff; ++f) {
    const double size = real::pow(static_cast<double>(1 + f), -power);
    const double a = size * random.normal(2 * f), b = size * random.normal(2 * f + 1);
    for (std::size_t i = 0; i < points; ++i)
      signal[i] += a * circle[f * i % points].cos + b * circle[f * i % points].sin;
  }
  return signal;
}

void standard_signal(double power, std::size_t cutoff, std::uint64_t seed, std::size_t c,
                     Matrix& train, Matrix& test) {
  const std::size_t n = train.rows;
  const auto stream = static_cast<std::uint32_t>(1000 + c);
  const std::vector<double> y = power_law_signal(2 * n, power, cutoff, seed, stream);
  const Moments of = moments(y);
  const double size = std::sqrt(of.variance);
  for (std::size_t i = 0; i < n; ++i) {
    train(i, c) = (y[2 * i] - of.mean) / size;
    test(i, c) = (y[2 * i + 1] - of.mean) / size;
  }
}

void scale_to_half(std::vector<double>& signal) {
  const auto [low, high] = std::ranges::minmax(signal);
  for (double& s : signal) s = high > low ? (s - low) / (high - low) - 0.5 : 0;
}

Matrix fourier_features(const std::vector<double>& x, const std::vector<double>& frequencies,
                        const std::vector<double>& amplitudes) {
  double square = 0;
  for (const double a : amplitudes) square += a * a;
  const double scale = 1 / std::sqrt(square);
  Matrix features = Matrix::zeros(x.size(), 2 * frequencies.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < frequencies.size(); ++j) {
      const SinCos wave = at_turns(frequencies[j] * x[i]);
      features(i, 2 * j) = scale * amplitudes[j] * wave.cos;
      features(i, 2 * j + 1) = scale * amplitudes[j] * wave.sin;
    }
  }
  return features;
}

double fourier_size(const double* values, std::size_t n, std::size_t k) {
  double re = 0, im = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const SinCos wave = at_turns(static_cast<double>(k * i % n) / static_cast<double>(n));
    re += values[i] * wave.cos;
    im += values[i] * wave.sin;
  }
  return std::sqrt(re * re + im * im);
}

double fourier_cosine(const double* values, std::size_t n, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += values[i] * at_turns(static_cast<double>(k * i % n) / static_cast<double>(n)).cos;
  return sum;
}

std::vector<Layer> relu_network(std::size_t hidden, std::size_t width, double weight_std,
                                double bias_std) {
  std::vector<Layer> layers;
  for (std::size_t l = 0; l <= hidden; ++l) {
    Params dense = *check(dense_row::kDense.params, {}, "");
    dense.set("weightStd", weight_std);
    dense.set("biasStd", bias_std);
    dense.set("width", static_cast<double>(width));
    layers.push_back({&dense_row::kDense, std::move(dense)});
    if (l < hidden) layers.push_back({&relu_row::kRelu, *check(relu_row::kRelu.params, {}, "")});
  }
  return layers;
}

Result<Matrix> standard_ntk(const std::vector<Layer>& layers, const Matrix& x,
                            const Matrix& other) {
  return infinite_ntk(layers, x, other, {.standard = true});
}

}  // namespace posenc
