// Attention as the published code of Ito et al. has it with its `rope`: the layer takes (tokens,
// samples, …) and is given (samples, tokens, …), so that a token attends to the same token of the
// other samples, at positions that are their numbers in the batch.
#include <algorithm>
#include <cmath>  // std::sqrt

#include "nn/transformer/vectors.hpp"
#include "train/block.hpp"

namespace posenc {

// Rows (samples·n, …) of the last `queries` tokens to (queries·capacity, dim), those of one token
// together, and zeros where there are fewer samples.
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
// … and back, added.
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
  const std::size_t d = shape_.dim, w = shape_.heads * width_, first = token * capacity_;
  AttentionInput<T> in{{q_turned_.data() + first * w, w},
                       {k_turned_.data() + first * w, w},
                       {batch_v_.data() + first * d, d}};
  in.scale = logit_scale();
  return in;
}

template <class T>
void Block<T>::attend_over_batch(std::size_t samples, std::span<T> workspace) {
  const std::size_t d = shape_.dim, w = shape_.heads * width_, queries = shape_.queries;
  to_batch({q_.data(), d}, queries, samples, batch_q_);
  to_batch({kv_.data(), 2 * d}, shape_.tokens, samples, batch_k_);
  to_batch({kv_.data() + d, 2 * d}, shape_.tokens, samples, batch_v_);
  turn_->turn(Side::query, {batch_q_.data(), d}, queries, {q_turned_.data(), w});
  turn_->turn(Side::key, {batch_k_.data(), d}, queries, {k_turned_.data(), w});
  const AttentionShape one{1, samples, samples, shape_.heads, width_, shape_.head_dim(), false};
  for (std::size_t i = 0; i < queries; ++i)
    attention<T>(one, of_token(i), p_.data() + i * one.probabilities(),
                 {batch_o_.data() + i * capacity_ * d, d}, workspace);
  std::fill_n(o_.data(), samples * queries * d, T{0});
  add_from_batch(batch_o_, queries, samples, {o_.data(), d});
}

// From the gradient by o in g_: leaves g_q_ and g_kv_.
template <class T>
void Block<T>::attend_over_batch_adjoint(std::size_t samples, std::span<T> workspace) {
  const std::size_t d = shape_.dim, w = shape_.heads * width_, queries = shape_.queries;
  to_batch({g_.data(), d}, queries, samples, batch_o_);
  for (std::vector<T>* g : {&g_q_turned_, &g_k_turned_, &batch_g_q_, &batch_g_k_, &batch_g_v_})
    std::ranges::fill(*g, T{0});
  const AttentionShape one{1, samples, samples, shape_.heads, width_, shape_.head_dim(), false};
  for (std::size_t i = 0; i < queries; ++i) {
    const std::size_t first = i * capacity_;
    const AttentionGradients<T> to{{g_q_turned_.data() + first * w, w},
                                   {g_k_turned_.data() + first * w, w},
                                   {batch_g_v_.data() + first * d, d}};
    attention_adjoint<T>(one, of_token(i), p_.data() + i * one.probabilities(),
                         {batch_o_.data() + first * d, d}, to, workspace);
  }
  turn_->turn_adjoint(Side::query, {batch_q_.data(), d}, {q_turned_.data(), w},
                      {g_q_turned_.data(), w}, queries, {batch_g_q_.data(), d});
  turn_->turn_adjoint(Side::key, {batch_k_.data(), d}, {k_turned_.data(), w},
                      {g_k_turned_.data(), w}, queries, {batch_g_k_.data(), d});
  std::fill_n(g_q_.data(), samples * queries * d, T{0});
  std::fill_n(g_kv_.data(), 2 * samples * shape_.tokens * d, T{0});
  add_from_batch(batch_g_q_, queries, samples, {g_q_.data(), d});
  add_from_batch(batch_g_k_, shape_.tokens, samples, {g_kv_.data(), 2 * d});
  add_from_batch(batch_g_v_, shape_.tokens, samples, {g_kv_.data() + d, 2 * d});
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
