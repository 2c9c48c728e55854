// One block of a transformer (transformer.hpp), with the numbers that a pass leaves for its
// gradient.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "nn/transformer/attention.hpp"
#include "nn/transformer/pointwise.hpp"
#include "train/position_term.hpp"

namespace posenc {

struct BlockShape {
  std::size_t dim, heads, hidden, tokens, queries;
  bool pre_norm, causal, twice;
  Pointwise activation;
  std::size_t head_dim() const { return dim / heads; }
};

// Where the tensors of a block begin among the parameters; [in][out], q, k and v side by side.
struct BlockTensors {
  std::size_t qkv, qkv_bias, out, out_bias, norm1, norm1_bias, up, up_bias, down, down_bias, norm2,
      norm2_bias;
};

template <class T>
class Block {
 public:
  Block(const BlockShape&, const BlockTensors&, std::vector<PositionTerm<T>> terms,
        std::vector<std::size_t> first_of_terms, std::size_t samples);

  // x (samples·tokens, dim) gives (samples·queries, dim) in its place.
  void forward(const T* parameters, std::size_t samples, T* x, std::span<T> workspace);
  // up (samples·queries, dim) becomes the gradient by x (samples·tokens, dim).
  void backward(const T* parameters, std::size_t samples, T* up, T* gradient,
                std::span<T> workspace);
  std::size_t workspace(std::size_t samples) const;

  std::vector<PositionTerm<T>>& terms() { return terms_; }
  const std::vector<PositionTerm<T>>& terms() const { return terms_; }
  const std::vector<std::size_t>& first_of_terms() const { return first_; }
  std::span<const T> probabilities(std::size_t samples) const {
    return std::span(p_).first(attention_shape(samples).probabilities());
  }

 private:
  AttentionShape attention_shape(std::size_t samples) const;
  void attend(std::size_t samples, std::span<T> workspace);
  void perceptron(const T* parameters, std::size_t rows, const T* in);
  void perceptron_adjoint(const T* parameters, std::size_t rows, const T* in, const T* up,
                          T* in_gradient, T* gradient, std::span<T> workspace);
  void attend_adjoint(std::size_t samples, std::span<T> workspace);
  RowsOf<const T> queries_in() const;

  BlockShape shape_;
  BlockTensors at_;
  std::vector<PositionTerm<T>> terms_;
  std::vector<std::size_t> first_;
  PositionTerm<T>* turn_ = nullptr;   // the term that turns q and k …
  PositionTerm<T>* score_ = nullptr;  // … or scores them
  std::size_t width_ = 0;             // of a head's turned q and k
  bool causal_ = false;
  std::vector<T> bias_, bias_gradient_;  // (heads, queries, tokens), the sum over the terms
  // (rows of tokens or queries, …): the input with its tables, what attention reads, q, k and v …
  std::vector<T> x_, normal_, inverse_, u_, last_, q_, kv_, q_turned_, k_turned_, p_, o_;
  // … the sum behind it, both norms, the perceptron
  std::vector<T> r_, normal1_, inverse1_, n_, normal2_, inverse2_, h1_, slope1_, h2_, slope2_;
  // gradients
  std::vector<T> g_, g_hidden_, g_x_, g_q_, g_kv_, g_q_turned_, g_k_turned_, g_last_;
};

extern template class Block<float>;
extern template class Block<double>;

}  // namespace posenc
