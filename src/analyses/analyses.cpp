// The list of analyses, in display order, and the checks that all of them share.
#include <algorithm>
#include <array>
#include <cmath>  // std::fabs
#include <optional>

#include "analyses/analysis.hpp"
#include "analyses/attention_kernel.hpp"
#include "analyses/design_frequencies.hpp"
#include "analyses/diagnostics/bandwidth.hpp"
#include "analyses/diagnostics/continuous_profile.hpp"
#include "analyses/diagnostics/fisher_information.hpp"
#include "analyses/diagnostics/linear_probe.hpp"
#include "analyses/diagnostics/shift_operator.hpp"
#include "analyses/diagnostics/similarity.hpp"
#include "analyses/diagnostics/uniqueness.hpp"
#include "analyses/experiments/amplitude_decay.hpp"
#include "analyses/experiments/bandwidth_sweep.hpp"
#include "analyses/experiments/fourier_regression.hpp"
#include "analyses/experiments/rahaman.hpp"
#include "analyses/induced_kernel.hpp"
#include "analyses/mercer.hpp"
#include "analyses/network_kernel.hpp"
#include "analyses/periodic_network.hpp"
#include "analyses/siren_kernel.hpp"
#include "analyses/spectrum.hpp"
#include "analyses/stationarity.hpp"
#include "analyses/training/empirical_ntk.hpp"
#include "analyses/training/ntk_convergence.hpp"
#include "analyses/training/train_network.hpp"
#include "analyses/training/training_prediction.hpp"
#include "core/rows.hpp"
#include "core/text.hpp"

