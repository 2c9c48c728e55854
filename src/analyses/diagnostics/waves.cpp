#include "analyses/diagnostics/waves.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "analyses/diagnostics/tables.hpp"

namespace posenc {

Result<Count> waves_hold(const Sizes& sizes) {
  const Count p = sizes["frequencies"].numbers();
  if (auto error = too_large(p, 65536, "frequencies", "numbers")) return *error;
  if (sizes.has("amplitudes"))
    if (auto error = too_large(sizes["amplitudes"].numbers(), 65536, "amplitudes", "numbers"))
      return *error;
  return 48 * p;  // lists that grow by doubling, of 96 bytes and two numbers
}

Result<WaveList> read_waves(const Inputs& inputs) {
  const Matrix& frequencies = inputs["frequencies"];
  if (auto error = bad_list("frequencies", frequencies)) return *error;
  const std::size_t p = frequencies.data.size();
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
  if (auto error = bad_table("amplitudes", amplitudes)) return *error;
  waves.amplitudes = amplitudes.data;
  if (std::ranges::all_of(waves.amplitudes, [](double a) { return a == 0; }))
    return Error{ErrorCode::bad_argument, "amplitudes", "must not all be 0"};
  return waves;
}

}  // namespace posenc
