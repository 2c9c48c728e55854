#include "train/block.hpp"

#include <algorithm>
#include <array>

#include "nn/transformer/vectors.hpp"

namespace posenc {

template <class T>
Block<T>::Block(const BlockShape& shape, const BlockTensors& at, std::vector<PositionTerm<T>> terms,
                std::vector<std::size_t> first_of_terms, std::size_t samples)
    : shape_(shape),
      tensors_(at),
      terms_(std::move(terms)),
      first_of_terms_(std::move(first_of_terms)),
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
  if (dropout_ > 0) dropout_mask_.resize(all * d);
  turned_width_ = turn_ != nullptr ? turn_->turned_width() : shape.head_dim();
  if (biased) bias_.resize(shape.heads * shape.queries * shape.tokens);
  if (trained) bias_gradient_.resize(bias_.size());
  input_.resize(all * d), q_.resize(rows * d), kv_.resize(2 * all * d);
  input_gradient_.resize(all * d), q_gradient_.resize(rows * d), kv_gradient_.resize(2 * all * d);
  if (shape.pre_norm) {
    input_norm_ = {at.norm1, d, all}, mlp_norm_ = {at.norm2, d, rows};
    normed_input_.resize(all * d);
  } else {
    mlp_norm_ = {at.norm1, d, rows}, output_norm_ = {at.norm2, d, rows};
  }
  if (shape.queries < shape.tokens) query_tokens_.resize(rows * d);
  query_tokens_gradient_.resize(rows * d);
  if (turn_ != nullptr) {
    const std::size_t width = shape.heads * turned_width_;
    q_turned_.resize(rows * width), k_turned_.resize(all * width);
    q_turned_gradient_.resize(q_turned_.size()), k_turned_gradient_.resize(k_turned_.size());
  }
  probabilities_.resize(attention_shape(samples).probabilities());
  if (over_batch()) {
    probabilities_.resize(shape.queries * shape.heads * samples * samples);
    for (std::vector<T>* x : {&batch_q_, &batch_k_, &batch_v_, &batch_output_, &batch_q_gradient_,
                              &batch_k_gradient_, &batch_v_gradient_})
      x->resize(rows * d);
  }
  for (std::vector<T>* x : {&attention_output_, &residual_, &mlp_input_, &mlp_output_, &gradient_})
    x->resize(rows * d);
  if (shape.mlp_output_activation) mlp_output_derivative_.resize(rows * d);
  for (std::vector<T>* x : {&hidden_, &hidden_derivative_, &hidden_gradient_})
    x->resize(rows * shape.hidden);
}

template <class T>
AttentionShape Block<T>::attention_shape(std::size_t samples) const {
  return {samples,       shape_.queries,    shape_.tokens, shape_.heads,
          turned_width_, shape_.head_dim(), causal_};
}

template <class T>
std::size_t Block<T>::workspace(std::size_t samples) const {
  return std::max(
      {attention_workspace(over_batch() ? shape_over_batch(samples) : attention_shape(samples)),
       linear_workspace(tensors_.qkv.part(0, 2 * shape_.dim)), linear_workspace(tensors_.up),
       linear_workspace(tensors_.down)});
}

template <class T>
RowsOf<const T> Block<T>::queries_in() const {
  const std::vector<T>& from = !query_tokens_.empty() ? query_tokens_
                               : shape_.pre_norm      ? normed_input_
                                                      : input_;
  return {from.data(), shape_.dim};
}

template <class T>
AttentionInput<T> Block<T>::attention_input() const {
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_;
  AttentionInput<T> in{{q_.data(), d}, {kv_.data(), 2 * d}, {kv_.data() + d, 2 * d}};
  if (turn_ != nullptr) in.q = {q_turned_.data(), w}, in.k = {k_turned_.data(), w};
  // The scale is that of the model's heads, even if a term maps q and k to another width.
  in.scale = logit_scale();
  in.scored = score_ != nullptr;
  if (!bias_.empty()) in.bias = bias_.data();
  return in;
}

// Computes probabilities_ and attention_output_ from q_ and kv_.
template <class T>
void Block<T>::attend(std::size_t samples, std::span<T> workspace) {
  if (over_batch()) return attend_over_batch(samples, workspace);
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_;
  const RowsOf<const T> q{q_.data(), d}, k{kv_.data(), 2 * d};
  if (turn_ != nullptr) {
    turn_->turn(Side::query, q, samples, {q_turned_.data(), w});
    turn_->turn(Side::key, k, samples, {k_turned_.data(), w});
  }
  if (score_ != nullptr) score_->score(q, k, samples, probabilities_.data());
  if (!bias_.empty()) {
    std::ranges::fill(bias_, T{0});
    for (const PositionTerm<T>& term : terms_)
      if (term.bias() != nullptr) vectors::add(term.bias(), bias_.size(), bias_.data());
  }
  attention<T>(attention_shape(samples), attention_input(), probabilities_.data(),
               {attention_output_.data(), d}, workspace);
}

