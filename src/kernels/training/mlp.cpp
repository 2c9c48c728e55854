#include "kernels/training/mlp.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/random.hpp"
#include "linalg/products.hpp"

namespace posenc {

Result<Mlp> Mlp::make(std::span<const Layer> layers, std::size_t inputs, std::size_t outputs,
                      bool standard, bool trained_bias) {
  constexpr std::size_t kMostParameters = std::size_t{1} << 22;
  Mlp mlp;
  std::size_t last = layers.size();
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (layers[l].info->dense()) last = l;
  if (last == layers.size())
    return Error{ErrorCode::bad_param, "layers", "must hold at least one dense layer"};
  std::size_t count = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const Layer& layer = layers[l];
    if (!layer.info->dense()) {
      (mlp.dense_.empty() ? mlp.before_ : mlp.dense_.back().after).push_back(layer);
      continue;
    }
    const double w = layer.params.number("weightStd"), b = layer.params.number("biasStd");
    const std::size_t width =
        l == last ? outputs : static_cast<std::size_t>(layer.params.integer("width"));
    const double root = std::sqrt(static_cast<double>(inputs));
    if (static_cast<double>(width) * static_cast<double>(inputs + 1) + static_cast<double>(count) >
        static_cast<double>(kMostParameters))
      return Error{ErrorCode::too_large, "layers",
                   "must have at most " + std::to_string(kMostParameters) +
                       " weights and biases; dense layer " + std::to_string(mlp.dense_.size()) +
                       " is " + std::to_string(inputs) + " x " + std::to_string(width)};
    mlp.dense_.push_back({.fan_in = inputs,
                          .fan_out = width,
                          .weight_scale = standard ? 1 : w / root,
                          .bias_scale = standard ? 1 : b,
                          .weight_std = standard ? w / root : 1,
                          .bias_std = standard ? b : 1,
                          .trained_bias = !standard || trained_bias,
                          .weights = count,
                          .biases = count + inputs * width,
                          .after = {}});
    count += (inputs + 1) * width;
    inputs = width;
  }
  mlp.parameters_.resize(count);
  return mlp;
}

void Mlp::initialise(std::uint64_t seed) {
  std::uint32_t stream = 0;
  for (const Dense& layer : dense_) {
    const Random weights(seed, stream++), biases(seed, stream++);
    for (std::size_t i = 0; i < layer.fan_in * layer.fan_out; ++i)
      parameters_[layer.weights + i] = layer.weight_std * weights.normal(i);
    for (std::size_t i = 0; i < layer.fan_out; ++i)
      parameters_[layer.biases + i] = layer.bias_std * biases.normal(i);
  }
}

double Mlp::cost() const {
  double sum = 0;
  for (const Dense& layer : dense_)
    sum += static_cast<double>(layer.fan_in) * static_cast<double>(layer.fan_out);
  return sum;
}

std::size_t Mlp::pass_width() const {
  std::size_t sum = outputs();
  for (const Dense& layer : dense_) sum += layer.fan_in + 2 * layer.fan_out;
  return sum;
}

Pass Mlp::pass(std::size_t rows) const {
  Pass p;
  p.rows = rows;
  for (const Dense& layer : dense_) {
    p.inputs.emplace_back(rows * layer.fan_in);
    p.slopes.emplace_back(layer.after.empty() ? 0 : rows * layer.fan_out);
    p.deltas.emplace_back(rows * layer.fan_out);
  }
  p.output.resize(rows * outputs());
  return p;
}

void Mlp::activate(const Dense& layer, double* values, double* slopes, std::size_t n) const {
  if (layer.after.empty()) return;
  const auto apply = [&](const Layer& activation, double* slope) {
    activation.info->activation.values(activation.params, values, values, slope, n);
  };
  apply(layer.after.front(), slopes);
  if (layer.after.size() == 1) return;
  std::vector<double> slope(n);
  for (std::size_t k = 1; k < layer.after.size(); ++k) {
    apply(layer.after[k], slope.data());
    for (std::size_t i = 0; i < n; ++i) slopes[i] *= slope[i];
  }
}

void Mlp::forward(const double* x, Pass& p, std::size_t first, std::size_t rows) const {
  double* start = p.inputs[0].data() + first * inputs();
  std::copy_n(x + first * inputs(), rows * inputs(), start);
  if (!before_.empty()) {
    std::vector<double> ignored(rows * inputs());
    for (const Layer& layer : before_)
      layer.info->activation.values(layer.params, start, start, ignored.data(), ignored.size());
  }
  for (std::size_t l = 0; l < dense_.size(); ++l) {
    const Dense& layer = dense_[l];
    const std::size_t from = first * layer.fan_out, n = rows * layer.fan_out;
    double* z = (l + 1 < dense_.size() ? p.inputs[l + 1] : p.output).data() + from;
    multiply(layer.weight_scale, p.inputs[l].data() + first * layer.fan_in, rows, layer.fan_in,
             parameters_.data() + layer.weights, layer.fan_out, z);
    const double* b = parameters_.data() + layer.biases;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < layer.fan_out; ++j)
        z[i * layer.fan_out + j] += layer.bias_scale * b[j];
    activate(layer, z, layer.after.empty() ? nullptr : p.slopes[l].data() + from, n);
  }
}

void Mlp::backward(Pass& p, std::size_t first, std::size_t rows) const {
  for (std::size_t l = dense_.size(); l-- > 0;) {
    const Dense& layer = dense_[l];
    double* delta = p.deltas[l].data() + first * layer.fan_out;
    if (!layer.after.empty()) {
      const double* slope = p.slopes[l].data() + first * layer.fan_out;
      for (std::size_t i = 0; i < rows * layer.fan_out; ++i) delta[i] *= slope[i];
    }
    if (l > 0)
      multiply_by_transpose(layer.weight_scale, delta, rows, layer.fan_out,
                            parameters_.data() + layer.weights, layer.fan_in,
                            p.deltas[l - 1].data() + first * layer.fan_in);
  }
}

void Mlp::gradient(const Pass& p, double* out) const {
  for (std::size_t l = 0; l < dense_.size(); ++l) {
    const Dense& layer = dense_[l];
    const double* delta = p.deltas[l].data();
    multiply_transposed(layer.weight_scale, p.inputs[l].data(), p.rows, layer.fan_in, delta,
                        layer.fan_out, out + layer.weights);
    double* b = out + layer.biases;
    std::fill_n(b, layer.fan_out, 0.0);
    if (!layer.trained_bias) continue;
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::size_t j = 0; j < layer.fan_out; ++j)
        b[j] += layer.bias_scale * delta[i * layer.fan_out + j];
  }
}

}  // namespace posenc
