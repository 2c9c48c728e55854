#include "kernels/target_profile.hpp"

#include <algorithm>

#include "core/real.hpp"

namespace posenc {

double target_profile(TargetProfile which, double lag, double length, double power) {
  const double x = lag / length;
  switch (which) {
    case TargetProfile::exponential:
      return real::exp(-x);
    case TargetProfile::gaussian:
      return real::exp(-0.5 * x * x);
    case TargetProfile::power_law:
      return real::exp(-power * real::log1p(x));
    case TargetProfile::triangle:
      return std::max(0.0, 1 - x);
    case TargetProfile::linear:
      return 1 - x;
    case TargetProfile::logarithmic:
      return 1 - real::log1p(x);
    case TargetProfile::cosine:
      return real::cos(2 * kPi * x);
    case TargetProfile::sinc:
      return x == 0 ? 1 : real::sin(kPi * x) / (kPi * x);
  }
  return 0;
}

}  // namespace posenc