template <class T>
void Block<T>::mlp(const T* p, std::size_t rows, const T* in) {
  const std::size_t d = shape_.dim, h = shape_.hidden;
  linear<T>(tensors_.up, p, {in, d}, rows, {hidden_.data(), h});
  activate<T>(shape_.activation, hidden_.data(), rows * h, hidden_.data(),
              hidden_derivative_.data());
  linear<T>(tensors_.down, p, {hidden_.data(), h}, rows, {mlp_output_.data(), d});
  if (shape_.mlp_output_activation)
    activate<T>(shape_.activation, mlp_output_.data(), rows * d, mlp_output_.data(),
                mlp_output_derivative_.data());
}

template <class T>
void Block<T>::drop(std::size_t numbers, T* x, const Random& chance) {
  const auto bound = static_cast<std::uint32_t>(dropout_ * 0x1p32);
  const T kept = static_cast<T>(1 / (1 - dropout_));
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < numbers; ++i) {
    if (i % 4 == 0) words = chance.words(i / 4, static_cast<std::uint32_t>(tensors_.qkv.weights));
    dropout_mask_[i] = words[i % 4] < bound ? T{0} : kept;
    x[i] *= dropout_mask_[i];
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
  std::copy_n(x, all * d, input_.data());
  const T* source = input_.data();
  if (shape_.pre_norm) {
    input_norm_.forward(p, x, all, normed_input_.data());
    source = normed_input_.data();
  }
  // the last `queries` tokens of each sample
  const auto take_last = [&](const T* from, T* to) {
    for (std::size_t s = 0; s < samples; ++s)
      std::copy_n(from + ((s + 1) * tokens - queries) * d, queries * d, to + s * queries * d);
  };
  if (!query_tokens_.empty()) take_last(source, query_tokens_.data());
  linear<T>(tensors_.qkv.part(0, d), p, queries_in(), rows, {q_.data(), d});
  linear<T>(tensors_.qkv.part(d, 2 * d), p, {source, d}, all, {kv_.data(), 2 * d});
  attend(samples, workspace);
  linear<T>(tensors_.out, p, {attention_output_.data(), d}, rows, {residual_.data(), d});
  take_last(input_.data(), query_tokens_gradient_.data());
  vectors::add(query_tokens_gradient_.data(), rows * d, residual_.data());
  mlp_norm_.forward(p, residual_.data(), rows, mlp_input_.data());
  mlp(p, rows, mlp_input_.data());
  if (shape_.pre_norm) {
    for (std::size_t i = 0; i < rows * d; ++i) x[i] = residual_[i] + mlp_output_[i];
    return;
  }
  for (std::size_t i = 0; i < rows * d; ++i) mlp_output_[i] += mlp_input_[i];
  output_norm_.forward(p, mlp_output_.data(), rows, x);
}

// Adds to in_gradient and to `gradient`.
template <class T>
void Block<T>::mlp_adjoint(const T* p, std::size_t rows, const T* in, const T* upstream,
                           T* in_gradient, T* gradient, std::span<T> workspace) {
  const std::size_t d = shape_.dim, h = shape_.hidden;
  if (shape_.mlp_output_activation) {
    for (std::size_t i = 0; i < rows * d; ++i) mlp_output_derivative_[i] *= upstream[i];
    upstream = mlp_output_derivative_.data();
  }
  std::fill_n(hidden_gradient_.data(), rows * h, T{0});
  linear_adjoint<T>(tensors_.down, p, {hidden_.data(), h}, rows, {upstream, d}, gradient,
                    {hidden_gradient_.data(), h}, workspace);
  for (std::size_t i = 0; i < rows * h; ++i) hidden_gradient_[i] *= hidden_derivative_[i];
  linear_adjoint<T>(tensors_.up, p, {in, d}, rows, {hidden_gradient_.data(), h}, gradient,
                    {in_gradient, d}, workspace);
}

