// The share of the learning rate for a step: it rises linearly over the first `warmup` steps to 1
// at the last of them. Then it is constant, or falls to 0 at the end of the run along half a cosine
// wave (Loshchilov & Hutter 2017, arXiv:1608.03983, without restarts) or a line.
#pragma once
#include <cstdint>
#include <string_view>

namespace posenc {

inline constexpr std::string_view kSchedules[] = {"constant", "cosine", "linear"};
enum class ScheduleKind : unsigned char { constant, cosine, linear };

struct SchedulePlan {
  ScheduleKind kind = ScheduleKind::constant;
  std::uint64_t warmup = 0;
};

// For the step after `step` of `steps`. If the share falls, warmup < steps.
double share_of_rate(const SchedulePlan&, std::uint64_t step, std::uint64_t steps);

}  // namespace posenc
