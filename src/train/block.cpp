#include "train/block.hpp"

#include <algorithm>
#include <array>

#include "nn/transformer/affine.hpp"
#include "nn/transformer/layer_norm.hpp"
#include "nn/transformer/vectors.hpp"

namespace posenc {

template <class T>
Block<T>::Block(const BlockShape& shape, const BlockTensors& at, std::vector<PositionTerm<T>> terms,
                std::vector<std::size_t> first_of_terms, std::size_t samples)
    : shape_(shape),
      at_(at),
      terms_(std::move(terms)),
      first_(std::move(first_of_terms)),
      capacity_(samples) {
  const std::size_t all = samples * shape.tokens, rows = samples * shape.queries, d = shape.dim;
  bool biased = false, trained = false;
  causal_ = shape.causal;
  for (PositionTerm<T>& term : terms_) {
    if (term.turns()) turn_ = &term;
    if (term.scores()) score_ = &term;
    biased |= term.bias() != nullptr;
    trained |= term.bias_gradient() != nullptr;
    causal_ |= term.causal();
    dropout_ = std::max(dropout_, term.dropout());
  }
  if (dropout_ > 0) kept_.resize(all * d);
  width_ = turn_ != nullptr ? turn_->turned_width() : shape.head_dim();
  if (biased) bias_.resize(shape.heads * shape.queries * shape.tokens);
  if (trained) bias_gradient_.resize(bias_.size());
  x_.resize(all * d), q_.resize(rows * d), kv_.resize(2 * all * d), o_.resize(rows * d);
  g_x_.resize(all * d), g_q_.resize(rows * d), g_kv_.resize(2 * all * d);
  if (shape.pre_norm) normal_.resize(all * d), inverse_.resize(all), u_.resize(all * d);
  if (shape.queries < shape.tokens) last_.resize(rows * d);
  g_last_.resize(rows * d);
  if (turn_ != nullptr) {
    q_turned_.resize(rows * shape.heads * width_), k_turned_.resize(all * shape.heads * width_);
    g_q_turned_.resize(q_turned_.size()), g_k_turned_.resize(k_turned_.size());
  }
  p_.resize(attention_shape(samples).probabilities());
  if (over_batch()) {
    k_turned_.resize(q_turned_.size()), g_k_turned_.resize(q_turned_.size());
    p_.resize(shape.queries * shape.heads * samples * samples);
    for (std::vector<T>* x :
         {&batch_q_, &batch_k_, &batch_v_, &batch_o_, &batch_g_q_, &batch_g_k_, &batch_g_v_})
      x->resize(rows * d);
  }
  r_.resize(rows * d), normal1_.resize(rows * d), inverse1_.resize(rows), n_.resize(rows * d);
  normal2_.resize(rows * d), inverse2_.resize(rows);
  h1_.resize(rows * shape.hidden), slope1_.resize(rows * shape.hidden);
  h2_.resize(rows * d), slope2_.resize(shape.twice ? rows * d : 0);
  g_.resize(rows * d), g_hidden_.resize(rows * shape.hidden);
}

template <class T>
AttentionShape Block<T>::attention_shape(std::size_t samples) const {
  return {samples, shape_.queries, shape_.tokens, shape_.heads, width_, shape_.head_dim(), causal_};
}

template <class T>
std::size_t Block<T>::workspace(std::size_t samples) const {
  const std::size_t d = shape_.dim;
  const AttentionShape attention =
      over_batch()
          ? AttentionShape{1, samples, samples, shape_.heads, width_, shape_.head_dim(), false}
          : attention_shape(samples);
  return std::max({attention_workspace(attention), affine_workspace(d, 2 * d),
                   affine_workspace(d, shape_.hidden), affine_workspace(shape_.hidden, d)});
}

template <class T>
RowsOf<const T> Block<T>::queries_in() const {
  const std::vector<T>& from = !last_.empty() ? last_ : shape_.pre_norm ? u_ : x_;
  return {from.data(), shape_.dim};
}

// q, k, v are there; leaves p and o.
template <class T>
void Block<T>::attend(std::size_t samples, std::span<T> workspace) {
  if (over_batch()) return attend_over_batch(samples, workspace);
  const std::size_t d = shape_.dim, w = shape_.heads * width_;
  AttentionInput<T> in{{q_.data(), d}, {kv_.data(), 2 * d}, {kv_.data() + d, 2 * d}};
  // rotated, a vector keeps its width; another map says what its logits are divided by
  in.scale = logit_scale();
  if (turn_ != nullptr) {
    turn_->turn(Side::query, in.q, samples, {q_turned_.data(), w});
    turn_->turn(Side::key, in.k, samples, {k_turned_.data(), w});
    in.q = {q_turned_.data(), w}, in.k = {k_turned_.data(), w};
  }
  if (score_ != nullptr) score_->score(in.q, in.k, samples, p_.data());
  in.scored = score_ != nullptr;
  if (!bias_.empty()) {
    std::ranges::fill(bias_, T{0});
    for (const PositionTerm<T>& term : terms_)
      if (term.bias() != nullptr) vectors::add(term.bias(), bias_.size(), bias_.data());
    in.bias = bias_.data();
  }
  attention<T>(attention_shape(samples), in, p_.data(), {o_.data(), d}, workspace);
}

template <class T>
void Block<T>::perceptron(const T* p, std::size_t rows, const T* in) {
  const std::size_t d = shape_.dim, h = shape_.hidden;
  affine<T>({d, h, p + at_.up, h, p + at_.up_bias}, {in, d}, rows, {h1_.data(), h});
  pointwise<T>(shape_.activation, h1_.data(), rows * h, h1_.data(), slope1_.data());
  affine<T>({h, d, p + at_.down, d, p + at_.down_bias}, {h1_.data(), h}, rows, {h2_.data(), d});
  if (shape_.twice)
    pointwise<T>(shape_.activation, h2_.data(), rows * d, h2_.data(), slope2_.data());
}

template <class T>
void Block<T>::drop(std::size_t numbers, T* x, const Random& chance) {
  const auto bound = static_cast<std::uint32_t>(dropout_ * 0x1p32);
  const T kept = static_cast<T>(1 / (1 - dropout_));
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < numbers; ++i) {
    if (i % 4 == 0) words = chance.words(i / 4, static_cast<std::uint32_t>(at_.qkv));
    kept_[i] = words[i % 4] < bound ? T{0} : kept;
    x[i] *= kept_[i];
  }
}

