// Forward and backward passes of a position term: vectors, scores and tables.
#include <algorithm>

#include "encodings/rotary_params.hpp"
#include "encodings/wave_adjoints.hpp"
#include "train/position_term.hpp"

namespace posenc {
namespace {

template <class T>
void to_doubles(const T* x, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<double>(x[i]);
}
template <class T>
void add_doubles(const double* x, std::size_t n, T* to) {
  for (std::size_t i = 0; i < n; ++i) to[i] += static_cast<T>(x[i]);
}

// body(row, head, token) for rows of queries or keys
template <class Body>
void for_each_vector(std::size_t samples, std::size_t n, std::size_t tokens, std::size_t heads,
                     Body body) {
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t head = 0; head < heads; ++head) body(s * n + i, head, tokens - n + i);
}

}  // namespace

template <class T>
void PositionTerm<T>::turn(Side side, RowsOf<const T> x, std::size_t samples, RowsOf<T> out) {
  const std::size_t n = side == Side::query ? queries_ : tokens_, h = head_size();
  const auto rotate = [&](std::size_t row, std::size_t head, std::size_t token) {
    const T* const from = x.data + row * x.stride + head * h;
    T* const to = out.data + row * out.stride + head * h;
    const std::size_t pairs = rotary_->table.pairs();
    const rotary_detail::Channels channels = rotary_detail::channels_of(*rotary_);
    const T *const c = cosines_.data() + token * pairs, *const s = sines_.data() + token * pairs;
    for (std::size_t k = 0; k < pairs; ++k) {
      const std::size_t one = channels.first(k), two = channels.second(k);
      const T x1 = from[one], x2 = from[two];
      to[one] = x1 * c[k] - x2 * s[k];
      to[two] = x2 * c[k] + x1 * s[k];
    }
    for (std::size_t k = 2 * pairs; k < h; ++k) to[k] = from[k];
    if (const T factor = factor_of(side, token); factor != T{1})
      for (std::size_t k = 0; k < h; ++k) to[k] *= factor;
  };
  const auto map = [&](std::size_t row, std::size_t head, std::size_t token) {
    double *const from = scratch_.data(), *const to = from + h;
    to_doubles(x.data + row * x.stride + head * h, h, from);
    transform_->row(side, positions_.data() + token * axes_, from, to);
    T* const target = out.data + row * out.stride + head * transform_->width;
    for (std::size_t k = 0; k < transform_->width; ++k) target[k] = static_cast<T>(to[k]);
  };
  if (rotary_)
    for_each_vector(samples, n, tokens_, head_.heads, rotate);
  else
    for_each_vector(samples, n, tokens_, head_.heads, map);
}

template <class T>
void PositionTerm<T>::turn_adjoint(Side side, RowsOf<const T> x, RowsOf<const T> turned,
                                   RowsOf<const T> upstream, std::size_t samples,
                                   RowsOf<T> x_gradient) {
  const std::size_t n = side == Side::query ? queries_ : tokens_, h = head_size();
  const auto rotate = [&](std::size_t row, std::size_t head, std::size_t token) {
    const T *const u = upstream.data + row * upstream.stride + head * h, *const y =
                                                                             turned.data +
                                                                             row * turned.stride +
                                                                             head * h;
    T* const to = x_gradient.data + row * x_gradient.stride + head * h;
    const std::size_t pairs = rotary_->table.pairs();
    const rotary_detail::Channels channels = rotary_detail::channels_of(*rotary_);
    const T *const c = cosines_.data() + token * pairs, *const s = sines_.data() + token * pairs;
    double* const phases = phase_gradient_.data() + token * pairs;
    const T factor = factor_of(side, token);  // y includes it
    for (std::size_t k = 0; k < pairs; ++k) {
      const std::size_t one = channels.first(k), two = channels.second(k);
      to[one] += factor * (u[one] * c[k] + u[two] * s[k]);
      to[two] += factor * (u[two] * c[k] - u[one] * s[k]);
      if (learns_frequencies_) phases[k] += static_cast<double>(u[two] * y[one] - u[one] * y[two]);
    }
    for (std::size_t k = 2 * pairs; k < h; ++k) to[k] += factor * u[k];
  };
  const auto map = [&](std::size_t row, std::size_t head, std::size_t token) {
    const std::size_t w = transform_->width;
    double *const from = scratch_.data(), *const by = from + h, *const gradient = by + w;
    to_doubles(x.data + row * x.stride + head * h, h, from);
    to_doubles(upstream.data + row * upstream.stride + head * w, w, by);
    std::fill_n(gradient, h, 0.0);
    transform_->adjoint(side, positions_.data() + token * axes_, from, by, gradient, to_);
    add_doubles(gradient, h, x_gradient.data + row * x_gradient.stride + head * h);
  };
  if (rotary_)
    for_each_vector(samples, n, tokens_, head_.heads, rotate);
  else
    for_each_vector(samples, n, tokens_, head_.heads, map);
}

