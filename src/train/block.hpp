// One block of a transformer (transformer.hpp), with the values of its forward pass that its
// gradient needs.
#pragma once
#include <cmath>  // std::sqrt
#include <cstddef>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "nn/transformer/activation.hpp"
#include "nn/transformer/attention.hpp"
#include "nn/transformer/layer_norm.hpp"
#include "nn/transformer/linear.hpp"
#include "train/logit_spread.hpp"
#include "train/position_term.hpp"

namespace posenc {

struct BlockShape {
  std::size_t dim, heads, hidden, tokens, queries;
  bool pre_norm, causal, mlp_output_activation;
  ActivationKind activation;
  double temperature;
  std::size_t head_dim() const { return dim / heads; }
};

// Offsets of a block's layers in the parameters: q, k and v are one layer, side by side; the gains
// of a norm come first.
struct BlockTensors {
  Linear qkv, out, up, down;
  std::size_t norm1, norm2;
};

template <class T>
class Block {
 public:
  Block(const BlockShape&, const BlockTensors&, std::vector<PositionTerm<T>> terms,
        std::vector<std::size_t> first_of_terms, std::size_t samples);

  // Replaces x (samples·tokens, dim) by the output (samples·queries, dim). `chance` selects the
  // elements dropped by dropout.
  void forward(const T* parameters, std::size_t samples, T* x, std::span<T> workspace,
               const Random& chance);
  // Replaces `upstream`, the gradient with respect to the output (samples·queries, dim), by that
  // with respect to x (samples·tokens, dim), and adds the parameters' gradient to `gradient`.
  void backward(const T* parameters, std::size_t samples, T* upstream, T* gradient,
                std::span<T> workspace);
  std::size_t workspace(std::size_t samples) const;

  std::vector<PositionTerm<T>>& terms() { return terms_; }
  const std::vector<PositionTerm<T>>& terms() const { return terms_; }
  const std::vector<std::size_t>& first_of_terms() const { return first_of_terms_; }
  // (samples, heads, queries, tokens); empty if attention is over the batch.
  std::span<const T> probabilities(std::size_t samples) const {
    if (over_batch()) return {};
    return std::span(probabilities_).first(attention_shape(samples).probabilities());
  }
  // For these samples' logits of keys that a query sees; none if attention is over the batch.
  LogitSpread logit_spread(std::size_t samples, std::span<T> workspace);

 private:
  AttentionShape attention_shape(std::size_t samples) const;
  // The input from the forward pass, without computed scores.
  AttentionInput<T> attention_input() const;
  void attend(std::size_t samples, std::span<T> workspace);
  void drop(std::size_t numbers, T* x, const Random& chance);
  T logit_scale() const {
    return static_cast<T>(1 /
                          (shape_.temperature * std::sqrt(static_cast<double>(shape_.head_dim()))));
  }
  void mlp(const T* parameters, std::size_t rows, const T* in);
  void mlp_adjoint(const T* parameters, std::size_t rows, const T* in, const T* upstream,
                   T* in_gradient, T* gradient, std::span<T> workspace);
  void attend_adjoint(std::size_t samples, std::span<T> workspace);
  RowsOf<const T> queries_in() const;

  // Defined in block_over_batch.cpp.
  bool over_batch() const { return turn_ != nullptr && turn_->over_batch(); }
  AttentionShape shape_over_batch(std::size_t samples) const {
    return {1, samples, samples, shape_.heads, turned_width_, shape_.head_dim(), false};
  }
  void attend_over_batch(std::size_t samples, std::span<T> workspace);
  void attend_over_batch_adjoint(std::size_t samples, std::span<T> workspace);
  void to_batch(RowsOf<const T> from, std::size_t n, std::size_t samples, std::vector<T>& to) const;
  void add_from_batch(const std::vector<T>& from, std::size_t n, std::size_t samples,
                      RowsOf<T> to) const;
  AttentionInput<T> of_token(std::size_t token) const;

  BlockShape shape_;
  BlockTensors tensors_;
  std::vector<PositionTerm<T>> terms_;
  std::vector<std::size_t> first_of_terms_;
  PositionTerm<T>* turn_ = nullptr;   // the term that rotates q and k, or null
  PositionTerm<T>* score_ = nullptr;  // the term that scores them, or null
  std::size_t turned_width_ = 0;      // width of q and k in a head after rotation
  bool causal_ = false;
  double dropout_ = 0;
  std::size_t capacity_;                 // maximum samples of a pass
  std::vector<T> bias_, bias_gradient_;  // (heads, queries, tokens), the sum over the terms

  // Buffers of the forward pass, in its order; one row per token or per query.
  std::vector<T> dropout_mask_;  // 0, or 1/(1 - dropout)
  std::vector<T> input_;         // including the terms' tables
  LayerNorm<T> input_norm_;      // if the block is pre-norm
  std::vector<T> normed_input_;
  std::vector<T> query_tokens_;  // if there are fewer queries than tokens
  std::vector<T> q_, kv_, q_turned_, k_turned_, probabilities_, attention_output_;
  std::vector<T> residual_;  // sum of the attention branch and the input
  LayerNorm<T> mlp_norm_;
  std::vector<T> mlp_input_, hidden_, hidden_derivative_, mlp_output_, mlp_output_derivative_;
  LayerNorm<T> output_norm_;  // if the block is post-norm
  // Buffers of the backward pass: gradients with respect to the named quantity.
  std::vector<T> hidden_gradient_, q_gradient_, kv_gradient_, q_turned_gradient_,
      k_turned_gradient_, query_tokens_gradient_, input_gradient_;
  std::vector<T> gradient_;  // with respect to the MLP's input, then to the attention output
  // Attention over the batch orders q, k and v by token instead of by sample.
  std::vector<T> batch_q_, batch_k_, batch_v_, batch_output_, batch_q_gradient_, batch_k_gradient_,
      batch_v_gradient_;
};

extern template class Block<float>;
extern template class Block<double>;

}  // namespace posenc
