#include "kernels/diagnostics/waves.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "kernels/diagnostics/tables.hpp"

namespace posenc {

Result<WaveList> read_waves(const Inputs& inputs) {
  constexpr std::size_t kMost = 65536;
  const Matrix& frequencies = inputs["frequencies"];
  if (auto error = bad_list("frequencies", frequencies)) return *error;
  const std::size_t p = frequencies.data.size();
  if (p > kMost)
    return Error{ErrorCode::too_large, "frequencies",
                 "must be at most " + std::to_string(kMost) + " numbers, got " + std::to_string(p)};
  WaveList waves;
  for (const double omega : frequencies.data) {
    waves.frequencies.push_back(TurnFrequency::from_radians(Wide(omega)));
    if (waves.frequencies.back().is_too_fast())
      return Error{ErrorCode::bad_argument, "frequencies",
                   "must be below 2^63 rad per position in size, got " + to_text(omega)};
    waves.radians.push_back(std::fabs(omega));
  }
  waves.amplitudes.assign(p, 1.0);
  if (!inputs.has("amplitudes")) return waves;
  const Matrix& amplitudes = inputs["amplitudes"];
  if (auto error = bad_list("amplitudes", amplitudes, p)) return *error;
  if (auto error = bad_table("amplitudes", amplitudes, {1, kMost, kMost})) return *error;
  waves.amplitudes = amplitudes.data;
  if (std::ranges::all_of(waves.amplitudes, [](double a) { return a == 0; }))
    return Error{ErrorCode::bad_argument, "amplitudes", "must not all be 0"};
  return waves;
}

}  // namespace posenc
