// Smooth activations whose Gaussian integrals have no closed form. They state values and
// derivatives alone; for networks of infinite width kernels/hermite_duals.hpp makes the integrals
// from these.
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

}  // namespace smooth

inline constexpr LayerInfo kTanh = {
    .id = "tanh",
    .title = "Hyperbolic tangent",
    .formula = R"(\varphi(x) = \tanh x)",
    .citation = "No closed form: Hermite series",
    .activation = smooth_activation<smooth::tanh>,
};
inline constexpr LayerInfo kSigmoid = {
    .id = "sigmoid",
    .title = "Logistic sigmoid",
    .formula = R"(\varphi(x) = 1/(1 + e^{-x}))",
    .citation = "No closed form: Hermite series",
    .activation = smooth_activation<smooth::sigmoid>,
};
inline constexpr LayerInfo kSoftplus = {
    .id = "softplus",
    .title = "Softplus",
    .formula = R"(\varphi(x) = \ln(1 + e^x))",
    .citation = "No closed form: Hermite series",
    .activation = smooth_activation<smooth::softplus>,
};
inline constexpr LayerInfo kSilu = {
    .id = "silu",
    .title = "SiLU (swish)",
    .formula = R"(\varphi(x) = x/(1 + e^{-x}))",
    .citation = "Elfwing et al. 2018, arXiv:1702.03118; no closed form: Hermite series",
    .activation = smooth_activation<smooth::silu>,
};

}  // namespace posenc
