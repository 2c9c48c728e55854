// a·cos(b x + c) = a·sin(b x + c + π/2), see sin.hpp.
#pragma once
#include "nn/layers/sin.hpp"

namespace posenc::cos_row {

struct Cos {
  Affine p;
  double cos_2c;
  explicit Cos(const Params& params) : p(affine(params)), cos_2c(real::cos(2 * p.c)) {}
  Dual dual(double q11, double q12, double q22) const {
    return sin_row::waves(p.a, p.b, -cos_2c, q11, q12, q22);
  }
  ValueAndDerivative at(double x) const {
    const double angle = p.b * x + p.c;
    return {p.a * real::cos(angle), -p.a * p.b * real::sin(angle)};
  }
};

inline constexpr LayerInfo kCos = {
    .id = "cos",
    .title = "Cosine",
    .formula = R"(\varphi(x) = a\cos(b x + c))",
    .citation = "Elementary Gaussian integrals; neural-tangents Cos",
    .params = kAffineParams,
    .activation = activation_of<Cos>,
};

}  // namespace posenc::cos_row
