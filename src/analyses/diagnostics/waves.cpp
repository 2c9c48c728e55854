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

Steps read_waves(const Inputs& inputs, WaveList& waves, std::optional<Error>& error) {
  constexpr double kWide = 4000;  // cost of a frequency
  const Matrix& frequencies = inputs["frequencies"];
  if ((error = bad_list("frequencies", frequencies))) co_return;
  const std::size_t p = frequencies.data.size();
  for (const double omega : frequencies.data) {
    waves.frequencies.push_back(TurnFrequency::from_radians(Wide(omega)));
    if (waves.frequencies.back().is_too_fast()) {
      error = bad_argument("frequencies", "must be below 2^63 rad per position in size, got ",
                           to_text(omega));
      co_return;
    }
    waves.radians.push_back(std::fabs(omega));
    co_yield kWide;
  }
  waves.amplitudes.assign(p, 1.0);
  if (!inputs.has("amplitudes")) co_return;
  const Matrix& amplitudes = inputs["amplitudes"];
  if ((error = bad_list("amplitudes", amplitudes, p))) co_return;
  co_yield check_table("amplitudes", amplitudes, error);
  if (error) co_return;
  waves.amplitudes = amplitudes.data;
  if (std::ranges::all_of(waves.amplitudes, [](double a) { return a == 0; }))
    error = bad_argument("amplitudes", "must not all be 0");
}

}  // namespace posenc