template <class T>
void PositionTerm<T>::score(RowsOf<const T> q, RowsOf<const T> k, std::size_t samples, T* out) {
  const std::size_t h = head_size(), terms = scores_->terms.size();
  double *const keys = scratch_.data(), *const query = keys + tokens_ * h, *const row = query + h;
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t head = 0; head < head_.heads; ++head) {
      for (std::size_t j = 0; j < tokens_; ++j)
        to_doubles(k.data + (s * tokens_ + j) * k.stride + head * h, h, keys + j * h);
      for (std::size_t i = 0; i < queries_; ++i, out += tokens_) {
        const std::size_t token = tokens_ - queries_ + i;
        to_doubles(q.data + (s * queries_ + i) * q.stride + head * h, h, query);
        const std::size_t visible = scores_->causal ? token + 1 : tokens_;
        scores_->row(positions_.data() + token * axes_, query, {tokens_, positions_.data(), keys},
                     visible, row);
        for (std::size_t j = 0; j < tokens_; ++j) {
          double sum = 0;
          for (std::size_t t = 0; j < visible && t < terms; ++t) sum += row[t * tokens_ + j];
          out[j] = static_cast<T>(sum);
        }
      }
    }
}

template <class T>
void PositionTerm<T>::score_adjoint(RowsOf<const T> q, RowsOf<const T> k, const T* upstream,
                                    std::size_t samples, RowsOf<T> q_gradient,
                                    RowsOf<T> k_gradient) {
  const std::size_t h = head_size(), terms = scores_->terms.size();
  double *const keys = scratch_.data(), *const key_gradient = keys + tokens_ * h,
                *const query = key_gradient + tokens_ * h, *const query_gradient = query + h,
                *const by = query_gradient + h;
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t head = 0; head < head_.heads; ++head) {
      for (std::size_t j = 0; j < tokens_; ++j)
        to_doubles(k.data + (s * tokens_ + j) * k.stride + head * h, h, keys + j * h);
      std::fill_n(key_gradient, tokens_ * h, 0.0);
      for (std::size_t i = 0; i < queries_; ++i, upstream += tokens_) {
        const std::size_t token = tokens_ - queries_ + i, row = s * queries_ + i;
        to_doubles(q.data + row * q.stride + head * h, h, query);
        std::fill_n(query_gradient, h, 0.0);
        const std::size_t visible = scores_->causal ? token + 1 : tokens_;
        for (std::size_t t = 0; t < terms; ++t)
          for (std::size_t j = 0; j < tokens_; ++j)
            by[t * tokens_ + j] = j < visible ? static_cast<double>(upstream[j]) : 0;
        scores_->adjoint(positions_.data() + token * axes_, query,
                         {tokens_, positions_.data(), keys}, visible, by, query_gradient,
                         key_gradient, to_);
        add_doubles(query_gradient, h, q_gradient.data + row * q_gradient.stride + head * h);
      }
      for (std::size_t j = 0; j < tokens_; ++j)
        add_doubles(key_gradient + j * h, h,
                    k_gradient.data + (s * tokens_ + j) * k_gradient.stride + head * h);
    }
}

