#include "kernels/random_networks.hpp"

#include <cmath>  // std::sqrt

#include "core/random.hpp"
#include "core/real.hpp"

namespace posenc {
namespace {

// The networks of one width, one after the other.
class OfOneWidth {
 public:
  OfOneWidth(const RandomNetworks& networks, std::size_t at)
      : networks_(networks),
        width_(static_cast<std::size_t>(networks.widths[at])),
        of_phase_(networks.seed, static_cast<std::uint32_t>(3 * at)),
        of_unit_(networks.seed, static_cast<std::uint32_t>(3 * at + 1)),
        of_pair_(networks.seed, static_cast<std::uint32_t>(3 * at + 2)),
        phase_sum_(networks.offsets.size()),
        pair_sum_(networks.offsets.size()) {}

  void run(RandomNetworkErrors& out) {
    for (std::size_t draw = 0; draw < networks_.draws; ++draw) {
      for (std::size_t u = 0; u < width_; ++u)
        add(static_cast<std::uint64_t>(draw) * width_ + u, u % 2 == 0);
      close();
    }
    const double count =
        static_cast<double>(networks_.draws) * static_cast<double>(networks_.offsets.size());
    out.phase.push_back(std::sqrt(phase_square_ / count));
    out.pair.push_back(std::sqrt(pair_square_ / count));
  }

 private:
  double pick(const Random& random, std::uint64_t i) const {
    return networks_.frequencies[random.below(i, networks_.frequencies.size())];
  }

  void add(std::uint64_t i, bool with_pair) {
    constexpr double kTwoPiDouble = 6.283185307179586;
    const std::vector<double>& offsets = networks_.offsets;
    const double w = pick(of_unit_, i), b = kTwoPiDouble * of_phase_.uniform(i);
    const double here = 2 * real::cos(b);
    for (std::size_t o = 0; o < offsets.size(); ++o)
      phase_sum_[o] += here * real::cos(w * offsets[o] + b);
    if (!with_pair) return;
    const double v = pick(of_pair_, i);
    for (std::size_t o = 0; o < offsets.size(); ++o) pair_sum_[o] += 2 * real::cos(v * offsets[o]);
  }

  // adds up a complete network
  void close() {
    const auto width = static_cast<double>(width_);
    for (std::size_t o = 0; o < phase_sum_.size(); ++o) {
      const double phase = phase_sum_[o] / width - networks_.kernel[o],
                   pair = pair_sum_[o] / width - networks_.kernel[o];
      phase_square_ += phase * phase, pair_square_ += pair * pair;
      phase_sum_[o] = pair_sum_[o] = 0;
    }
  }

  const RandomNetworks& networks_;
  std::size_t width_;
  Random of_phase_, of_unit_, of_pair_;
  std::vector<double> phase_sum_, pair_sum_;
  double phase_square_ = 0, pair_square_ = 0;
};

}  // namespace

RandomNetworkErrors random_network_errors(const RandomNetworks& networks,
                                          const Progress& progress) {
  RandomNetworkErrors out;
  for (std::size_t at = 0; at < networks.widths.size(); ++at) {
    OfOneWidth(networks, at).run(out);
    progress.done(at + 1, networks.widths.size());
  }
  return out;
}

}  // namespace posenc
