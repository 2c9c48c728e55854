#include "identify/making.hpp"

#include <algorithm>
#include <utility>

#include "core/real.hpp"

namespace posenc::identification {
namespace {

// A RoPE with the frequencies of `spec`: i/(d/2 - 1), which ends at 1/b, is the base b^(n/(n - 1)).
SpecFields rotating(const SpecFields& spec) {
  if (!spec.sinusoidal()) return spec;
  const double dim = spec.dim(), base = spec.base();
  const bool whole = spec.text("denominator", "d/2") == "d/2";
  return SpecFields(Json::Object{{"encoding", "rope"},
                                 {"dim", dim},
                                 {"base", whole ? base : real::pow(base, dim / (dim - 2))}});
}

}  // namespace

std::vector<std::string_view> MistakeInfo::threads() const {
  std::vector<std::string_view> out;
  for (std::size_t start = 0; start < sources.size();) {
    const std::size_t end = std::min(sources.find(' ', start), sources.size());
    out.push_back(sources.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

Making plain_making(const SpecFields& meant, std::string layer) {
  Making out{meant, rotating(meant)};
  out.layer = std::move(layer);
  return out;
}

std::vector<Making> with_mistake(const MistakeInfo& mistake, const Making& making,
                                 const Facts& facts) {
  std::vector<Making> made = mistake.make(making, facts);
  for (Making& each : made) each.mistakes.push_back(&mistake);
  return made;
}

Rates rates_of(const Making& making, Rates rates) {
  for (const Step& step : making.steps) step(rates);
  return rates;
}

}  // namespace posenc::identification
