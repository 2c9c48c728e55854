#include "encodings/log_steps.hpp"

#include <algorithm>  // std::clamp
#include <cmath>      // std::fabs, std::floor
#include <numeric>
#include <vector>

#include "core/real.hpp"
#include "core/wide.hpp"

namespace posenc {
namespace {

// An unsigned integer of any size, in 64-bit limbs, lowest first, without leading zeros.
class Natural {
 public:
  void multiply(std::uint64_t factor) {
    u128 carry = 0;
    for (std::uint64_t& limb : limbs_) {
      carry += static_cast<u128>(limb) * factor;
      limb = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint64_t>(carry));
  }
  void multiply(std::uint64_t factor, std::uint64_t times) {
    for (; times > 0; --times) multiply(factor);
  }
  // -1, 0 or 1
  static int compare(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size() ? -1 : 1;
    for (std::size_t i = a.limbs_.size(); i-- > 0;)
      if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
    return 0;
  }

 private:
  std::vector<std::uint64_t> limbs_ = {1};
};

double ln_ratio(std::uint64_t n, std::uint64_t unit) {
  return real::log1p(static_cast<double>(n - unit) / static_cast<double>(unit));
}

}  // namespace

LogSteps::LogSteps(std::uint64_t unit, std::uint64_t limit, std::uint64_t steps)
    : unit_(unit), limit_(limit), steps_(steps), log_limit_(ln_ratio(limit, unit)) {}

double LogSteps::log_ratio(std::uint64_t n) const {
  return static_cast<double>(steps_) * ln_ratio(n, unit_);
}

int LogSteps::compare(std::uint64_t n, double ratio, std::uint64_t k) const {
  const double edge = static_cast<double>(k) * log_limit_;
  const double apart = ratio - edge;
  if (std::fabs(apart) > 1e-14 * (ratio + edge)) return apart < 0 ? -1 : 1;

  const Wide unit = Wide::from_u64(unit_);
  const Wide left = Wide::from_u64(steps_) * log(Wide::from_u64(n) / unit);
  const Wide right = Wide::from_u64(k) * log(Wide::from_u64(limit_) / unit);
  const Wide difference = left - right;
  const Wide size = difference.is_negative() ? -difference : difference;
  if (size > Wide::from_u64(steps_ + k).scaled(-200)) return difference.is_negative() ? -1 : 1;

  // n^steps·unit^k against limit^k·unit^steps, in lowest terms. All known cases that reach this are
  // equal; it is not proved that all are.
  const std::uint64_t common = std::gcd(steps_, k), s = steps_ / common, t = k / common;
  Natural a, b;
  a.multiply(n, s);
  b.multiply(limit_, t);
  if (t > s) a.multiply(unit_, t - s);
  if (s > t) b.multiply(unit_, s - t);
  return Natural::compare(a, b);
}

std::uint64_t LogSteps::below(std::uint64_t n) const {
  const double ratio = log_ratio(n);
  auto k = static_cast<std::uint64_t>(ratio / log_limit_);
  while (compare(n, ratio, k) < 0) --k;
  while (compare(n, ratio, k + 1) >= 0) ++k;
  return k;
}

std::uint64_t LogSteps::above(std::uint64_t n) const {
  const std::uint64_t k = below(n);
  return compare(n, log_ratio(n), k) == 0 ? k : k + 1;
}

std::uint64_t LogSteps::first(std::uint64_t k) const {
  const double part = static_cast<double>(k) / static_cast<double>(steps_) * log_limit_;
  auto n = static_cast<std::uint64_t>(static_cast<double>(unit_) * real::exp(part));
  n = std::clamp(n, unit_, limit_);
  while (n > unit_ && compare(n - 1, log_ratio(n - 1), k) >= 0) --n;
  while (compare(n, log_ratio(n), k) < 0) ++n;
  return n;
}

}  // namespace posenc
