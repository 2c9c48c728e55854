// a·exp(b x²), b <= 0. With det = √((1 - 2bq11)(1 - 2bq22) - 4b²q12²):
//   E φφ = a²/det,   E φ'φ' = 4a²b²q12/det³
#pragma once
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc::gaussian_row {

inline constexpr ParamInfo kParams[] = {
    number("a", "Factor a, by which the output is multiplied.", 1, {-1e6, 1e6}),
    number("b", "Factor of x² in the exponent.", -1, {-1e6, 0}),
};
struct Gaussian {
  double a, b;
  explicit Gaussian(const Params& p) : a(p.number("a")), b(p.number("b")) {}
  Dual dual(double q11, double q12, double q22) const {
    const double square = (1 - 2 * b * q11) * (1 - 2 * b * q22) - 4 * b * b * q12 * q12;  // >= 1
    const double det = std::sqrt(square);
    return {a * a / det, 4 * a * a * b * b * q12 / (square * det)};
  }
  ValueAndDerivative at(double x) const {
    const double value = a * real::exp(b * x * x);
    return {value, 2 * b * x * value};
  }
};

inline constexpr LayerInfo kGaussian = {
    .id = "gaussian",
    .title = "Gaussian bump",
    .formula = R"(\varphi(x) = a\,e^{b x^2})",
    .citation = "Williams 1997; neural-tangents Gaussian",
    .params = kParams,
    .activation = activation_of<Gaussian>,
};

}  // namespace posenc::gaussian_row
