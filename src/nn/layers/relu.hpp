// Rectifiers: a·min(x, 0) + b·max(x, 0); ReLU is (0, 1), leaky ReLU (α, 1), absolute value (-1, 1).
//
// With s = √(q11 q22 - q12²) and θ = atan2(s, q12):
//   E φ'φ' = (a² + b²)/2 - (a - b)² θ/2π,   E φφ = (a - b)² s/2π + E φ'φ' · q12
// Cho & Saul 2009 (arc-cosine kernels, orders 0 and 1).
#pragma once
#include <cmath>  // std::sqrt

#include "nn/layer.hpp"
#include "simd/rectifier_rows.hpp"

namespace posenc::relu_row {

inline constexpr ParamInfo kParams[] = {
    number("negativeSlope", "Slope a for x < 0: 0 is ReLU, -1 the absolute value.", 0, {-1e6, 1e6},
           {-1, 1}),
    number("positiveSlope", "Slope b for x > 0.", 1, {-1e6, 1e6}, {-1, 1}),
};

inline void duals(const Params& p, double q11, const double*, const double* roots, double* k,
                  double* theta, std::size_t n) {
  const double a = p.number("negativeSlope"), b = p.number("positiveSlope");
  rectifier_rows((a - b) * (a - b), (a * a + b * b) / 2, std::sqrt(q11), roots, k, theta, n);
}
inline void values(const Params& p, const double* x, double* value, double* derivative,
                   std::size_t n) {
  const double a = p.number("negativeSlope"), b = p.number("positiveSlope");
  for (std::size_t i = 0; i < n; ++i) {  // the derivative at 0 is that of x < 0, as in PyTorch
    derivative[i] = x[i] > 0 ? b : a;
    value[i] = derivative[i] * x[i];  // may be x itself
  }
}

inline constexpr LayerInfo kRelu = {
    .id = "relu",
    .title = "ReLU, leaky ReLU, absolute value",
    .formula = R"(\varphi(x) = a\min(x,0) + b\max(x,0))",
    .citation = "Cho & Saul 2009, Kernel methods for deep learning, NIPS",
    .params = kParams,
    .activation = {.duals = duals, .values = values},
};

}  // namespace posenc::relu_row
