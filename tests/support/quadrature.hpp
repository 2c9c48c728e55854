// Dual activations by the trapezoid rule in (z1, z2) on [-9, 9]² with Gaussian weights, u = √q11
// z1, v = (q12/√q11) z1 + √(q22 - q12²/q11) z2, without using the formulas. n² points; the error
// for tanh at variances up to 7 is 2e-10 at 128² and 1e-14 at 256².
#pragma once
#include <array>
#include <cmath>

#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc::test {

template <ValueAndDerivative (*Function)(double), int n = 128>
Dual quadrature_dual(double q11, double q12, double q22) {
  constexpr double kReach = 9, kStep = 2 * kReach / n;
  static const std::array<double, n + 1> weight = [] {
    std::array<double, n + 1> w;
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
      const double z = -kReach + kStep * i;
      sum += w[static_cast<std::size_t>(i)] = real::exp(-z * z / 2);
    }
    for (double& x : w) x /= sum;
    return w;
  }();
  const double root = std::sqrt(q11), along = root > 0 ? q12 / root : 0;
  const double square = q22 - along * along;
  const double across = square > 0 ? std::sqrt(square) : 0;
  double t = 0, derivative = 0;
  for (int i = 0; i <= n; ++i) {
    const double z1 = -kReach + kStep * i;
    const ValueAndDerivative u = Function(root * z1);
    double value = 0, inner = 0;
    for (int j = 0; j <= n; ++j) {
      const ValueAndDerivative v = Function(along * z1 + across * (-kReach + kStep * j));
      value += weight[static_cast<std::size_t>(j)] * v.value;
      inner += weight[static_cast<std::size_t>(j)] * v.derivative;
      if (across == 0) {  // v does not depend on z2
        value = v.value, inner = v.derivative;
        break;
      }
    }
    t += weight[static_cast<std::size_t>(i)] * u.value * value;
    derivative += weight[static_cast<std::size_t>(i)] * u.derivative * inner;
  }
  return {t, derivative};
}

}  // namespace posenc::test
