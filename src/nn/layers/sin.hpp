// a·sin(b x + c); a cosine is c = π/2. With e± = exp(-b²(q11 + q22 ∓ 2q12)/2):
//   E φφ = a²/2 (e+ - e- cos 2c),   E φ'φ' = a²b²/2 (e+ + e- cos 2c)
#pragma once
#include "core/real.hpp"
#include "nn/layer.hpp"
#include "nn/layers/affine.hpp"

namespace posenc::sin_row {

// exponents of e+ and e-: at most 0; the smaller one is computed first, without cancellation
inline Dual waves(double a, double b, double cos_2c, double q11, double q12, double q22) {
  const double apart = q11 + q22 - 2 * q12, together = q11 + q22 + 2 * q12;
  const double plus = real::exp(-b * b * (apart > 0 ? apart : 0) / 2);
  const double minus = real::exp(-b * b * (together > 0 ? together : 0) / 2);
  return {a * a / 2 * (plus - minus * cos_2c), a * a * b * b / 2 * (plus + minus * cos_2c)};
}

struct Sin {
  Affine p;
  double cos_2c;
  explicit Sin(const Params& params) : p(affine(params)), cos_2c(real::cos(2 * p.c)) {}
  Dual dual(double q11, double q12, double q22) const {
    return waves(p.a, p.b, cos_2c, q11, q12, q22);
  }
  ValueAndDerivative at(double x) const {
    const double angle = p.b * x + p.c;
    return {p.a * real::sin(angle), p.a * p.b * real::cos(angle)};
  }
};

inline constexpr LayerInfo kSin = {
    .id = "sin",
    .title = "Sine",
    .formula = R"(\varphi(x) = a\sin(b x + c))",
    .citation = "Elementary Gaussian integrals; neural-tangents Sin",
    .params = kAffineParams,
    .activation = activation_of<Sin>,
};

}  // namespace posenc::sin_row
