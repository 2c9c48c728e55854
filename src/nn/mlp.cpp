#include "nn/mlp.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/random.hpp"
#include "linalg/block_product.hpp"
#include "linalg/products.hpp"

namespace posenc {

Result<Mlp::Size> Mlp::size_of(std::span<const Layer> layers, Count inputs, Count outputs) {
  constexpr std::uint64_t kMostParameters = std::uint64_t{1} << 22;
  std::size_t last = layers.size();
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (layers[l].info->dense()) last = l;
  if (last == layers.size()) return bad_param("layers", "must hold at least one dense layer");
  Size size{0, std::max(inputs, outputs), 0};
  for (std::size_t l = 0; l <= last; ++l) {
    if (!layers[l].info->dense()) continue;
    const Count width = l == last ? outputs : Count(layers[l].params.integer("width"));
    size.parameters += (inputs + 1) * width;
    if (auto error = too_large(size.parameters, kMostParameters, "layers",
                               "weights and biases up to dense layer " + size.dense.text() +
                                   ", which is " + inputs.text() + " x " + width.text()))
      return *error;
    size.widest = std::max(size.widest, width);
    size.dense += 1;
    inputs = width;
  }
  return size;
}

Result<Mlp> Mlp::make(std::span<const Layer> layers, std::size_t inputs, std::size_t outputs,
                      bool standard, bool trained_bias) {
  if (const Result<Size> size = size_of(layers, inputs, outputs); !size) return size.error();
  Mlp mlp;
  std::size_t last = 0;
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (layers[l].info->dense()) last = l;
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

Pass Mlp::pass(std::size_t rows) const {
  Pass p;
  p.rows = rows;
  const std::size_t count = dense_.size();
  p.inputs.resize(count), p.derivatives.resize(count), p.deltas.resize(count);
  for (std::size_t l = 0; l < count; ++l) {
    const Dense& layer = dense_[l];
    for (const auto& [list, numbers] :
         {std::pair{&p.inputs[l], rows * layer.fan_in},
          {&p.derivatives[l], layer.after.empty() ? 0 : rows * layer.fan_out},
          {&p.deltas[l], rows * layer.fan_out}})
      list->assign(numbers, 0);
  }
  p.output.assign(rows * outputs(), 0);
  std::size_t numbers = 0;
  for (const Dense& layer : dense_)
    numbers = std::max({numbers, product_workspace(layer.fan_out, layer.fan_in, rows),
                        product_workspace(layer.fan_in, layer.fan_out, rows),
                        product_workspace(layer.fan_out, rows, layer.fan_in)});
  p.workspace.resize(numbers);
  p.scratch.resize(kScratch);
  return p;
}

// φ of the last activation ∘ … ∘ φ of the first, in place, and the product of their derivatives, in
// chunks of the scratch's size.
void Mlp::activate(const Dense& layer, double* values, double* derivatives,
                   std::span<double> scratch, std::size_t n) const {
  for (std::size_t first = 0, count; first < n && !layer.after.empty(); first += count) {
    count = std::min(n - first, scratch.size());
    double *x = values + first, *derivative = derivatives + first;
    const auto apply = [&](const Layer& activation, double* to) {
      activation.info->activation.values(activation.params, x, x, to, count);
    };
    apply(layer.after.front(), derivative);
    for (std::size_t k = 1; k < layer.after.size(); ++k) {
      apply(layer.after[k], scratch.data());
      for (std::size_t i = 0; i < count; ++i) derivative[i] *= scratch[i];
    }
  }
}

void Mlp::forward(const double* x, Pass& p, std::size_t first, std::size_t rows) const {
  double* start = p.inputs[0].data() + first * inputs();
  std::copy_n(x + first * inputs(), rows * inputs(), start);
  for (const Layer& layer : before_)
    for (std::size_t at = 0, n = rows * inputs(), count; at < n; at += count) {
      count = std::min(n - at, kScratch);
      layer.info->activation.values(layer.params, start + at, start + at, p.scratch.data(), count);
    }
  for (std::size_t l = 0; l < dense_.size(); ++l) {
    const Dense& layer = dense_[l];
    multiply(layer.weight_scale, in_rows(p.inputs[l], layer.fan_in).part(first, rows),
             weights(layer), weighted(p, l) + first * layer.fan_out, std::span(p.workspace));
    finish_layer(p, l, first, rows);
  }
}

// the output of the weights of layer l, before its activations
double* Mlp::weighted(Pass& p, std::size_t l) const {
  return (l + 1 < dense_.size() ? p.inputs[l + 1] : p.output).data();
}

void Mlp::finish_layer(Pass& p, std::size_t l, std::size_t first, std::size_t rows) const {
  const Dense& layer = dense_[l];
  const std::size_t from = first * layer.fan_out;
  double* z = weighted(p, l) + from;
  const double* b = parameters_.data() + layer.biases;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < layer.fan_out; ++j)
      z[i * layer.fan_out + j] += layer.bias_scale * b[j];
  activate(layer, z, layer.after.empty() ? nullptr : p.derivatives[l].data() + from, p.scratch,
           rows * layer.fan_out);
}

void Mlp::backward(Pass& p, std::size_t first, std::size_t rows) const {
  for (std::size_t l = dense_.size(); l-- > 0;) {
    const Dense& layer = dense_[l];
    double* delta = p.deltas[l].data() + first * layer.fan_out;
    if (!layer.after.empty()) {
      const double* derivative = p.derivatives[l].data() + first * layer.fan_out;
      for (std::size_t i = 0; i < rows * layer.fan_out; ++i) delta[i] *= derivative[i];
    }
    if (l > 0)
      multiply(layer.weight_scale, MatrixView{delta, rows, layer.fan_out},
               transposed(weights(layer)), p.deltas[l - 1].data() + first * layer.fan_in,
               std::span(p.workspace));
  }
}

void Mlp::forward(const double* x, Pass& p) const { forward(x, p, 0, p.rows); }
void Mlp::backward(Pass& p) const { backward(p, 0, p.rows); }

void Mlp::gradient(Pass& p, double* out) const {
  for (std::size_t l = 0; l < dense_.size(); ++l) {
    const Dense& layer = dense_[l];
    const double* delta = p.deltas[l].data();
    std::fill_n(out + layer.weights, layer.fan_in * layer.fan_out, 0.0);
    // out = aᵀ·δ in rows is δᵀ·a in columns
    const StridedView left(delta, layer.fan_out, p.rows, 1, layer.fan_out),
        right = ConstMatrixView{p.inputs[l].data(), p.rows, layer.fan_in};
    const Columns to{out + layer.weights, layer.fan_out, layer.fan_in, layer.fan_out};
    add_product(layer.weight_scale, left, right, to, std::span(p.workspace));
    double* b = out + layer.biases;
    std::fill_n(b, layer.fan_out, 0.0);
    if (!layer.trained_bias) continue;
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::size_t j = 0; j < layer.fan_out; ++j)
        b[j] += layer.bias_scale * delta[i * layer.fan_out + j];
  }
}

}  // namespace posenc
