// The share of the learning rate that a step has: it rises in equal parts over the first `warmup`
// steps, the last of which has all of it. Then it stays, or falls to 0 at the end of the run along
// half a wave of a cosine (Loshchilov & Hutter 2017, arXiv:1608.03983, without restarts) or a line.
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

// Of the step that comes after `step` of `steps` are done. Where the share falls, warmup < steps.
double share_of_rate(const SchedulePlan&, std::uint64_t step, std::uint64_t steps);

}  // namespace posenc
