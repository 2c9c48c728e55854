// One encoding in one place of a transformer, by the stages of its row:
//
//   a table     added to the tokens; through a trained map, if its width is not the model's
//   a rotation  of q and k, or another map of them
//   a bias      added to the logits
//   scores      in place of q·k/√d
//
// What the row has of the last three counts, and the table only where it has none of them: there it
// stands for something else (frequencies of the rotation, relative positions). Trained numbers of
// the row are parameters of the model, kept in float32 or float64 there and copied into the stage.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "linalg/small_product.hpp"
#include "train/places.hpp"

namespace posenc {

struct PositionPlan {
  EncodingSpec spec;
  bool in_blocks = false;  // a table is added in every block, each with its own; else at the input
  bool frozen = false;     // what the row could train stays as it is
  bool learn_frequencies = false;  // waves: from where the row puts them

  // What the published code of Ito et al. (github.com/ljhearne/LSTNN_public) does otherwise:
  // dropout of tokens and table together, in evaluations too (its fixed tables: 0.1); only of a
  // table in blocks.
  double published_dropout = 0;
  // Attention over the samples of a batch instead of the tokens (its `rope`); only of a rotation.
  bool over_batch = false;
};

template <class T>
class PositionTerm {
 public:
  // `name` begins those of its tensors; what is drawn follows from it and the seed. Queries are the
  // last tokens. Errors: those of the spec and of its positions; not_defined where the row cannot
  // be trained with.
  static Result<PositionTerm> make(const PositionPlan&, const HeadShape&, const Places&,
                                   std::size_t queries, std::uint64_t seed,
                                   const std::string& name);

  // Added to the tokens (tokens, dim), or null; and where its gradient is added up.
  const T* table() const { return added_.empty() ? nullptr : added_.data(); }
  T* table_gradient() { return added_gradient_.data(); }
  // Added to the logits (heads, queries, tokens), or null.
  const T* bias() const { return logits_.empty() ? nullptr : logits_.data(); }
  T* bias_gradient() { return logits_gradient_.empty() ? nullptr : logits_gradient_.data(); }
  bool causal() const { return causal_; }
  double dropout() const { return dropout_; }
  bool over_batch() const { return over_batch_; }

  bool turns() const { return rotary_ || transform_; }
  std::size_t turned_width() const { return rotary_ ? head_.head_dim() : transform_->width; }
  // Rows of q or k (samples·n, heads·head_dim), tokens [tokens - n, tokens) of each sample, into
  // (…, heads·turned_width).
  void turn(Side, RowsOf<const T> x, std::size_t samples, RowsOf<T> out);
  // Adds to the gradient by x.
  void turn_adjoint(Side, RowsOf<const T> x, RowsOf<const T> turned, RowsOf<const T> up,
                    std::size_t samples, RowsOf<T> x_gradient);

  bool scores() const { return scores_.has_value(); }
  // (samples, heads, queries, tokens), of q (samples·queries, …) and k (samples·tokens, …)
  void score(RowsOf<const T> q, RowsOf<const T> k, std::size_t samples, T* out);
  void score_adjoint(RowsOf<const T> q, RowsOf<const T> k, const T* up, std::size_t samples,
                     RowsOf<T> q_gradient, RowsOf<T> k_gradient);

  // Parameters, as many numbers as all that is trained here.
  struct Tensor {
    std::string name;
    std::size_t rows, cols;
    std::string_view axes;  // as Trained has them
    std::size_t shown_cols;
  };
  const std::vector<Tensor>& tensors() const { return tensors_; }
  std::size_t parameters() const;
  void initial(T* out) const;
  // From now on these; keeps them in their ranges.
  void set(T* parameters);
  // Gradients are added up from here on …
  void clear_gradients();
  // … and added to these.
  void add_gradients(T* gradients);

 private:
  PositionTerm() = default;
  void list_tensors(const EncodingInfo&, bool frozen, bool learn_frequencies,
                    const std::string& name);
  void make_tables();
  void add_table_gradients();
  std::vector<Trained>& trained();
  TrigTable* waves() { return rotary_ ? &rotary_->table : waves_ ? &*waves_ : nullptr; }
  std::size_t head_size() const { return head_.head_dim(); }

  HeadShape head_{};
  std::size_t tokens_ = 0, queries_ = 0, axes_ = 1;
  bool causal_ = false, learns_frequencies_ = false, over_batch_ = false;
  double dropout_ = 0;
  std::vector<double> positions_;  // (tokens, axes)
  std::optional<TrigTable> waves_;
  std::optional<RowTable> rows_;
  std::optional<Rotary> rotary_;
  std::optional<Transform> transform_;
  std::optional<Bias> bias_;
  std::optional<Scores> scores_;

  std::vector<Trained> trained_;                          // those that are parameters
  std::vector<std::pair<double, double>> ranges_;         // of each of them
  std::vector<double> frequencies_, frequency_gradient_;  // (pairs, axes)
  std::vector<std::vector<double>> gradients_;            // of each trained tensor
  std::vector<double*> to_;                               // the same as Gradients
  std::vector<Tensor> tensors_;

  std::size_t width_ = 0;                            // of the table
  std::vector<double> table_, table_up_;             // (tokens, width) as the row has it
  std::vector<T> projection_, projection_gradient_;  // (width, dim), where they differ
  std::vector<T> added_, added_gradient_;            // (tokens, dim)
  std::vector<T> logits_, logits_gradient_;          // (heads, queries, tokens)
  std::vector<T> cosines_, sines_;                   // (tokens, pairs) times the amplitude
  std::vector<double> phase_gradient_;               // (tokens, pairs)
  std::vector<double> scratch_;
};

extern template class PositionTerm<float>;
extern template class PositionTerm<double>;

}  // namespace posenc
