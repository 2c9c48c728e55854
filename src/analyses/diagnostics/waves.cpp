#include "analyses/diagnostics/waves.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "analyses/diagnostics/tables.hpp"

namespace posenc {

Result<Count> most_waves(const Sizes& sizes) {
  const Count p = sizes["frequencies"].numbers();
  if (auto error = too_large(p, 65536, "frequencies", "numbers")) return *error;
  if (sizes.has("amplitudes"))
    if (auto error = too_large(sizes["amplitudes"].numbers(), 65536, "amplitudes", "numbers"))
      return *error;
  return 12 * p;  // 96 bytes each
}

Result<WaveList> read_waves(const Inputs& inputs) {
  WaveList waves;
  const Matrix& frequencies = inputs["frequencies"];
  if (const auto error = bad_list("frequencies", frequencies)) return *error;
  const std::size_t p = frequencies.data.size();
  for (const double omega : frequencies.data) {
    waves.frequencies.push_back(TurnFrequency::from_radians(Wide(omega)));
    if (waves.frequencies.back().is_too_fast())
      return bad_argument("frequencies", "must be below 2^63 rad per position in size, got ",
                          to_text(omega));
    waves.radians.push_back(std::fabs(omega));
  }
  waves.amplitudes.assign(p, 1.0);
  if (!inputs.has("amplitudes")) return waves;
  const Matrix& amplitudes = inputs["amplitudes"];
  if (const auto error = bad_list("amplitudes", amplitudes, p)) return *error;
  if (const auto error = check_table("amplitudes", amplitudes)) return *error;
  waves.amplitudes = amplitudes.data;
  if (std::ranges::all_of(waves.amplitudes, [](double a) { return a == 0; }))
    return bad_argument("amplitudes", "must not all be 0");
  return waves;
}

}  // namespace posenc
