#include "analyses/diagnostics/continuous_profile.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "analyses/diagnostics/tables.hpp"
#include "core/real.hpp"
#include "kernels/cosine_integral.hpp"

namespace posenc::continuous_profile_row {

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  const Count lags = sizes["offsets"].numbers();
  if (auto error = too_large(lags, std::uint64_t{1} << 20, "offsets", "lags")) return *error;
  return lags;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& offsets = inputs["offsets"];
  if ((work.error = bad_list("offsets", offsets))) return;
  const double base = params.number("base"), log_base = real::log(base);
  std::vector<double> profile, corrected, law;
  const double width = params.number_or("dim", 0);
  for (const double offset : offsets.data) {
    const double lag = std::fabs(offset);
    if (lag > 0x1p53) {
      work.error = bad_argument("offsets", "must be at most 2^53 in size, got ", to_text(offset));
      return;
    }
    profile.push_back(1 - (cosine_integral(lag) - cosine_integral(lag / base)) / log_base);
    if (width > 0)
      corrected.push_back(profile.back() + (real::cos(lag) - real::cos(lag / base)) / width);
    if (lag > 0) law.push_back(1 - (real::log(lag) + kEulerGamma) / log_base);
  }
  Outputs& out = work.outputs;
  if (width > 0) {
    out.push_back(list("corrected", std::move(corrected)));
    out.push_back(scalar("correctedUpTo", width / (2 * log_base)));
  }
  if (law.size() == profile.size()) out.push_back(list("decayLaw", std::move(law)));
  out.push_back(list("profile", std::move(profile)));
}

}  // namespace posenc::continuous_profile_row