namespace posenc {

std::span<const AnalysisInfo* const> analyses() noexcept {
  static constexpr std::array rows = {
      // kernels and spectra
      &induced_kernel_row::kInducedKernel,
      &stationarity_row::kStationarity,
      &spectrum_row::kSpectrum,
      &mercer_row::kMercer,
      &continuous_profile_row::kContinuousProfile,
      // diagnostics
      &bandwidth_row::kBandwidth,
      &uniqueness_row::kUniqueness,
      &shift_operator_row::kShiftOperator,
      &linear_probe_row::kLinearProbe,
      &fisher_information_row::kFisherInformation,
      &similarity_row::kSimilarity,
      // infinite width
      &network_kernel_row::kNetworkKernel,
      &attention_kernel_row::kAttentionKernel,
      &siren_kernel_row::kSirenKernel,
      &periodic_network_row::kPeriodicNetwork,
      // training
      &kEmpiricalNtk,
      &ntk_convergence_row::kNtkConvergence,
      &kTrainingPrediction,
      &kTrainNetwork,
      // spectral bias
      &fourier_regression_row::kFourierRegression,
      &bandwidth_sweep_row::kBandwidthSweep,
      &amplitude_decay_row::kAmplitudeDecay,
      &rahaman_row::kRahaman,
      // design
      &design_frequencies_row::kDesignFrequencies,
  };
  return rows;
}

namespace {

// Limit of input entries, so that their fourth powers do not overflow.
constexpr double kMostSize = 1e60;

std::optional<Error> wrong_size(const InputInfo& input, const Matrix& m) {
  if (Count(m.data.size()) == Count(m.rows) * m.cols) return std::nullopt;
  return bad_shape(input.name, "has ", m.data.size(), " numbers, not ", m.rows, " x ", m.cols);
}

Error bad_number(const InputInfo& input, std::size_t i, double x) {
  const bool finite = x - x == 0;  // neither NaN nor infinite
  return bad_argument(input.name, "element ", i,
                      finite ? " must be at most 1e60 in size, got " : " must be finite, got ",
                      to_text(x));
}

// Runs the analysis, with checks of its inputs before and of its outputs after it.
Result<Outputs> whole(const AnalysisInfo& info, const Params& params, const Inputs& inputs,
                      std::span<const Layer> layers, const Progress& progress) {
  Work work{progress, {}, {}};
  for (const InputInfo& input : info.inputs) {
    if (!inputs.has(input.name)) continue;
    const std::vector<double>& data = inputs[input.name].data;
    for (std::size_t i = 0; i < data.size(); ++i)
      if (!(std::fabs(data[i]) <= kMostSize)) return bad_number(input, i, data[i]);
  }
  info.run(params, inputs, layers, work);
  if (work.error) return *work.error;
  for (const Output& output : work.outputs)
    if (!std::ranges::all_of(output.values.data, [](double x) { return x - x == 0; }))
      return bad_argument("inputs", "these inputs take '", output.name,
                          "' beyond the range of float64; scale them");
  progress.done(1);
  return std::move(work.outputs);
}

Result<std::vector<Layer>> resolve(std::span<const LayerSpec> specs) {
  std::vector<Layer> network;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string prefix = "layers[" + std::to_string(i) + "].";
    const LayerInfo* info = find_row(layers(), specs[i].layer);
    if (info == nullptr)
      return bad_param(prefix + "layer", "'", specs[i].layer, "' is not one of ", ids_of(layers()));
    Result<Params> params = check(info->params, specs[i].values, prefix);
    if (!params) return params.error();
    network.push_back({info, std::move(params).value()});
  }
  return network;
}

// A checked spec.
struct Checked {
  const AnalysisInfo* info;
  Params params;
  std::vector<Layer> layers;
};
Result<Checked> checked(const AnalysisSpec& spec, const Sizes& inputs) {
  const AnalysisInfo* info = find_row(analyses(), spec.analysis);
  if (info == nullptr)
    return refusal(ErrorCode::unknown_method, "analysis",
                   {"'", spec.analysis, "' is not one of ", ids_of(analyses())});
  std::vector<std::string> given;
  for (const auto& [name, size] : inputs.all()) given.push_back(name);
  Result<Params> params = check(info->params, spec.values, "", given);
  if (!params) return params.error();
  if (!spec.layers.empty() && !info->layered)
    return refusal(ErrorCode::unknown_param, "layers", {"'", spec.analysis, "' takes no layers"});
  Result<std::vector<Layer>> layers = resolve(spec.layers);
  if (!layers) return layers.error();
  return Checked{info, std::move(params).value(), std::move(layers).value()};
}

std::optional<Error> check_names(const AnalysisInfo& info, const Sizes& sizes) {
  for (const auto& [name, size] : sizes.all()) {
    const InputInfo* known = nullptr;
    for (const InputInfo& input : info.inputs)
      if (input.name == name) known = &input;
    if (known == nullptr) return bad_argument(name, "'", info.id, "' takes no such input");
    if (known->square && size.rows != size.cols)
      return bad_shape(name, "must be square, got ", size.rows.text(), " x ", size.cols.text());
  }
  for (const InputInfo& input : info.inputs)
    if (input.required && !sizes.has(input.name))
      return refusal(ErrorCode::missing_param, input.name, {"is needed: ", input.doc});
  return std::nullopt;
}

std::optional<Error> check_sizes(const Checked& spec, const Sizes& sizes) {
  if (auto error = check_names(*spec.info, sizes)) return error;
  const Result<Count> own = spec.info->largest(spec.params, sizes, spec.layers);
  if (!own) return own.error();
  Count most = *own, largest = 0;
  std::string field = spec.info->layered ? "layers" : "analysis";
  for (const auto& [name, size] : sizes.all()) {
    most = std::max(most, size.numbers());
    if (size.numbers() > largest) largest = size.numbers(), field = name;
  }
  return out_of_budget(most * sizeof(double), field,
                       "'" + std::string(spec.info->id) + "' on inputs of these sizes");
}

}  // namespace

std::optional<Error> check_sizes(const AnalysisSpec& given, const Sizes& sizes) {
  const Result<Checked> spec = checked(given, sizes);
  return spec ? check_sizes(*spec, sizes) : spec.error();
}

Result<Outputs> analyse(const AnalysisSpec& given, const Inputs& inputs, const Progress& progress) {
  Sizes sizes;
  for (const auto& [name, matrix] : inputs.all()) sizes.set(name, {matrix.rows, matrix.cols});
  const Result<Checked> spec = checked(given, sizes);
  if (!spec) return spec.error();
  if (auto error = check_sizes(*spec, sizes)) return *error;
  for (const InputInfo& input : spec->info->inputs)
    if (inputs.has(input.name))
      if (auto error = wrong_size(input, inputs[input.name])) return *error;
  return whole(*spec->info, spec->params, inputs, spec->layers, progress);
}

}  // namespace posenc
