// Smooth activations whose Gaussian integrals have no closed form. They define values and
// derivatives only; kernels/hermite_duals.hpp computes the integrals for networks of infinite
// width.
#pragma once
#include "core/real.hpp"
#include "nn/layer.hpp"

namespace posenc {
namespace smooth {

inline ValueAndDerivative tanh(double x) {
  const double t = real::tanh(x);
  return {t, 1 - t * t};
}
inline ValueAndDerivative sigmoid(double x) {
  const double s = real::sigmoid(x);
  return {s, s * (1 - s)};
}
inline ValueAndDerivative softplus(double x) { return {real::softplus(x), real::sigmoid(x)}; }
inline ValueAndDerivative silu(double x) {
  const double s = real::sigmoid(x);
  return {x * s, s + x * s * (1 - s)};
}

template <ValueAndDerivative (*kActivation)(double)>
constexpr LayerInfo layer(std::string_view id, std::string_view title, std::string_view formula,
                          std::string_view citation = "No closed form: Hermite series") {
  return {.id = id,
          .title = title,
          .formula = formula,
          .citation = citation,
          .activation = smooth_activation<kActivation>};
}

}  // namespace smooth

inline constexpr LayerInfo kTanh =
    smooth::layer<smooth::tanh>("tanh", "Hyperbolic tangent", R"(\varphi(x) = \tanh x)");
inline constexpr LayerInfo kSigmoid =
    smooth::layer<smooth::sigmoid>("sigmoid", "Logistic sigmoid", R"(\varphi(x) = 1/(1 + e^{-x}))");
inline constexpr LayerInfo kSoftplus =
    smooth::layer<smooth::softplus>("softplus", "Softplus", R"(\varphi(x) = \ln(1 + e^x))");
inline constexpr LayerInfo kSilu = smooth::layer<smooth::silu>(
    "silu", "SiLU (swish)", R"(\varphi(x) = x/(1 + e^{-x}))",
    "Elfwing et al. 2018, arXiv:1702.03118; no closed form: Hermite series");

}  // namespace posenc
