// Scaled dot-product attention of several heads (Vaswani et al. 2017, arXiv:1706.03762), from
// logits that positions may have changed:
//
//   logits = scale·q·kᵀ + bias, p = softmax(logits) over the keys that a query sees, o = p·v
//
// Rows are tokens, samples one behind the other; a row holds its heads one behind the other. Query
// i of a sample stands at token i + keys - queries: the last query is the last token.
#pragma once
#include <cstddef>
#include <span>

#include "linalg/small_product.hpp"

namespace posenc {

struct AttentionShape {
  std::size_t samples, queries, keys, heads;
  std::size_t width;  // of q and k in a head
  std::size_t dim;    // of v in a head
  bool causal;        // a query sees no key after it
  std::size_t probabilities() const { return samples * heads * queries * keys; }
  // The first keys, so many, are those that a query sees.
  std::size_t seen(std::size_t query) const { return causal ? query + keys - queries + 1 : keys; }
};

template <class T>
struct AttentionInput {
  RowsOf<const T> q, k, v;  // (samples·queries, heads·width), (samples·keys, …), (…, heads·dim)
  const T* bias = nullptr;  // (heads, queries, keys), or null
  T scale = 1;
  // Whether the logits already stand in `p` (samples, heads, queries, keys). Then q, k and scale
  // are not used.
  bool scored = false;
};

// The logits of a head of a sample (queries, keys), also of keys that a query does not see. Where
// the input is `scored`, they stand there without their bias.
template <class T>
void attention_logits(const AttentionShape&, const AttentionInput<T>&, std::size_t sample,
                      std::size_t head, T* logits, std::span<T> workspace);

// p (samples, heads, queries, keys) and o (samples·queries, heads·dim)
template <class T>
void attention(const AttentionShape&, const AttentionInput<T>&, T* p, RowsOf<T> o,
               std::span<T> workspace);

template <class T>
struct AttentionGradients {
  RowsOf<T> q, k, v;  // q and k stay as they are where the input was `scored`
  T* bias = nullptr;  // (heads, queries, keys), or null
};

// `upstream` is the gradient by o. The function adds to the gradients; p becomes the gradient by
// the logits.
template <class T>
void attention_adjoint(const AttentionShape&, const AttentionInput<T>&, T* p,
                       RowsOf<const T> upstream, const AttentionGradients<T>&,
                       std::span<T> workspace);
std::size_t attention_workspace(const AttentionShape&);

}  // namespace posenc