template <class T>
void Block<T>::forward(const T* p, std::size_t samples, T* x, std::span<T> workspace,
                       const Random& chance) {
  const std::size_t d = shape_.dim, tokens = shape_.tokens, queries = shape_.queries,
                    all = samples * tokens, rows = samples * queries;
  for (const PositionTerm<T>& term : terms_)
    for (std::size_t s = 0; term.table() != nullptr && s < samples; ++s)
      vectors::add(term.table(), tokens * d, x + s * tokens * d);
  if (dropout_ > 0) drop(all * d, x, chance);
  std::copy_n(x, all * d, x_.data());
  const T* source = x_.data();
  if (shape_.pre_norm) {
    layer_norm<T>(p + at_.norm1, p + at_.norm1_bias, x, all, d, u_.data(), normal_.data(),
                  inverse_.data());
    source = u_.data();
  }
  // the last `queries` tokens of each sample
  const auto take_last = [&](const T* from, T* to) {
    for (std::size_t s = 0; s < samples; ++s)
      std::copy_n(from + ((s + 1) * tokens - queries) * d, queries * d, to + s * queries * d);
  };
  if (!last_.empty()) take_last(source, last_.data());
  affine<T>({d, d, p + at_.qkv, 3 * d, p + at_.qkv_bias}, queries_in(), rows, {q_.data(), d});
  affine<T>({d, 2 * d, p + at_.qkv + d, 3 * d, p + at_.qkv_bias + d}, {source, d}, all,
            {kv_.data(), 2 * d});
  attend(samples, workspace);
  affine<T>({d, d, p + at_.out, d, p + at_.out_bias}, {o_.data(), d}, rows, {r_.data(), d});
  take_last(x_.data(), g_last_.data());
  vectors::add(g_last_.data(), rows * d, r_.data());
  const std::size_t norm = shape_.pre_norm ? at_.norm2 : at_.norm1,
                    norm_bias = shape_.pre_norm ? at_.norm2_bias : at_.norm1_bias;
  layer_norm<T>(p + norm, p + norm_bias, r_.data(), rows, d, n_.data(), normal1_.data(),
                inverse1_.data());
  perceptron(p, rows, n_.data());
  if (shape_.pre_norm) {
    for (std::size_t i = 0; i < rows * d; ++i) x[i] = r_[i] + h2_[i];
    return;
  }
  for (std::size_t i = 0; i < rows * d; ++i) h2_[i] += n_[i];
  layer_norm<T>(p + at_.norm2, p + at_.norm2_bias, h2_.data(), rows, d, x, normal2_.data(),
                inverse2_.data());
}

