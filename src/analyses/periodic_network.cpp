#include "analyses/periodic_network.hpp"

#include <cmath>  // std::sqrt, std::fabs, std::floor
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/real.hpp"
#include "core/text.hpp"
#include "kernels/gaussian_fit.hpp"
#include "kernels/periodic_kernel.hpp"
#include "kernels/random_networks.hpp"

namespace posenc::periodic_network_row {
namespace {

// least squares of ln y over ln x; empty if undefined
std::vector<double> log_slope(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(y[i] > 0)) return {};
    const double u = real::log(x[i]), v = real::log(y[i]);
    n += 1, sx += u, sy += v, sxx += u * u, sxy += u * v;
  }
  const double spread = n * sxx - sx * sx;
  if (!(spread > 1e-9)) return {};
  return {(n * sxy - sx * sy) / spread};
}

class PeriodicNetwork {
 public:
  PeriodicNetwork(const Params& params, const std::vector<double>& frequencies, const Matrix* pairs,
                  std::vector<double> offsets, std::vector<double> widths)
      : pairs_(pairs),
        base_(params.number("base")),
        lags_(params.count("lags")),
        networks_{.frequencies = frequencies,
                  .offsets = std::move(offsets),
                  .kernel = {},
                  .widths = std::move(widths),
                  .draws = params.count("draws"),
                  .seed = static_cast<std::uint64_t>(params.integer("seed"))} {}

  void run(Work& work) {
    std::vector<double> profile;
    for (std::size_t lag = 0; lag < lags_; ++lag) {
      profile.push_back(wave_means(networks_.frequencies, static_cast<double>(lag)).kernel);
    }
    for (const double delta : networks_.offsets) {
      const WaveMeans at = wave_means(networks_.frequencies, delta);
      networks_.kernel.push_back(at.kernel);
      variance_.push_back(at.variance);
    }
    const GaussianFit fit = fit_gaussian(profile, true), of_norm = fit_gaussian(profile, false);
    if (pairs_ != nullptr) compare(of_norm, work.outputs);
    RandomNetworkErrors errors = random_network_errors(networks_, work.progress);
    Outputs& out = work.outputs;
    out.push_back(list("profile", std::move(profile)));
    out.push_back(scalar("fitError", fit.error));
    out.push_back(scalar("fitScale", fit.scale));
    out.push_back(scalar("fitSigma", fit.sigma));
    out.push_back(scalar("normalisedFitError", of_norm.error));
    out.push_back(scalar("normalisedFitSigma", of_norm.sigma));
    report(std::move(errors), out);
  }

 private:
  void report(RandomNetworkErrors errors, Outputs& out) {
    std::vector<double> of_phases, phase_expected, pair_expected;
    double mean = 0;
    for (const double v : variance_) {
      of_phases.push_back(v + 0.5);
      mean += v / static_cast<double>(variance_.size());
    }
    for (const double m : networks_.widths) {
      phase_expected.push_back(std::sqrt((mean + 0.5) / m));
      pair_expected.push_back(std::sqrt(2 * mean / m));
    }
    const std::vector<double> phase_slope = log_slope(networks_.widths, errors.phase),
                              pair_slope = log_slope(networks_.widths, errors.pair);
    out.push_back(list("offsets", std::move(networks_.offsets)));
    out.push_back(list("pairVariance", std::move(variance_)));
    out.push_back(list("phaseVariance", std::move(of_phases)));
    out.push_back(list("widths", std::move(networks_.widths)));
    out.push_back(list("phaseError", std::move(errors.phase)));
    out.push_back(list("pairError", std::move(errors.pair)));
    out.push_back(list("phaseExpected", std::move(phase_expected)));
    out.push_back(list("pairExpected", std::move(pair_expected)));
    if (!phase_slope.empty()) out.push_back(scalar("phaseSlope", phase_slope[0]));
    if (!pair_slope.empty()) out.push_back(scalar("pairSlope", pair_slope[0]));
  }

  void compare(const GaussianFit& of_norm, Outputs& out) const {
    std::vector<double> readout, phase, all, logarithmic, gaussian, limit;
    for (std::size_t i = 0; i < pairs_->rows; ++i) {
      const double x = (*pairs_)(i, 0), y = (*pairs_)(i, 1);
      const PeriodicKernels at = periodic_kernels(networks_.frequencies, x, y);
      readout.push_back(at.readout);
      phase.push_back(at.readout_and_phase);
      all.push_back(at.all_parameters);
      logarithmic.push_back(at.log_frequencies);
      gaussian.push_back(of_norm.at(x - y));
      limit.push_back(log_uniform_kernel(x - y, base_));
    }
    out.push_back(list("readout", std::move(readout)));
    out.push_back(list("readoutAndPhase", std::move(phase)));
    out.push_back(list("allParameters", std::move(all)));
    out.push_back(list("logFrequencies", std::move(logarithmic)));
    out.push_back(list("gaussianWeights", std::move(gaussian)));
    out.push_back(list("limit", std::move(limit)));
  }

  const Matrix* pairs_;
  double base_;
  std::size_t lags_;
  RandomNetworks networks_;
  std::vector<double> variance_;  // variance of cos ωδ at each offset
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  const Count frequencies = sizes["frequencies"].numbers();
  if (auto error = too_large(frequencies, 65536, "frequencies", "numbers")) return *error;
  if (sizes.has("pairs"))
    if (auto error = too_large(sizes["pairs"].rows, 4096, "pairs", "pairs")) return *error;
  return frequencies;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const std::vector<double>& frequencies = inputs["frequencies"].data;
  const Matrix* pairs = inputs.has("pairs") ? &inputs["pairs"] : nullptr;
  std::vector<double> offsets =
      params.numbers_or("offsets", {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987});
  std::vector<double> widths = params.numbers_or("widths", {16, 64, 256, 1024, 4096, 16384});
  const auto wrong = [&]() -> std::optional<Error> {
    if (auto error = bad_list("frequencies", inputs["frequencies"])) return error;
    for (const double w : frequencies)
      if (std::fabs(w) > 1e6)
        return bad_argument("frequencies", "must be at most 1e6 in size, got ", to_text(w));
    if (pairs != nullptr && pairs->cols != 2)
      return bad_shape("pairs", "must have 2 columns, x and x', got ", pairs->cols);
    if (pairs != nullptr)
      for (const double x : pairs->data)
        if (std::fabs(x) > 1e9)
          return bad_argument("pairs", "positions must be at most 1e9 in size, got ", to_text(x));
    if (offsets.empty()) return bad_shape("offsets", "must hold at least one");
    if (widths.empty()) return bad_shape("widths", "must hold at least one width");
    for (const double m : widths)
      if (m != 2 * std::floor(m / 2))
        return bad_param("widths", "must be even whole numbers, got ", to_text(m));
    return std::nullopt;
  };
  if ((work.error = wrong())) return;
  PeriodicNetwork network(params, frequencies, pairs, std::move(offsets), std::move(widths));
  network.run(work);
}

}  // namespace posenc::periodic_network_row
