#include "train/schedule.hpp"

#include "core/real.hpp"

namespace posenc {

double share_of_rate(const SchedulePlan& plan, std::uint64_t step, std::uint64_t steps) {
  if (step < plan.warmup) return static_cast<double>(step + 1) / static_cast<double>(plan.warmup);
  if (plan.kind == ScheduleKind::constant) return 1;
  const double gone =
      static_cast<double>(step - plan.warmup) / static_cast<double>(steps - plan.warmup);
  return plan.kind == ScheduleKind::linear ? 1 - gone : (1 + real::cos(kPi * gone)) / 2;
}

}  // namespace posenc
