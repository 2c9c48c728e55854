// One block of a transformer (transformer.hpp), with the numbers that a pass leaves for its
// gradient.
#pragma once
#include <cmath>  // std::sqrt
#include <cstddef>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "nn/transformer/attention.hpp"
#include "nn/transformer/pointwise.hpp"
#include "train/position_term.hpp"

namespace posenc {

struct BlockShape {
  std::size_t dim, heads, hidden, tokens, queries;
  bool pre_norm, causal, twice;
  Pointwise activation;
  double temperature;
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

  // x (samples·tokens, dim) gives (samples·queries, dim) in its place. What is dropped follows from
  // `chance`.
  void forward(const T* parameters, std::size_t samples, T* x, std::span<T> workspace,
               const Random& chance);
  // up (samples·queries, dim) becomes the gradient by x (samples·tokens, dim).
  void backward(const T* parameters, std::size_t samples, T* up, T* gradient,
                std::span<T> workspace);
  std::size_t workspace(std::size_t samples) const;

  std::vector<PositionTerm<T>>& terms() { return terms_; }
  const std::vector<PositionTerm<T>>& terms() const { return terms_; }
  const std::vector<std::size_t>& first_of_terms() const { return first_; }
  // None where attention is over the batch.
  std::span<const T> probabilities(std::size_t samples) const {
    if (over_batch()) return {};
    return std::span(p_).first(attention_shape(samples).probabilities());
  }

 private:
  AttentionShape attention_shape(std::size_t samples) const;
  void attend(std::size_t samples, std::span<T> workspace);
  void drop(std::size_t numbers, T* x, const Random& chance);
  T logit_scale() const {
    return static_cast<T>(1 /
                          (shape_.temperature * std::sqrt(static_cast<double>(shape_.head_dim()))));
  }
  void perceptron(const T* parameters, std::size_t rows, const T* in);
  void perceptron_adjoint(const T* parameters, std::size_t rows, const T* in, const T* up,
                          T* in_gradient, T* gradient, std::span<T> workspace);
  void attend_adjoint(std::size_t samples, std::span<T> workspace);
  RowsOf<const T> queries_in() const;

  // block_over_batch.cpp
  bool over_batch() const { return turn_ != nullptr && turn_->over_batch(); }
  void attend_over_batch(std::size_t samples, std::span<T> workspace);
  void attend_over_batch_adjoint(std::size_t samples, std::span<T> workspace);
  void to_batch(RowsOf<const T> from, std::size_t n, std::size_t samples, std::vector<T>& to) const;
  void add_from_batch(const std::vector<T>& from, std::size_t n, std::size_t samples,
                      RowsOf<T> to) const;
  AttentionInput<T> of_token(std::size_t token) const;

  BlockShape shape_;
  BlockTensors at_;
  std::vector<PositionTerm<T>> terms_;
  std::vector<std::size_t> first_;
  PositionTerm<T>* turn_ = nullptr;   // the term that turns q and k …
  PositionTerm<T>* score_ = nullptr;  // … or scores them
  std::size_t width_ = 0;             // of a head's turned q and k
  bool causal_ = false;
  double dropout_ = 0;
  std::size_t capacity_;                 // samples of a pass
  std::vector<T> bias_, bias_gradient_;  // (heads, queries, tokens), the sum over the terms
  // (rows of tokens or queries, …): the input with its tables, what attention reads, q, k and v …
  std::vector<T> x_, normal_, inverse_, u_, last_, q_, kv_, q_turned_, k_turned_, p_, o_;
  // … the sum behind it, both norms, the perceptron
  std::vector<T> r_, normal1_, inverse1_, n_, normal2_, inverse2_, h1_, slope1_, h2_, slope2_;
  std::vector<T> kept_;  // of x: 0, or 1/(1 - dropout)
  std::vector<T> batch_q_, batch_k_, batch_v_, batch_o_, batch_g_q_, batch_g_k_, batch_g_v_;
  // gradients
  std::vector<T> g_, g_hidden_, g_x_, g_q_, g_kv_, g_q_turned_, g_k_turned_, g_last_;
};

extern template class Block<float>;
extern template class Block<double>;

}  // namespace posenc
