// The logits of a block's attention, recomputed from the last forward pass, because probabilities
// have overwritten them.
#include "train/block.hpp"

namespace posenc {

template <class T>
LogitSpread Block<T>::logit_spread(std::size_t samples, std::span<T> workspace) {
  LogitSpread all;
  if (over_batch()) return all;
  const AttentionShape shape = attention_shape(samples);
  const AttentionInput<T> in = attention_input();
  const std::size_t one = shape.queries * shape.keys;
  std::vector<T> logits(score_ != nullptr ? shape.probabilities() : one);
  if (score_ != nullptr) score_->score(in.q, in.k, samples, logits.data());
  for (std::size_t sample = 0; sample < samples; ++sample)
    for (std::size_t head = 0; head < shape.heads; ++head) {
      T* const of = logits.data() +
                    (score_ != nullptr ? (sample * shape.heads + head) * one : std::size_t{0});
      attention_logits<T>(shape, in, sample, head, of, workspace);
      for (std::size_t q = 0; q < shape.queries; ++q)
        all.add(std::span<const T>(of + q * shape.keys, shape.seen(q)));
    }
  return all;
}

template LogitSpread Block<float>::logit_spread(std::size_t, std::span<float>);
template LogitSpread Block<double>::logit_spread(std::size_t, std::span<double>);

}  // namespace posenc
