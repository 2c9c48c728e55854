// The small network for biases learned as functions of the offset (Swin v2, FIRE): out =
// w2·relu(w1·in + b1) + b2, with the parameters w1 (hidden x in), b1, w2 (heads x hidden), b2.
#pragma once
#include <array>
#include <vector>

#include "encodings/stages.hpp"
#include "encodings/tensors.hpp"

namespace posenc {

struct BiasMlp {
  Tensor w1, b1, w2, b2;

  // the hidden layer for one input
  void hidden(const double* in, double* out) const {
    for (std::size_t h = 0; h < w1.rows; ++h) {
      double x = b1.row(0)[h];
      for (std::size_t c = 0; c < w1.cols; ++c) x += w1.row(h)[c] * in[c];
      out[h] = x > 0 ? x : 0;
    }
  }
  // one output from the hidden layer
  double output(std::size_t head, const double* hidden_layer) const {
    double x = b2.row(0)[head];
    for (std::size_t h = 0; h < w2.cols; ++h) x += w2.row(head)[h] * hidden_layer[h];
    return x;
  }
  std::vector<Trained> trained(bool last_bias = true) const {
    std::vector<Trained> all = {w1.trained("w1", "hidden,inputs"), b1.trained("b1", "hidden"),
                                w2.trained("w2", "heads,hidden")};
    if (last_bias) all.push_back(b2.trained("b2", "heads"));
    return all;
  }
  // Gradients of one output with respect to trained(), and to the input (added to in_gradient).
  void adjoint(std::size_t head, const double* in, double upstream, Gradients to,
               double* in_gradient) const {
    const std::size_t inputs = w1.cols;
    for (std::size_t h = 0; h < w1.rows; ++h) {
      double x = b1.row(0)[h];
      for (std::size_t c = 0; c < inputs; ++c) x += w1.row(h)[c] * in[c];
      if (!(x > 0)) continue;
      const double gradient = upstream * w2.row(head)[h];
      to[2][head * w2.cols + h] += upstream * x;
      to[1][h] += gradient;
      for (std::size_t c = 0; c < inputs; ++c) {
        to[0][h * inputs + c] += gradient * in[c];
        in_gradient[c] += gradient * w1.row(h)[c];
      }
    }
    if (to.size() > 3) to[3][head] += upstream;
  }
  Facts facts() const {
    return {w1.fact("w1", "Weights of the hidden layer."),
            b1.fact("b1", "Biases of the hidden layer."), w2.fact("w2", "Weights of the heads."),
            b2.fact("b2", "Biases of the heads.")};
  }
};

// Made from the parameters hidden, heads, w1, b1, w2, b2; `draws` initialise the last four.
inline Result<BiasMlp> bias_mlp(const Params& p, std::size_t in, const std::array<Draw, 4>& draws) {
  const auto hidden = p.count("hidden"), heads = p.count("heads");
  const Result<Tensor> w1 = tensor(p, "w1", hidden, in, 0, draws[0]),
                       b1 = tensor(p, "b1", 1, hidden, 1, draws[1]),
                       w2 = tensor(p, "w2", heads, hidden, 2, draws[2]),
                       b2 = tensor(p, "b2", 1, heads, 3, draws[3]);
  for (const Result<Tensor>* t : {&w1, &b1, &w2, &b2})
    if (!*t) return t->error();
  return BiasMlp{*w1, *b1, *w2, *b2};
}

}  // namespace posenc
