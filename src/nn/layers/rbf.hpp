// √2·sin(√(2γ) x + π/4), whose kernel is the Gaussian exp(-γ(q11 + q22 - 2q12)).
#pragma once
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc::rbf_row {

inline constexpr ParamInfo kParams[] = {
    number("gamma", "γ: inverse squared length of the Gaussian.", 1, {0, 1e6}, {0.01, 10, true}),
};
struct Rbf {
  double gamma;
  explicit Rbf(const Params& p) : gamma(p.number("gamma")) {}
  Dual dual(double q11, double q12, double q22) const {
    const double apart = q11 + q22 - 2 * q12;
    const double t = real::exp(-gamma * (apart > 0 ? apart : 0));
    return {t, 2 * gamma * t};
  }
  ValueAndDerivative at(double x) const {
    constexpr double kRootTwo = 1.4142135623730951, kQuarterPi = 0.7853981633974483;
    const double frequency = std::sqrt(2 * gamma), angle = frequency * x + kQuarterPi;
    return {kRootTwo * real::sin(angle), kRootTwo * frequency * real::cos(angle)};
  }
};

inline constexpr LayerInfo kRbf = {
    .id = "rbf",
    .title = "Gaussian kernel layer",
    .formula = R"(\varphi(x) = \sqrt2\,\sin(\sqrt{2\gamma}\,x + \pi/4))",
    .citation = "Rahimi & Recht 2007; neural-tangents Rbf",
    .params = kParams,
    .activation = activation_of<Rbf>,
};

}  // namespace posenc::rbf_row
