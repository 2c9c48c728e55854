#include "identify/mistakes.hpp"

#include <array>

#include "identify/mistakes/amplitude.hpp"
#include "identify/mistakes/exponent.hpp"
#include "identify/mistakes/extension.hpp"
#include "identify/mistakes/ramp.hpp"
#include "identify/mistakes/spec_values.hpp"
#include "identify/mistakes/table.hpp"

namespace posenc::identification {

// A new mistake is a row in mistakes/, and a line here.
std::span<const MistakeInfo* const> mistakes() {
  static constexpr std::array kAll = {
      &kBaseDefault,      &kContextMax,
      &kTruncation,       &kBetasSwapped,
      &kBetasDefault,     &kLinearInstead,
      &kScalingSkipped,   &kClampWidth,
      &kScalingTwice,     &kInvertedInterpolation,
      &kFactorInPower,    &kStretchedBase,
      &kHarmonicBlend,    &kExponentWidth,
      &kIndexShifted,     &kPeriods,
      &kAmplitudeMissing, &kAmplitudeSquared,
      &kAmplitudeDefault, &kAmplitudeAllDim,
      &kAmplitudeLogged,  &kPositionsShifted,
      &kAnglesBf16,       &kAnglesFp16,
      &kAnglesFloat32,    &kLayoutExchanged,
      &kPairsMissing,
  };
  return kAll;
}

}  // namespace posenc::identification
