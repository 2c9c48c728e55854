// Blocks of waves that depend on one coordinate each, the components of 2-D, 3-D and N-D sinusoidal
// encodings.
#pragma once
#include "core/geometric.hpp"
#include "core/params.hpp"
#include "encodings/trig_table.hpp"

namespace posenc {

namespace grid_waves {

inline constexpr ParamInfo kBase =
    number("base", "Base b of the geometric frequencies.", 10000, above(0, 1e30), {10, 1e7, true});

// scale·base^(-k/n), k = 0 … n-1
inline std::vector<Wide> frequencies(double base, std::size_t n, const Wide& scale = Wide(1.0)) {
  std::vector<Wide> omega = geometric(-(log(Wide(base)) / Wide(static_cast<double>(n))), n);
  for (Wide& w : omega) w = scale * w;
  return omega;
}

// Adds pairs that follow `axis`; returns the index of the first.
inline std::uint32_t add_pairs(TrigTable& t, std::size_t axis, const std::vector<Wide>& omega) {
  const auto first = static_cast<std::uint32_t>(t.pairs());
  for (const Wide& w : omega) t.add_pair(axis, TurnFrequency::from_radians(w));
  return first;
}

// [sin | cos] of base^(-k/n)·scale·coordinate, k < n
inline void add_half_block(TrigTable& t, std::size_t axis, const std::vector<Wide>& omega) {
  t.add_waves(add_pairs(t, axis, omega), omega.size());
}

}  // namespace grid_waves
}  // namespace posenc
