// Rectifiers: a·min(x, 0) + b·max(x, 0); ReLU is (0, 1), leaky ReLU (α, 1), absolute value (-1, 1).
//
// With s = √(q11 q22 - q12²) and θ = atan2(s, q12):
//   E φ'φ' = (a² + b²)/2 - (a - b)² θ/2π,   E φφ = (a - b)² s/2π + E φ'φ' · q12
// Cho & Saul 2009 (arc-cosine kernels, orders 0 and 1).
#pragma once
#include "core/real.hpp"
#include "kernels/layer.hpp"
#include "kernels/layers/dual.hpp"

namespace posenc {
namespace relu_detail {

inline constexpr ParamInfo kParams[] = {
    {.name = "negativeSlope",
     .doc = "Slope a for x < 0: 0 is ReLU, -1 the absolute value.",
     .initial = 0,
     .min = -1e6,
     .max = 1e6,
     .slider = {-1, 1}},
    {.name = "positiveSlope",
     .doc = "Slope b for x > 0.",
     .initial = 1,
     .min = -1e6,
     .max = 1e6,
     .slider = {-1, 1}},
};

struct Relu {
  double a, b;
  explicit Relu(const Params& p) : a(p.number("negativeSlope")), b(p.number("positiveSlope")) {}
  Dual dual(double q11, double q12, double q22) const {
    constexpr double kTwoPiDouble = 6.283185307179586;
    const double s = root_determinant(q11, q12, q22);
    const double jump = (a - b) * (a - b);
    const double slope = (a * a + b * b) / 2 - jump * real::atan2(s, q12) / kTwoPiDouble;
    return {jump * s / kTwoPiDouble + slope * q12, slope};
  }
  ValueAndSlope at(double x) const {  // the slope at 0 is that of x < 0, as PyTorch has it
    return x > 0 ? ValueAndSlope{b * x, b} : ValueAndSlope{a * x, a};
  }
};

}  // namespace relu_detail

inline constexpr LayerInfo kRelu = {
    .id = "relu",
    .title = "ReLU, leaky ReLU, absolute value",
    .formula = R"(\varphi(x) = a\min(x,0) + b\max(x,0))",
    .citation = "Cho & Saul 2009, Kernel methods for deep learning, NIPS",
    .params = relu_detail::kParams,
    .activation = activation_of<relu_detail::Relu>,
};

}  // namespace posenc
