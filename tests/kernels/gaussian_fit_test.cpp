// Planted Gaussians are found, and the error is the residual.
#include "kernels/gaussian_fit.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace posenc;

namespace {

GaussianFit of(const std::vector<double>& profile, bool free_scale) {
  return fit_gaussian(profile, free_scale);
}

}  // namespace

TEST_CASE("gaussian fit: a planted width and scale") {
  for (const double sigma : {0.003, 0.05, 0.7})
    for (const double scale : {1.0, 0.4}) {
      std::vector<double> profile;
      for (int i = 0; i < 200; ++i) profile.push_back(scale * std::exp(-sigma * sigma * i * i / 2));
      const GaussianFit fit = of(profile, true);
      CHECK(fit.error <= 1e-7);  // golden sections end at 1e-8 in ln σ
      CHECK(fit.scale == approx(scale).epsilon(1e-6));
      CHECK(fit.sigma == approx(sigma).epsilon(1e-6));
      CHECK(fit.at(-3) == approx(profile[3]).epsilon(1e-6));
      const GaussianFit of_norm = of(profile, false);
      CHECK(of_norm.scale == 1);
      if (scale == 1) CHECK(of_norm.error <= 1e-7);
      double rest = 0, all = 0;
      for (int i = 0; i < 200; ++i) {
        const double p = profile[static_cast<std::size_t>(i)];
        rest += std::pow(p - of_norm.at(i), 2), all += p * p;
      }
      CHECK(of_norm.error == approx(std::sqrt(rest / all)).epsilon(1e-9));
    }
}
