// GELU, x·Φ(x) with the exact normal distribution function (Tsuchida et al. 2020; closed form as in
// neural-tangents Gelu). With D² = (1 + q11)(1 + q22) - q12², α = atan2(q12, D), P = (1 + q11)(1 +
// q22):
//   E φφ = [(q12² + q11 q22 D²)/(P D) + q12 α]/2π + q12/4
//   E φ'φ' = 1/4 + α/2π + q12/(2π D)·(1/D² + (1 - q11 q22)/P + 1)
#pragma once
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc::gelu_row {

struct Gelu {
  explicit Gelu(const Params&) {}
  Dual dual(double q11, double q12, double q22) const {
    constexpr double kTwoPiDouble = 6.283185307179586;
    const double product = (1 + q11) * (1 + q22), both = q11 * q22;
    const double square = product - q12 * q12;  // >= 1
    const double d = std::sqrt(square), alpha = real::atan2(q12, d);
    return {((q12 * q12 + both * square) / (product * d) + q12 * alpha) / kTwoPiDouble + q12 / 4,
            0.25 + alpha / kTwoPiDouble +
                q12 / (kTwoPiDouble * d) * (1 / square + (1 - both) / product + 1)};
  }
  ValueAndDerivative at(double x) const { return {real::gelu(x), real::gelu_derivative(x)}; }
};

inline constexpr LayerInfo kGelu = {
    .id = "gelu",
    .title = "GELU (exact)",
    .formula = R"(\varphi(x) = x\,\Phi(x))",
    .citation =
        "Hendrycks & Gimpel 2016, arXiv:1606.08415; kernel: Tsuchida et al. 2020, arXiv:2002.08517",
    .activation = activation_of<Gelu>,
};

}  // namespace posenc::gelu_row
