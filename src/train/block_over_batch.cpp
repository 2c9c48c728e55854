// Attention as in LSTNN_public with its `rope`. The layer expects (tokens, samples, …) but gets
// (samples, tokens, …). So a token attends to the same token of the other samples, and its position
// is the number of its sample in the batch.
#include <algorithm>
#include <cmath>  // std::sqrt

#include "nn/transformer/vectors.hpp"
#include "train/block.hpp"

namespace posenc {

// Copies the rows of the last `queries` tokens from (samples·n, …) to (queries·capacity, dim),
// grouped by token. Rows of missing samples are 0.
template <class T>
void Block<T>::to_batch(RowsOf<const T> from, std::size_t n, std::size_t samples,
                        std::vector<T>& to) const {
  const std::size_t d = shape_.dim, queries = shape_.queries;
  std::ranges::fill(to, T{0});
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t i = 0; i < queries; ++i)
      std::copy_n(from.data + (s * n + n - queries + i) * from.stride, d,
                  to.data() + (i * capacity_ + s) * d);
}
// Adds the rows back, from the order by token to the order by sample.
template <class T>
void Block<T>::add_from_batch(const std::vector<T>& from, std::size_t n, std::size_t samples,
                              RowsOf<T> to) const {
  const std::size_t d = shape_.dim, queries = shape_.queries;
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t i = 0; i < queries; ++i)
      vectors::add(from.data() + (i * capacity_ + s) * d, d,
                   to.data + (s * n + n - queries + i) * to.stride);
}

template <class T>
AttentionInput<T> Block<T>::of_token(std::size_t token) const {
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_, first = token * capacity_;
  AttentionInput<T> in{{q_turned_.data() + first * w, w},
                       {k_turned_.data() + first * w, w},
                       {batch_v_.data() + first * d, d}};
  in.scale = logit_scale();
  return in;
}

template <class T>
void Block<T>::attend_over_batch(std::size_t samples, std::span<T> workspace) {
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_, queries = shape_.queries;
  to_batch({q_.data(), d}, queries, samples, batch_q_);
  to_batch({kv_.data(), 2 * d}, shape_.tokens, samples, batch_k_);
  to_batch({kv_.data() + d, 2 * d}, shape_.tokens, samples, batch_v_);
  turn_->turn(Side::query, {batch_q_.data(), d}, queries, {q_turned_.data(), w});
  turn_->turn(Side::key, {batch_k_.data(), d}, queries, {k_turned_.data(), w});
  const AttentionShape one = shape_over_batch(samples);
  for (std::size_t i = 0; i < queries; ++i)
    attention<T>(one, of_token(i), probabilities_.data() + i * one.probabilities(),
                 {batch_output_.data() + i * capacity_ * d, d}, workspace);
  std::fill_n(attention_output_.data(), samples * queries * d, T{0});
  add_from_batch(batch_output_, queries, samples, {attention_output_.data(), d});
}

// Computes q_gradient_ and kv_gradient_ from gradient_, the gradient of the attention output.
template <class T>
void Block<T>::attend_over_batch_adjoint(std::size_t samples, std::span<T> workspace) {
  const std::size_t d = shape_.dim, w = shape_.heads * turned_width_, queries = shape_.queries;
  to_batch({gradient_.data(), d}, queries, samples, batch_output_);
  for (std::vector<T>* g : {&q_turned_gradient_, &k_turned_gradient_, &batch_q_gradient_,
                            &batch_k_gradient_, &batch_v_gradient_})
    std::ranges::fill(*g, T{0});
  const AttentionShape one = shape_over_batch(samples);
  for (std::size_t i = 0; i < queries; ++i) {
    const std::size_t first = i * capacity_;
    const AttentionGradients<T> to{{q_turned_gradient_.data() + first * w, w},
                                   {k_turned_gradient_.data() + first * w, w},
                                   {batch_v_gradient_.data() + first * d, d}};
    attention_adjoint<T>(one, of_token(i), probabilities_.data() + i * one.probabilities(),
                         {batch_output_.data() + first * d, d}, to, workspace);
  }
  turn_->turn_adjoint(Side::query, {batch_q_.data(), d}, {q_turned_.data(), w},
                      {q_turned_gradient_.data(), w}, queries, {batch_q_gradient_.data(), d});
  turn_->turn_adjoint(Side::key, {batch_k_.data(), d}, {k_turned_.data(), w},
                      {k_turned_gradient_.data(), w}, queries, {batch_k_gradient_.data(), d});
  std::fill_n(q_gradient_.data(), samples * queries * d, T{0});
  std::fill_n(kv_gradient_.data(), 2 * samples * shape_.tokens * d, T{0});
  add_from_batch(batch_q_gradient_, queries, samples, {q_gradient_.data(), d});
  add_from_batch(batch_k_gradient_, shape_.tokens, samples, {kv_gradient_.data(), 2 * d});
  add_from_batch(batch_v_gradient_, shape_.tokens, samples, {kv_gradient_.data() + d, 2 * d});
}

#define POSENC_OVER_BATCH(T)                                                                   \
  template void Block<T>::to_batch(RowsOf<const T>, std::size_t, std::size_t, std::vector<T>&) \
      const;                                                                                   \
  template void Block<T>::add_from_batch(const std::vector<T>&, std::size_t, std::size_t,      \
                                         RowsOf<T>) const;                                     \
  template AttentionInput<T> Block<T>::of_token(std::size_t) const;                            \
  template void Block<T>::attend_over_batch(std::size_t, std::span<T>);                        \
  template void Block<T>::attend_over_batch_adjoint(std::size_t, std::span<T>);
POSENC_OVER_BATCH(double)
POSENC_OVER_BATCH(float)
#undef POSENC_OVER_BATCH

}  // namespace posenc