template <class T>
void PositionTerm<T>::clear_gradients() {
  std::ranges::fill(added_gradient_, T{0});
  std::ranges::fill(logits_gradient_, T{0});
  std::ranges::fill(phase_gradient_, 0.0);
  std::ranges::fill(frequency_gradient_, 0.0);
  std::ranges::fill(projection_gradient_, T{0});
  for (std::vector<double>& g : gradients_) std::ranges::fill(g, 0.0);
}

// Propagates the gradients with respect to the table and the bias to their parameters.
template <class T>
void PositionTerm<T>::add_table_gradients() {
  for (std::size_t i = 0; !added_.empty() && i < tokens_; ++i) {
    const T* const upstream = added_gradient_.data() + i * head_.dim;
    if (projection_.empty()) to_doubles(upstream, width_, table_upstream_.data());
    for (std::size_t w = 0; !projection_.empty() && w < width_; ++w) {
      const T x = static_cast<T>(table_[i * width_ + w]);
      T sum = 0;
      for (std::size_t c = 0; c < head_.dim; ++c) {
        sum += upstream[c] * projection_[w * head_.dim + c];
        projection_gradient_[w * head_.dim + c] += x * upstream[c];
      }
      table_upstream_[w] = static_cast<double>(sum);
    }
    const double* const at = positions_.data() + i * axes_;
    if (!trained_.empty()) rows_->adjoint(at, table_upstream_.data(), to_);
    if (learns_frequencies_)
      row_adjoint(*waves_, at, table_upstream_.data(), frequency_gradient_.data());
  }
  const T* upstream = logits_gradient_.data();
  for (std::size_t head = 0; !logits_gradient_.empty() && head < head_.heads; ++head)
    for (std::size_t i = tokens_ - queries_; i < tokens_; ++i, upstream += tokens_) {
      const std::size_t seen = causal_ ? i + 1 : tokens_;
      to_doubles(upstream, seen, scratch_.data());
      bias_->adjoint(head, static_cast<std::int64_t>(i), 0, {scratch_.data(), seen}, to_);
    }
  if (!rotary_ || !learns_frequencies_) return;
  const TrigTable& table = rotary_->table;
  for (std::size_t i = 0; i < tokens_; ++i)
    for (std::size_t k = 0; k < table.pairs(); ++k)
      for (std::size_t a = 0; a < axes_; ++a) {
        const double at = positions_[i * axes_ + a];
        frequency_gradient_[k * axes_ + a] +=
            phase_gradient_[i * table.pairs() + k] * (table.reversed ? -at : at);
      }
}

template <class T>
void PositionTerm<T>::add_gradients(T* gradients) {
  if (tensors_.empty()) return;
  add_table_gradients();
  const auto add = [&](const auto& numbers) {
    for (const auto x : numbers) *gradients++ += static_cast<T>(x);
  };
  add(frequency_gradient_);
  for (std::size_t k = 0; k < trained_.size(); ++k) add(gradients_[k]);
  add(projection_gradient_);
}

#define POSENC_POSITION_ADJOINTS(T)                                                        \
  template void PositionTerm<T>::turn(Side, RowsOf<const T>, std::size_t, RowsOf<T>);      \
  template void PositionTerm<T>::turn_adjoint(Side, RowsOf<const T>, RowsOf<const T>,      \
                                              RowsOf<const T>, std::size_t, RowsOf<T>);    \
  template void PositionTerm<T>::score(RowsOf<const T>, RowsOf<const T>, std::size_t, T*); \
  template void PositionTerm<T>::score_adjoint(RowsOf<const T>, RowsOf<const T>, const T*, \
                                               std::size_t, RowsOf<T>, RowsOf<T>);         \
  template void PositionTerm<T>::clear_gradients();                                        \
  template void PositionTerm<T>::add_table_gradients();                                    \
  template void PositionTerm<T>::add_gradients(T*);
POSENC_POSITION_ADJOINTS(double)
POSENC_POSITION_ADJOINTS(float)
#undef POSENC_POSITION_ADJOINTS

}  // namespace posenc