// Adds to in_gradient.
template <class T>
void Block<T>::perceptron_adjoint(const T* p, std::size_t rows, const T* in, const T* up,
                                  T* in_gradient, T* gradient, std::span<T> workspace) {
  const std::size_t d = shape_.dim, h = shape_.hidden;
  if (shape_.twice) {
    for (std::size_t i = 0; i < rows * d; ++i) slope2_[i] *= up[i];
    up = slope2_.data();
  }
  std::fill_n(g_hidden_.data(), rows * h, T{0});
  affine_adjoint<T>({h, d, p + at_.down, d, nullptr}, {h1_.data(), h}, rows, {up, d},
                    gradient + at_.down, gradient + at_.down_bias, {g_hidden_.data(), h},
                    workspace);
  for (std::size_t i = 0; i < rows * h; ++i) g_hidden_[i] *= slope1_[i];
  affine_adjoint<T>({d, h, p + at_.up, h, nullptr}, {in, d}, rows, {g_hidden_.data(), h},
                    gradient + at_.up, gradient + at_.up_bias, {in_gradient, d}, workspace);
}

// From the gradient by o, in g_q_turned_'s place g_: leaves g_q_ and g_kv_.
template <class T>
void Block<T>::attend_adjoint(std::size_t samples, std::span<T> workspace) {
  if (over_batch()) return attend_over_batch_adjoint(samples, workspace);
  const std::size_t d = shape_.dim, w = shape_.heads * width_, all = samples * shape_.tokens,
                    rows = samples * shape_.queries;
  AttentionInput<T> in{{q_.data(), d}, {kv_.data(), 2 * d}, {kv_.data() + d, 2 * d}};
  in.scale = logit_scale();
  in.scored = score_ != nullptr;
  std::fill_n(g_q_.data(), rows * d, T{0});
  std::fill_n(g_kv_.data(), 2 * all * d, T{0});
  AttentionGradients<T> to{{g_q_.data(), d}, {g_kv_.data(), 2 * d}, {g_kv_.data() + d, 2 * d}};
  if (turn_ != nullptr) {
    in.q = {q_turned_.data(), w}, in.k = {k_turned_.data(), w};
    std::fill_n(g_q_turned_.data(), rows * w, T{0});
    std::fill_n(g_k_turned_.data(), all * w, T{0});
    to.q = {g_q_turned_.data(), w}, to.k = {g_k_turned_.data(), w};
  }
  if (!bias_gradient_.empty()) {
    std::ranges::fill(bias_gradient_, T{0});
    to.bias = bias_gradient_.data();
  }
  attention_adjoint<T>(attention_shape(samples), in, p_.data(), {g_.data(), d}, to, workspace);
  for (PositionTerm<T>& term : terms_)
    if (term.bias_gradient() != nullptr)
      vectors::add(bias_gradient_.data(), bias_.size(), term.bias_gradient());
  const RowsOf<const T> q{q_.data(), d}, k{kv_.data(), 2 * d};
  if (score_ != nullptr)
    score_->score_adjoint(q, k, p_.data(), samples, {g_q_.data(), d}, {g_kv_.data(), 2 * d});
  if (turn_ == nullptr) return;
  turn_->turn_adjoint(Side::query, q, in.q, {g_q_turned_.data(), w}, samples, {g_q_.data(), d});
  turn_->turn_adjoint(Side::key, k, in.k, {g_k_turned_.data(), w}, samples, {g_kv_.data(), 2 * d});
}

