// sign(x): E φφ = 1 - 2θ/π with θ the angle between the inputs; the derivative is 0 almost
// everywhere, so the NTK of a network with a sign layer includes only the layers after it.
#pragma once
#include "core/real.hpp"
#include "nn/layer.hpp"
#include "nn/layers/dual.hpp"

namespace posenc::sign_row {

struct Sign {
  explicit Sign(const Params&) {}
  Dual dual(double q11, double q12, double q22) const {
    constexpr double kPiDouble = 3.141592653589793;
    if (q11 == 0 || q22 == 0) return {0, 0};
    return {1 - 2 * real::atan2(root_determinant(q11, q12, q22), q12) / kPiDouble, 0};
  }
  ValueAndDerivative at(double x) const { return {x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0, 0}; }
};

inline constexpr LayerInfo kSign = {
    .id = "sign",
    .title = "Sign",
    .formula = R"(\varphi(x) = \mathrm{sign}(x))",
    .citation = "Cho & Saul 2009 (arc-cosine kernel of order 0)",
    .activation = activation_of<Sign>,
};

}  // namespace posenc::sign_row
