// a·exp(b x²), b <= 0. With det = √((1 - 2bq11)(1 - 2bq22) - 4b²q12²):
//   E φφ = a²/det,   E φ'φ' = 4a²b²q12/det³
#pragma once
#include <cmath>  // std::sqrt

#include "kernels/analysis.hpp"

namespace posenc {
namespace gaussian_detail {

inline constexpr ParamInfo kParams[] = {
    {.name = "a", .doc = "Factor of the output.", .initial = 1, .min = -1e6, .max = 1e6},
    {.name = "b", .doc = "Factor of x² in the exponent.", .initial = -1, .min = -1e6, .max = 0},
};
inline LayerInfo::Dual dual(const Params& p, double q11, double q12, double q22) {
  const double a = p.number("a"), b = p.number("b");
  const double square = (1 - 2 * b * q11) * (1 - 2 * b * q22) - 4 * b * b * q12 * q12;  // >= 1
  const double det = std::sqrt(square);
  return {a * a / det, 4 * a * a * b * b * q12 / (square * det)};
}

}  // namespace gaussian_detail

inline constexpr LayerInfo kGaussian = {
    .id = "gaussian",
    .title = "Gaussian bump",
    .formula = R"(\varphi(x) = a\,e^{b x^2})",
    .citation = "Williams 1997; neural-tangents Gaussian",
    .params = gaussian_detail::kParams,
    .dual = gaussian_detail::dual,
};

}  // namespace posenc
