#include "kernels/diagnostics/continuous_profile.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/real.hpp"
#include "kernels/cosine_integral.hpp"
#include "kernels/diagnostics/tables.hpp"

namespace posenc::continuous_profile_detail {

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  const Matrix& offsets = inputs["offsets"];
  if (auto error = bad_list("offsets", offsets)) return *error;
  if (offsets.data.size() > (std::size_t{1} << 20))
    return Error{ErrorCode::too_large, "offsets",
                 "must be at most 1048576 lags, got " + std::to_string(offsets.data.size())};
  const double base = params.number("base"), log_base = real::log(base);
  std::vector<double> profile, corrected, law;
  const double width = params.number_or("dim", 0);
  for (const double offset : offsets.data) {
    const double lag = std::fabs(offset);
    if (lag > 0x1p53)
      return Error{ErrorCode::bad_argument, "offsets",
                   "must be at most 2^53 in size, got " + to_text(offset)};
    profile.push_back(1 - (cosine_integral(lag) - cosine_integral(lag / base)) / log_base);
    if (width > 0)
      corrected.push_back(profile.back() + (real::cos(lag) - real::cos(lag / base)) / width);
    if (lag > 0) law.push_back(1 - (real::log(lag) + kEulerGamma) / log_base);
  }
  Outputs out;
  if (width > 0) {
    out.push_back(list("corrected", std::move(corrected)));
    out.push_back(scalar("correctedUpTo", width / (2 * log_base)));
  }
  if (law.size() == profile.size()) out.push_back(list("decayLaw", std::move(law)));
  out.push_back(list("profile", std::move(profile)));
  return out;
}

}  // namespace posenc::continuous_profile_detail
