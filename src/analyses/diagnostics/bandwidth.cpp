#include "analyses/diagnostics/bandwidth.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "analyses/diagnostics/waves.hpp"

#include "core/real.hpp"

namespace posenc::bandwidth_row {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr std::size_t kMostSteps = std::size_t{1} << 22, kMostWaves = std::size_t{1} << 30;

class Bandwidth {
 public:
  Bandwidth(WaveList waves, double context, double farthest)
      : waves_(std::move(waves)), context_(context), farthest_(farthest) {
    for (std::size_t i = 0; i < waves_.size(); ++i) {
      const double power = waves_.amplitudes[i] * waves_.amplitudes[i];
      at_zero_ += power;
      curvature_ += power * waves_.radians[i] * waves_.radians[i];
    }
    // if k''(0) = 0 the profile is constant
    searching_ = curvature_ > 0;
  }

  void run(Work& work) {
    const std::size_t most = std::min(kMostSteps, kMostWaves / waves_.size());
    while (searching_) {
      step();
      if (searching_ && taken_ > most) {
        work.error = refusal(
            ErrorCode::too_large, "farthest",
            {"the search for the half width has reached lag ", to_text(lag_), " only, of ",
             to_text(farthest_), ": the profile stays near half of its height; give a nearer lag"});
        return;
      }
    }
    work.outputs = outputs();
  }

 private:
  Outputs outputs() {
    Outputs out;
    if (found_) out.push_back(scalar("halfWidth", lag_));
    const double rms = std::sqrt(curvature_ / at_zero_);
    out.push_back(scalar("rmsBandwidth", rms));
    if (rms > 0) out.push_back(scalar("curvatureLength", 1 / rms));
    out.push_back(scalar("fisherInformation", curvature_));
    std::vector<double> moving;
    double slow = 0, very_slow = 0, aliased = 0, gap = 1;
    for (const double omega : waves_.radians) {
      slow += omega * context_ < kTwoPi;
      very_slow += 4 * omega * context_ < kTwoPi;
      aliased += omega > kPi;
      if (omega > 0) moving.push_back(omega);
    }
    std::ranges::sort(moving);
    for (std::size_t i = 1; i < moving.size(); ++i) gap = std::max(gap, moving[i] / moving[i - 1]);
    if (!moving.empty()) {
      out.push_back(scalar("shortestWavelength", kTwoPi / moving.back()));
      out.push_back(scalar("longestWavelength", kTwoPi / moving.front()));
    }
    out.push_back(scalar("slow", slow));
    out.push_back(scalar("verySlow", very_slow));
    out.push_back(scalar("aliased", aliased));
    if (moving.size() > 1) out.push_back(scalar("largestGap", gap));
    return out;
  }

  void step() {
    ++taken_;
    const Position at(lag_);
    double above = 0, slope = 0;  // k(δ) - k(0)/2 and k'(δ)
    for (std::size_t i = 0; i < waves_.size(); ++i) {
      const double power = waves_.amplitudes[i] * waves_.amplitudes[i];
      const SinCos w = wave(waves_.frequencies[i], at);
      above += power * (w.cos - 0.5);
      // for ω < 0 sine and frequency change sign together
      slope -= power * waves_.frequencies[i].radians * w.sin;
    }
    // positive root of above + slope·h - curvature·h²/2, without cancellation
    const double root = std::sqrt(slope * slope + 2 * curvature_ * std::max(above, 0.0));
    const double h =
        slope < 0 ? 2 * std::max(above, 0.0) / (root - slope) : (slope + root) / curvature_;
    const double next = lag_ + h;
    // at the crossing only rounding errors of the sum or of δ remain
    found_ = above <= at_zero_ * 0x1p-50 || next - lag_ <= lag_ * 0x1p-50;
    lag_ = next;
    if (found_ || lag_ > farthest_) searching_ = false;
    found_ = found_ && lag_ <= farthest_;
  }

  WaveList waves_;
  double context_, farthest_, at_zero_ = 0, curvature_ = 0, lag_ = 0;
  std::size_t taken_ = 0;
  bool searching_, found_ = false;
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  return most_waves(sizes);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  Result<WaveList> waves = read_waves(inputs);
  if (!waves) {
    work.error = waves.error();
    return;
  }
  Bandwidth bandwidth(std::move(waves).value(), params.number("contextLength"),
                      params.number("farthest"));
  bandwidth.run(work);
}

}  // namespace posenc::bandwidth_row
