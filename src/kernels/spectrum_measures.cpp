#include "kernels/spectrum_measures.hpp"

#include <algorithm>

#include "core/real.hpp"

namespace posenc {

double square_singular_values(std::vector<double>& values, std::size_t n, std::size_t d) {
  constexpr double kUnit = 0x1p-52, kMostError = 1e-3;  // relative error of an eigenvalue
  for (double& x : values) x *= x;
  const double relative = static_cast<double>(std::max(n, d)) * kUnit * 2 / kMostError;
  const double floor = relative * relative * values[0];
  for (double& x : values)
    if (x <= floor) x = 0;
  return floor;
}

SpectrumMeasures spectrum_measures(const std::vector<double>& eigenvalues) {
  SpectrumMeasures of;
  double squares = 0, entropy = 0;
  for (const double x : eigenvalues) of.rank += x > 0, of.trace += x, squares += x * x;
  if (!(of.trace > 0)) return of;
  for (const double x : eigenvalues)
    if (x > 0) entropy -= x / of.trace * real::log(x / of.trace);
  of.participation_ratio = of.trace * of.trace / squares;
  of.effective_rank = real::exp(entropy);
  of.stable_rank = of.trace / eigenvalues[0];
  return of;
}

std::size_t numerical_rank(const std::vector<double>& eigenvalues, double threshold) {
  std::size_t above = 0;
  for (const double x : eigenvalues) above += x > threshold * eigenvalues[0];
  return above;
}

std::vector<double> effective_dimensions(const std::vector<double>& eigenvalues,
                                         const std::vector<double>& ridges) {
  std::vector<double> dimensions;
  for (const double ridge : ridges) {
    double sum = 0;
    for (const double x : eigenvalues) sum += x / (x + ridge);
    dimensions.push_back(sum);
  }
  return dimensions;
}

std::optional<SpectrumDecay> spectrum_decay(const std::vector<double>& eigenvalues) {
  std::vector<double> index, log_index, log_value;
  for (std::size_t m = 0; m < eigenvalues.size() && eigenvalues[m] > 0; ++m) {
    index.push_back(static_cast<double>(m + 1));
    log_index.push_back(real::log(index.back()));
    log_value.push_back(real::log(eigenvalues[m]));
  }
  if (index.size() < 3) return std::nullopt;
  return SpectrumDecay{*fit_line(log_index, log_value), *fit_line(index, log_value)};
}

}  // namespace posenc
