// A finite network of dense layers and activations: initialisation, forward and backward passes.
//
// NTK parameterisation: z = (σ_w/√fan-in) a·W + σ_b b, entries of W and b N(0, 1), with plain
// gradients. Standard: z = a·W + b with W ~ N(0, σ_w²/fan-in), b ~ N(0, σ_b²). W is (fan-in,
// fan-out) row-major; the parameters are W and b of every dense layer, in order.
//
// Source: Jacot et al. 2018, arXiv:1806.07572; Sohl-Dickstein et al. 2020, arXiv:2001.07301. The
// backward pass agrees with central differences to 1e-8 of the largest entry
// (tests/nn/mlp_test.cpp). Products are those of linalg/products.hpp, so every engine gives the
// same bits.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/sizes.hpp"
#include "nn/layer.hpp"
#include "posenc/result.hpp"

namespace posenc {

// The values that a pass over `rows` inputs keeps for the gradient. Dense layer l has inputs a_l
// (rows, fan-in), derivatives ∂a_{l+1}/∂z_l and deltas ∂/∂z_l (rows, fan-out).
struct Pass {
  std::size_t rows = 0;
  std::vector<std::vector<double>> inputs, derivatives, deltas;
  std::vector<double> output;  // (rows, outputs)
  // for products and for activations, so that forward and backward allocate nothing
  std::vector<double> workspace, scratch;
};

class Mlp {
 public:
  struct Dense {
    std::size_t fan_in, fan_out;
    double weight_scale, bias_scale;  // z = weight_scale·a·W + bias_scale·b
    double weight_std, bias_std;      // of the entries at initialisation
    bool trained_bias;
    std::size_t weights, biases;  // their offsets in the parameters
    std::vector<Layer> after;     // activations
  };

  // Number of parameters of a network, at most 2^22, its widest layer, and its dense layers, from
  // the layers only; errors name `layers`.
  struct Size {
    Count parameters, widest, dense;
  };
  static Result<Size> size_of(std::span<const Layer> layers, Count inputs, Count outputs);
  // Errors name `layers`. The width of the last dense layer is `outputs`; its params are ignored.
  static Result<Mlp> make(std::span<const Layer> layers, std::size_t inputs, std::size_t outputs,
                          bool standard, bool trained_bias);

  // Philox stream 2l for W of layer l, 2l + 1 for b.
  void initialise(std::uint64_t seed);
  std::vector<double>& parameters() { return parameters_; }
  const std::vector<double>& parameters() const { return parameters_; }
  const std::vector<Dense>& dense() const { return dense_; }
  std::size_t inputs() const { return dense_.front().fan_in; }
  std::size_t outputs() const { return dense_.back().fan_out; }

  Pass pass(std::size_t rows) const;
  // Passes rows [first, first + rows) of x (pass.rows, inputs) forward.
  void forward(const double* x, Pass&, std::size_t first, std::size_t rows) const;
  // The caller fills deltas.back() with ∂/∂output; afterwards every deltas[l] is ∂/∂z_l.
  void backward(Pass&, std::size_t first, std::size_t rows) const;
  // Gradient of all parameters, summed over the rows, from inputs and deltas.
  void gradient(Pass&, double* out) const;
  // For all rows.
  void forward(const double* x, Pass&) const;
  void backward(Pass&) const;

 private:
  static constexpr std::size_t kScratch = 4096;
  double* weighted(Pass&, std::size_t layer) const;
  ConstMatrixView weights(const Dense& layer) const {
    return {parameters_.data() + layer.weights, layer.fan_in, layer.fan_out};
  }
  void finish_layer(Pass&, std::size_t layer, std::size_t first, std::size_t rows) const;
  void activate(const Dense&, double* values, double* derivatives, std::span<double> scratch,
                std::size_t n) const;

  std::vector<Layer> before_;  // activations before the first dense layer
  std::vector<Dense> dense_;
  std::vector<double> parameters_;
};

}  // namespace posenc