// Computes q_gradient_ and kv_gradient_ from gradient_, the gradient of the attention output.
template <class T>
void Block<T>::attend_adjoint(std::size_t samples, std::span<T> workspace) {
  if (over_batch()) return attend_over_batch_adjoint(samples, workspace);
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_, all = samples * shape_.tokens,
                    rows = samples * shape_.queries;
  const AttentionInput<T> in = attention_input();
  std::fill_n(q_gradient_.data(), rows * d, T{0});
  std::fill_n(kv_gradient_.data(), 2 * all * d, T{0});
  AttentionGradients<T> to{
      {q_gradient_.data(), d}, {kv_gradient_.data(), 2 * d}, {kv_gradient_.data() + d, 2 * d}};
  if (turn_ != nullptr) {
    std::fill_n(q_turned_gradient_.data(), rows * w, T{0});
    std::fill_n(k_turned_gradient_.data(), all * w, T{0});
    to.q = {q_turned_gradient_.data(), w}, to.k = {k_turned_gradient_.data(), w};
  }
  if (!bias_gradient_.empty()) {
    std::ranges::fill(bias_gradient_, T{0});
    to.bias = bias_gradient_.data();
  }
  attention_adjoint<T>(attention_shape(samples), in, probabilities_.data(), {gradient_.data(), d},
                       to, workspace);
  for (PositionTerm<T>& term : terms_)
    if (term.bias_gradient() != nullptr)
      vectors::add(bias_gradient_.data(), bias_.size(), term.bias_gradient());
  const RowsOf<const T> q{q_.data(), d}, k{kv_.data(), 2 * d};
  if (score_ != nullptr)
    score_->score_adjoint(q, k, probabilities_.data(), samples, {q_gradient_.data(), d},
                          {kv_gradient_.data(), 2 * d});
  if (turn_ == nullptr) return;
  turn_->turn_adjoint(Side::query, q, in.q, {q_turned_gradient_.data(), w}, samples,
                      {q_gradient_.data(), d});
  turn_->turn_adjoint(Side::key, k, in.k, {k_turned_gradient_.data(), w}, samples,
                      {kv_gradient_.data(), 2 * d});
}

template <class T>
void Block<T>::backward(const T* p, std::size_t samples, T* upstream, T* gradient,
                        std::span<T> workspace) {
  const std::size_t d = shape_.dim, tokens = shape_.tokens, queries = shape_.queries,
                    all = samples * tokens, rows = samples * queries;
  for (PositionTerm<T>& term : terms_) term.clear_gradients();
  // From here on residual_ holds only the gradient.
  if (shape_.pre_norm) {
    std::fill_n(gradient_.data(), rows * d, T{0});
    mlp_adjoint(p, rows, mlp_input_.data(), upstream, gradient_.data(), gradient, workspace);
    mlp_norm_.adjoint(p, gradient_.data(), rows, gradient, residual_.data());
    vectors::add(upstream, rows * d, residual_.data());
  } else {
    output_norm_.adjoint(p, upstream, rows, gradient, residual_.data());
    std::copy_n(residual_.data(), rows * d, gradient_.data());
    mlp_adjoint(p, rows, mlp_input_.data(), residual_.data(), gradient_.data(), gradient,
                workspace);
    mlp_norm_.adjoint(p, gradient_.data(), rows, gradient, residual_.data());
  }
  std::fill_n(gradient_.data(), rows * d, T{0});
  linear_adjoint<T>(tensors_.out, p, {attention_output_.data(), d}, rows, {residual_.data(), d},
                    gradient, {gradient_.data(), d}, workspace);
  attend_adjoint(samples, workspace);
  const T* const source = shape_.pre_norm ? normed_input_.data() : input_.data();
  std::fill_n(input_gradient_.data(), all * d, T{0});
  linear_adjoint<T>(tensors_.qkv.part(d, 2 * d), p, {source, d}, all, {kv_gradient_.data(), 2 * d},
                    gradient, {input_gradient_.data(), d}, workspace);
  std::fill_n(query_tokens_gradient_.data(), rows * d, T{0});
  linear_adjoint<T>(tensors_.qkv.part(0, d), p, queries_in(), rows, {q_gradient_.data(), d},
                    gradient, {query_tokens_gradient_.data(), d}, workspace);
  const auto add_last = [&](const T* from) {
    for (std::size_t s = 0; s < samples; ++s)
      vectors::add(from + s * queries * d, queries * d,
                   input_gradient_.data() + ((s + 1) * tokens - queries) * d);
  };
  add_last(query_tokens_gradient_.data());
  if (shape_.pre_norm)
    input_norm_.adjoint(p, input_gradient_.data(), all, gradient, input_gradient_.data());
  add_last(residual_.data());
  std::copy_n(input_gradient_.data(), all * d, upstream);
  for (std::size_t i = 0; dropout_ > 0 && i < all * d; ++i) upstream[i] *= dropout_mask_[i];
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    for (std::size_t s = 0; terms_[k].table() != nullptr && s < samples; ++s)
      vectors::add(upstream + s * tokens * d, tokens * d, terms_[k].table_gradient());
    terms_[k].add_gradients(gradient + first_of_terms_[k]);
  }
}

template class Block<float>;
template class Block<double>;

}  // namespace posenc
