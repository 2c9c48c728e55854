// a·erf(b x) + c (Williams 1997). With P = (1 + 2b²q11)(1 + 2b²q22):
//   E φφ = a²(2/π) asin(2b²q12/√P) + c²,   E φ'φ' = a²b²(4/π)/√(P - 4b⁴q12²)
#pragma once
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "nn/layer.hpp"
#include "nn/layers/affine.hpp"

namespace posenc::erf_row {

struct Erf {
  double a, b, c;
  explicit Erf(const Params& p) : a(affine(p).a), b(affine(p).b), c(affine(p).c) {}
  Dual dual(double q11, double q12, double q22) const {
    constexpr double kPiDouble = 3.141592653589793;
    const double u = 1 + 2 * b * b * q11, v = 1 + 2 * b * b * q22, w = 2 * b * b * q12;
    // P - w² >= 1: no total cancellation
    const double rest = std::sqrt(u * v - w * w);
    return {a * a * 2 / kPiDouble * real::atan2(w, rest) + c * c,
            a * a * b * b * 4 / kPiDouble / rest};
  }
  ValueAndDerivative at(double x) const {
    constexpr double kTwoByRootPi = 1.1283791670955126;
    return {a * real::erf(b * x) + c, a * b * kTwoByRootPi * real::exp(-b * b * x * x)};
  }
};

inline constexpr LayerInfo kErf = {
    .id = "erf",
    .title = "Error function",
    .formula = R"(\varphi(x) = a\,\mathrm{erf}(b x) + c)",
    .citation = "Williams 1997, Computing with infinite networks, NIPS",
    .params = kAffineParams,
    .activation = activation_of<Erf>,
};

}  // namespace posenc::erf_row
