// a·erf(b x) + c (Williams 1997). With P = (1 + 2b²q11)(1 + 2b²q22):
//   E φφ = a²(2/π) asin(2b²q12/√P) + c²,   E φ'φ' = a²b²(4/π)/√(P - 4b⁴q12²)
#pragma once
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "kernels/analysis.hpp"
#include "kernels/layers/affine.hpp"

namespace posenc {
namespace erf_detail {

inline LayerInfo::Dual dual(const Params& p, double q11, double q12, double q22) {
  constexpr double kPiDouble = 3.141592653589793;
  const auto [a, b, c] = affine(p);
  const double u = 1 + 2 * b * b * q11, v = 1 + 2 * b * b * q22, w = 2 * b * b * q12;
  // P - w² >= 1: no cancellation to nothing
  const double rest = std::sqrt(u * v - w * w);
  return {a * a * 2 / kPiDouble * real::atan2(w, rest) + c * c,
          a * a * b * b * 4 / kPiDouble / rest};
}

}  // namespace erf_detail

inline constexpr LayerInfo kErf = {
    .id = "erf",
    .title = "Error function",
    .formula = R"(\varphi(x) = a\,\mathrm{erf}(b x) + c)",
    .citation = "Williams 1997, Computing with infinite networks, NIPS",
    .params = kAffineParams,
    .dual = erf_detail::dual,
};

}  // namespace posenc
