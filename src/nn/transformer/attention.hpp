// Scaled dot-product attention of several heads (Vaswani et al. 2017, arXiv:1706.03762), from
// logits that a position encoding may have changed:
//
//   logits = scale·q·kᵀ + bias, p = softmax(logits) over the keys that a query sees, o = p·v
//
// Rows are tokens, with samples one after the other; a row holds its heads one after the other.
// Query i of a sample is at token i + keys - queries: the last query is the last token.
#pragma once
#include <cstddef>
#include <span>

#include "linalg/small_product.hpp"

namespace posenc {

struct AttentionShape {
  std::size_t samples, queries, keys, heads;
  std::size_t width;  // of q and k in a head
  std::size_t dim;    // of v in a head
  bool causal;        // a query sees no later key
  std::size_t probabilities() const { return samples * heads * queries * keys; }
  // Number of keys that a query sees, from the first on.
  std::size_t seen(std::size_t query) const { return causal ? query + keys - queries + 1 : keys; }
};

template <class T>
struct AttentionInput {
  RowsOf<const T> q, k, v;  // (samples·queries, heads·width), (samples·keys, …), (…, heads·dim)
  const T* bias = nullptr;  // (heads, queries, keys), or null
  T scale = 1;
  // True if `p` (samples, heads, queries, keys) already holds the logits. Then q, k and scale are
  // not used.
  bool scored = false;
};

// The logits of a head of a sample (queries, keys), including keys that a query does not see. If
// the input is `scored`, `logits` holds them without their bias.
template <class T>
void attention_logits(const AttentionShape&, const AttentionInput<T>&, std::size_t sample,
                      std::size_t head, T* logits, std::span<T> workspace);

// p (samples, heads, queries, keys) and o (samples·queries, heads·dim)
template <class T>
void attention(const AttentionShape&, const AttentionInput<T>&, T* p, RowsOf<T> o,
               std::span<T> workspace);

template <class T>
struct AttentionGradients {
  RowsOf<T> q, k, v;  // q and k are unchanged if the input is `scored`
  T* bias = nullptr;  // (heads, queries, keys), or null
};

// `upstream` is the gradient with respect to o. Adds to the gradients; p becomes the gradient with
// respect to the logits.
template <class T>
void attention_adjoint(const AttentionShape&, const AttentionInput<T>&, T* p,
                       RowsOf<const T> upstream, const AttentionGradients<T>&,
                       std::span<T> workspace);
std::size_t attention_workspace(const AttentionShape&);

}  // namespace posenc
