// The phases of a table along evenly spaced positions, as integers: pair i at start + k·step has
// the phase at + k·by modulo a turn, for any k.
#pragma once
#include <optional>
#include <vector>

#include "encodings/trig_table.hpp"

namespace posenc {

struct AffinePhase {
  u128 at = 0, by = 0;  // in units of 2^-128 of a turn
};

// (p) for a table of one axis; none if start or step is no multiple of 2^-64.
inline std::optional<std::vector<AffinePhase>> affine_phases(const TrigTable& t, double start,
                                                             double step) {
  const Position first(start), by(step);
  if (!first.fixed || !by.fixed) return std::nullopt;
  const auto phase_of = [&](const TurnFrequency& f, const Position& p) {
    const u128 turns = phase(f, p);
    return (f.negative != p.negative) != t.reversed ? ~turns + 1 : turns;
  };
  std::vector<AffinePhase> phases;
  for (std::size_t i = 0; i < t.pairs(); ++i) {
    const TurnFrequency& f = t.frequencies[i];
    const u128 offset = t.offsets.empty() ? 0 : t.offsets[i].fraction;
    phases.push_back({phase_of(f, first) + offset, phase_of(f, by)});
  }
  return phases;
}

}  // namespace posenc
