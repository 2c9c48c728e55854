// Scales of spatial encodings: low·(high/low)^(s/(S-1)), s = 0 … S-1; a single scale is `low`.
#pragma once
#include <optional>
#include <vector>

#include "core/geometric.hpp"
#include "core/params.hpp"

namespace posenc::multi_scale {

constexpr ParamInfo scales_param() {
  return integer("scales",
                 "Number of scales S, spaced geometrically from the smallest to the largest.", 16,
                 {1, 4096}, {1, 64});
}
constexpr ParamInfo limit_param(std::string_view name, std::string_view doc, double initial) {
  return number(name, doc, initial, {1e-9, 1e12}, {0.001, 10000, true});
}

// 1/scale of every scale
inline std::vector<Wide> inverse_scales(const Params& p, std::string_view low,
                                        std::string_view high) {
  const auto count = p.count("scales");
  const Wide first(p.number(low)), steps(static_cast<double>(count > 1 ? count - 1 : 1));
  std::vector<Wide> out = geometric(log(first / Wide(p.number(high))) / steps, count);
  for (Wide& x : out) x = x / first;
  return out;
}

}  // namespace posenc::multi_scale