template <class T>
void Block<T>::backward(const T* p, std::size_t samples, T* up, T* gradient,
                        std::span<T> workspace) {
  const std::size_t d = shape_.dim, tokens = shape_.tokens, queries = shape_.queries,
                    all = samples * tokens, rows = samples * queries;
  for (PositionTerm<T>& term : terms_) term.clear_gradients();
  // r_ becomes the gradient by r
  if (shape_.pre_norm) {
    std::fill_n(g_.data(), rows * d, T{0});
    perceptron_adjoint(p, rows, n_.data(), up, g_.data(), gradient, workspace);
    layer_norm_adjoint<T>(p + at_.norm2, normal1_.data(), inverse1_.data(), g_.data(), rows, d,
                          gradient + at_.norm2, gradient + at_.norm2_bias, r_.data());
    vectors::add(up, rows * d, r_.data());
  } else {
    layer_norm_adjoint<T>(p + at_.norm2, normal2_.data(), inverse2_.data(), up, rows, d,
                          gradient + at_.norm2, gradient + at_.norm2_bias, r_.data());
    std::copy_n(r_.data(), rows * d, g_.data());
    perceptron_adjoint(p, rows, n_.data(), r_.data(), g_.data(), gradient, workspace);
    layer_norm_adjoint<T>(p + at_.norm1, normal1_.data(), inverse1_.data(), g_.data(), rows, d,
                          gradient + at_.norm1, gradient + at_.norm1_bias, r_.data());
  }
  std::fill_n(g_.data(), rows * d, T{0});
  affine_adjoint<T>({d, d, p + at_.out, d, nullptr}, {o_.data(), d}, rows, {r_.data(), d},
                    gradient + at_.out, gradient + at_.out_bias, {g_.data(), d}, workspace);
  attend_adjoint(samples, workspace);
  const T* const source = shape_.pre_norm ? u_.data() : x_.data();
  std::fill_n(g_x_.data(), all * d, T{0});
  affine_adjoint<T>({d, 2 * d, p + at_.qkv + d, 3 * d, nullptr}, {source, d}, all,
                    {g_kv_.data(), 2 * d}, gradient + at_.qkv + d, gradient + at_.qkv_bias + d,
                    {g_x_.data(), d}, workspace);
  std::fill_n(g_last_.data(), rows * d, T{0});
  affine_adjoint<T>({d, d, p + at_.qkv, 3 * d, nullptr}, queries_in(), rows, {g_q_.data(), d},
                    gradient + at_.qkv, gradient + at_.qkv_bias, {g_last_.data(), d}, workspace);
  const auto add_last = [&](const T* from) {
    for (std::size_t s = 0; s < samples; ++s)
      vectors::add(from + s * queries * d, queries * d,
                   g_x_.data() + ((s + 1) * tokens - queries) * d);
  };
  add_last(g_last_.data());
  if (shape_.pre_norm)
    layer_norm_adjoint<T>(p + at_.norm1, normal_.data(), inverse_.data(), g_x_.data(), all, d,
                          gradient + at_.norm1, gradient + at_.norm1_bias, g_x_.data());
  add_last(r_.data());
  std::copy_n(g_x_.data(), all * d, up);
  for (std::size_t i = 0; dropout_ > 0 && i < all * d; ++i) up[i] *= kept_[i];
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    for (std::size_t s = 0; terms_[k].table() != nullptr && s < samples; ++s)
      vectors::add(up + s * tokens * d, tokens * d, terms_[k].table_gradient());
    terms_[k].add_gradients(gradient + first_[k]);
  }
}

template class Block<float>;
template class Block<double>;

}  // namespace posenc
