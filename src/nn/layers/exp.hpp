// a·exp(b x): E φφ = a² exp(b²((q11 + q22)/2 + q12)), E φ'φ' = b² E φφ.
#pragma once
#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc::exp_row {

inline constexpr ParamInfo kParams[] = {
    number("a", "Factor a, by which the output is multiplied.", 1, {-1e6, 1e6}),
    number("b", "Factor b, by which the input is multiplied.", 1, {-10, 10}),
};
struct Exp {
  double a, b;
  explicit Exp(const Params& p) : a(p.number("a")), b(p.number("b")) {}
  Dual dual(double q11, double q12, double q22) const {
    const double t = a * a * real::exp(b * b * ((q11 + q22) / 2 + q12));
    return {t, b * b * t};
  }
  ValueAndDerivative at(double x) const {
    const double value = a * real::exp(b * x);
    return {value, b * value};
  }
};

inline constexpr LayerInfo kExp = {
    .id = "exp",
    .title = "Exponential",
    .formula = R"(\varphi(x) = a\,e^{b x})",
    .citation = "Elementary Gaussian integrals; neural-tangents Exp",
    .params = kParams,
    .activation = activation_of<Exp>,
};

}  // namespace posenc::exp_row
