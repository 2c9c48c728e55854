// The inputs `frequencies` and `amplitudes` of an analysis: waves whose profile is
// k(δ) = Σ a²·cos(ωδ).
#pragma once
#include <vector>

#include "analyses/analysis.hpp"
#include "core/turn.hpp"

namespace posenc {

struct WaveList {
  std::vector<TurnFrequency> frequencies;
  std::vector<double> radians;  // |ω|, rad per position
  std::vector<double> amplitudes;
  std::size_t size() const { return frequencies.size(); }
};

// At most 65536 waves, |ω| < 2^63 rad per position; amplitudes default to 1 and must not all be 0.
Result<WaveList> read_waves(const Inputs& inputs);
Result<Count> most_waves(const Sizes&);

}  // namespace posenc
