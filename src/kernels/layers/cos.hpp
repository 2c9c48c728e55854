// a·cos(b x + c) = a·sin(b x + c + π/2), see sin.hpp.
#pragma once
#include "kernels/layers/sin.hpp"

namespace posenc {
namespace cos_detail {

inline LayerInfo::Dual dual(const Params& p, double q11, double q12, double q22) {
  const auto [a, b, c] = affine(p);
  return sin_detail::waves(a, b, -real::cos(2 * c), q11, q12, q22);
}

}  // namespace cos_detail

inline constexpr LayerInfo kCos = {
    .id = "cos",
    .title = "Cosine",
    .formula = R"(\varphi(x) = a\cos(b x + c))",
    .citation = "Elementary Gaussian integrals; neural-tangents Cos",
    .params = kAffineParams,
    .dual = cos_detail::dual,
};

}  // namespace posenc
