#include "nn/transformer/attention.hpp"

#include <algorithm>
#include <limits>

#include "nn/transformer/activation.hpp"
#include "nn/transformer/vectors.hpp"
#include "simd/transposed.hpp"

namespace posenc {
namespace {

template <class T>
void transpose_rows(RowsOf<const T> x, std::size_t rows, std::size_t cols, T* out) {
  lanes::transpose(x.data, x.stride, rows, cols, out, rows);
}

// Rows of a sample and a head.
template <class T>
RowsOf<T> part(RowsOf<T> all, std::size_t rows, std::size_t width, std::size_t sample,
               std::size_t head) {
  return {all.data + sample * rows * all.stride + head * width, all.stride};
}
template <class T>
StridedViewOf<T> view(RowsOf<const T> x, std::size_t rows, std::size_t cols) {
  return {x.data, rows, cols, x.stride, 1};
}

}  // namespace

std::size_t attention_workspace(const AttentionShape& s) {
  return s.keys * std::max(s.width, s.dim) + s.queries * s.keys;
}

template <class T>
void attention_logits(const AttentionShape& s, const AttentionInput<T>& in, std::size_t sample,
                      std::size_t head, T* logits, std::span<T> workspace) {
  T* const transposed = workspace.data();
  if (!in.scored) {
    transpose_rows(part(in.k, s.keys, s.width, sample, head), s.keys, s.width, transposed);
    std::fill_n(logits, s.queries * s.keys, T{0});
    const RowsOf<const T> q = part(in.q, s.queries, s.width, sample, head);
    add_small_product<T>(view(q, s.queries, s.width), {transposed, s.keys}, s.keys,
                         {logits, s.keys});
    for (std::size_t i = 0; i < s.queries * s.keys; ++i) logits[i] *= in.scale;
  }
  if (in.bias != nullptr)
    vectors::add(in.bias + head * s.queries * s.keys, s.queries * s.keys, logits);
}

template <class T>
void attention(const AttentionShape& s, const AttentionInput<T>& in, T* p, RowsOf<T> o,
               std::span<T> workspace) {
  for (std::size_t sample = 0; sample < s.samples; ++sample)
    for (std::size_t head = 0; head < s.heads; ++head, p += s.queries * s.keys) {
      attention_logits(s, in, sample, head, p, workspace);
      for (std::size_t i = 0; i < s.queries; ++i) {
        T* const row = p + i * s.keys;
        const std::size_t seen = s.seen(i);
        softmax(row, seen);
        std::fill(row + seen, row + s.keys, T{0});
      }
      const RowsOf<T> out = part(o, s.queries, s.dim, sample, head);
      for (std::size_t i = 0; i < s.queries; ++i)
        std::fill_n(out.data + i * out.stride, s.dim, T{0});
      add_small_product<T>(MatrixViewOf<T>{p, s.queries, s.keys},
                           part(in.v, s.keys, s.dim, sample, head), s.dim, out);
    }
}

template <class T>
void attention_adjoint(const AttentionShape& s, const AttentionInput<T>& in, T* p,
                       RowsOf<const T> upstream, const AttentionGradients<T>& to,
                       std::span<T> workspace) {
  T *const transposed = workspace.data(), *const p_gradient =
                                              transposed + s.keys * std::max(s.width, s.dim);
  for (std::size_t sample = 0; sample < s.samples; ++sample)
    for (std::size_t head = 0; head < s.heads; ++head, p += s.queries * s.keys) {
      const RowsOf<const T> u = part(upstream, s.queries, s.dim, sample, head);
      const StridedViewOf<T> weights = MatrixViewOf<T>{p, s.queries, s.keys},
                             p_gradients = MatrixViewOf<T>{p_gradient, s.queries, s.keys};
      add_small_product<T>(weights.transposed(), u, s.dim, part(to.v, s.keys, s.dim, sample, head));
      transpose_rows(part(in.v, s.keys, s.dim, sample, head), s.keys, s.dim, transposed);
      std::fill_n(p_gradient, s.queries * s.keys, T{0});
      add_small_product<T>(view(u, s.queries, s.dim), {transposed, s.keys}, s.keys,
                           {p_gradient, s.keys});
      for (std::size_t i = 0; i < s.queries; ++i) {
        T *const row = p + i * s.keys, *const by = p_gradient + i * s.keys;
        const T along = vectors::dot(row, by, s.keys);
        for (std::size_t j = 0; j < s.keys; ++j) row[j] *= by[j] - along;
      }
      if (to.bias != nullptr)
        vectors::add(p, s.queries * s.keys, to.bias + head * s.queries * s.keys);
      if (in.scored) continue;
      for (std::size_t i = 0; i < s.queries * s.keys; ++i) p_gradient[i] = in.scale * p[i];
      add_small_product<T>(p_gradients, part(in.k, s.keys, s.width, sample, head), s.width,
                           part(to.q, s.queries, s.width, sample, head));
      add_small_product<T>(p_gradients.transposed(), part(in.q, s.queries, s.width, sample, head),
                           s.width, part(to.k, s.keys, s.width, sample, head));
    }
}

#define POSENC_ATTENTION(T)                                                                    \
  template void attention_logits(const AttentionShape&, const AttentionInput<T>&, std::size_t, \
                                 std::size_t, T*, std::span<T>);                               \
  template void attention(const AttentionShape&, const AttentionInput<T>&, T*, RowsOf<T>,      \
                          std::span<T>);                                                       \
  template void attention_adjoint(const AttentionShape&, const AttentionInput<T>&, T*,         \
                                  RowsOf<const T>, const AttentionGradients<T>&, std::span<T>);
POSENC_ATTENTION(double)
POSENC_ATTENTION(float)
#undef POSENC_ATTENTION

}  // namespace posenc
