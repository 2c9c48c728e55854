#include "kernels/gaussian_fit.hpp"

#include <cmath>  // std::sqrt

#include "core/real.hpp"

namespace posenc {
namespace {

constexpr int kScan = 60, kSections = 36;

GaussianFit fit_at(const std::vector<double>& profile, double sigma, bool free_scale) {
  double kk = 0, kg = 0, gg = 0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const double z = sigma * static_cast<double>(i), g = real::exp(-z * z / 2);
    kk += profile[i] * profile[i], kg += profile[i] * g, gg += g * g;
  }
  GaussianFit fit{0, free_scale ? kg / gg : 1, sigma};
  double rest = 0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const double r = profile[i] - fit.at(static_cast<double>(i));
    rest += r * r;
  }
  fit.error = std::sqrt(rest / kk);
  return fit;
}

}  // namespace

double GaussianFit::at(double offset) const {
  const double z = sigma * offset;
  return scale * real::exp(-z * z / 2);
}

// σ from nearly flat to nearly a spike: a scan of ln σ, then golden sections around the best
GaussianFit fit_gaussian(const std::vector<double>& profile, bool free_scale) {
  const auto length = static_cast<double>(profile.size());
  const double low = real::log(0.01 / length), step = (real::log(10) - low) / kScan;
  const auto fit = [&](double log_sigma) {
    return fit_at(profile, real::exp(log_sigma), free_scale);
  };
  double best_at = low;
  GaussianFit best = fit(low);
  for (int i = 1; i <= kScan; ++i) {
    if (const GaussianFit next = fit(low + step * i); next.error < best.error)
      best = next, best_at = low + step * i;
  }
  constexpr double kGolden = 0.6180339887498949;
  double a = best_at - step, b = best_at + step;
  double c = b - kGolden * (b - a), d = a + kGolden * (b - a);
  GaussianFit left = fit(c), right = fit(d);
  for (int i = 0; i < kSections; ++i) {  // to 1e-8 in ln σ, where the error is flat
    if (left.error < right.error)
      b = d, d = c, right = left, c = b - kGolden * (b - a), left = fit(c);
    else
      a = c, c = d, left = right, d = a + kGolden * (b - a), right = fit(d);
  }
  return left.error < best.error ? left : best;
}

}  // namespace posenc
