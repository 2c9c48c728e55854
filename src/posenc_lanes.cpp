// Tables of a Plan as lanes of integer phases.
#include "encodings/affine_phases.hpp"
#include "posenc.hpp"

namespace posenc {
namespace {

// to the nearest multiple of 2^-64 of a turn
std::uint64_t rounded(u128 turns) {
  return static_cast<std::uint64_t>((turns + (u128{1} << 63)) >> 64);
}

// Returns the lane that lacks this wave of the pair, or a new lane.
Plan::WaveLane& lane_for(std::vector<Plan::WaveLane>& lanes, std::vector<std::size_t>& of_pair,
                         const Plan::WaveLane& fresh, std::uint32_t Plan::WaveLane::*channel) {
  for (const std::size_t i : of_pair)
    if (lanes[i].*channel == Plan::WaveLane::kNone) return lanes[i];
  of_pair.push_back(lanes.size());
  return lanes.emplace_back(fresh);
}

}  // namespace

Result<std::vector<Plan::WaveLane>> Plan::wave_lanes(double start, double step) const {
  if (!table_ || table_->axes != 1 || table_->zero_position) return not_defined("table as lanes");
  const double range[] = {start, step};
  if (auto error = bad_positions(range)) return *error;
  const auto phases = affine_phases(*table_, start, step);
  if (!phases)
    return Error{ErrorCode::bad_positions, "positions",
                 "start and step must be multiples of 2^-64 for integer phases"};
  std::vector<WaveLane> lanes;
  std::vector<std::vector<std::size_t>> of_pair(table_->pairs());
  for (std::uint32_t c = 0; c < table_->columns.size(); ++c) {
    const Column& column = table_->columns[c];
    if (column.wave == Wave::coordinate) return not_defined("table as lanes");
    if (column.wave == Wave::zero) {
      lanes.push_back({0, 0, 0.0f, WaveLane::kNone, c});
      continue;
    }
    const auto& [at, by] = (*phases)[column.pair];
    const WaveLane fresh{rounded(at), rounded(by),
                         static_cast<float>(table_->amplitude_of(column.pair)), WaveLane::kNone,
                         WaveLane::kNone};
    const auto channel = column.wave == Wave::sine ? &WaveLane::sine : &WaveLane::cosine;
    lane_for(lanes, of_pair[column.pair], fresh, channel).*channel = c;
  }
  return lanes;
}

}  // namespace posenc
