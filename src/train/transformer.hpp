// A transformer of encoder or causal decoder blocks with hand-written gradients, for any encoding
// (position_term.hpp): features of tokens (samples·tokens, inputs) to outputs of every token, or of
// the last one, (samples·queries, outputs).
//
//   post-norm  r = Attn(x) + x, n = LN(r), y = LN(MLP(n) + n)          Vaswani et al. 2017
//   pre-norm   r = Attn(LN(x)) + x, y = MLP(LN(r)) + r, LN at the end   Xiong et al. 2020
//   MLP        φ(n·W1 + b1)·W2 + b2, and φ of that if `mlp_output_activation` is set, as in the
//              code of Ito et al. 2024
//
// If only the last token is read, the last block computes keys and values for all tokens, and
// everything else only for the last one.
//
// Values are float32, or float64 in tests of gradients. Initialisation, with gain 1 and bias 0 of
// LN, biases of attention 0 and all others U(±1/√in):
//
//   glorot       all weights N(0, 2/(in + out)), q, k and v as one matrix  Glorot & Bengio 2010
//   pytorch      weights U(±1/√in), of q, k and v, as one matrix, U(±√(6/(in + out)))
//   pytorch-mlp  like pytorch, with the second matrix of the MLP U(±√(6/(in + out)))
//
// On Latin squares (d = 32, sigma 0.2, 4000 steps) a run learns abruptly, within its time or not:
// test accuracy is 0.91 to 0.99, median 0.96, with `glorot` (seeds 0 to 8); 0.51 to 0.98, median
// 0.88, with `pytorch-mlp` (0 to 8); 0.51 to 0.99, median 0.94, with `pytorch` (0 to 7). Rounding
// matters, too: these seeds with a factor of 0.9996 gave a median of 0.97. The gradients agree with
// central differences and with PyTorch (tests/train/transformer_test.cpp). A pass and its gradient
// allocate nothing, except in adjoints of trained rows.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nn/transformer/activation.hpp"
#include "nn/transformer/layer_norm.hpp"
#include "nn/transformer/linear.hpp"
#include "train/logit_spread.hpp"
#include "train/position_term.hpp"

namespace posenc {

inline constexpr std::string_view kInitialisations[] = {"glorot", "pytorch-mlp", "pytorch"};
enum class Initialisation : unsigned char { glorot, pytorch_mlp, pytorch };

struct TransformerPlan {
  std::size_t dim = 32, blocks = 2, heads = 1, hidden = 128;
  bool pre_norm = false, causal = false, mlp_output_activation = false;
  ActivationKind activation = ActivationKind::gelu;
  Initialisation initialisation = Initialisation::glorot;
  double token_scale = 1;  // factor of the tokens' initial embedding
  double temperature = 1;  // divides q·k/√d; 0.01 in the `cnope` of LSTNN_public
  std::vector<PositionPlan> positions = {};
};

struct TokenShape {
  std::size_t inputs, outputs;
  bool last_only;  // outputs only for the last token of a sample
};

struct ParameterTensor {
  std::string name;
  std::size_t rows, cols, first;  // (rows, cols) row-major, from parameter `first` on
  // The axes and columns in the caller's form: "in,out" is a weight, "out" a bias; see Trained for
  // tensors of encodings. Checkpoints contain only rows and columns.
  std::string_view axes;
  std::size_t shown_cols;
  bool of_encoding = false;

  std::size_t size() const { return rows * cols; }
  // The shape in the caller's form.
  std::vector<std::size_t> shape() const {
    if (axes.empty()) return {};
    if (axes.find(',') == std::string_view::npos) return {shown_cols};
    return {shown_cols == 0 ? 0 : size() / shown_cols, shown_cols};
  }
};

template <class T>
class Block;

template <class T>
class Transformer {
 public:
  // A model for passes of at most `samples`. Errors: those of the plan (bad_param, too_large) and
  // of its encodings.
  static Result<Transformer> make(const TransformerPlan&, const TokenShape&, const TokenPositions&,
                                  std::size_t samples, std::uint64_t seed);
  Transformer(Transformer&&) noexcept;
  Transformer& operator=(Transformer&&) noexcept;
  ~Transformer();

  std::vector<T>& parameters() { return parameters_; }
  const std::vector<T>& parameters() const { return parameters_; }
  const std::vector<ParameterTensor>& tensors() const { return tensors_; }
  // Must be called after a change of the parameters: updates the encodings, and clamps their
  // parameters to the range.
  void refresh();

  std::size_t queries() const { return shape_.last_only ? 1 : token_positions_.tokens; }
  // Returns the outputs (samples·queries, outputs), which are valid until the next pass. With
  // dropout, a pass with another `draw` drops other elements.
  const T* forward(const T* features, std::size_t samples, std::uint64_t draw = 0);
  // `upstream` is the gradient of the last pass's outputs. Adds to `gradient` (parameters).
  void backward(const T* features, std::size_t samples, const T* upstream, T* gradient);
  // A pass in pieces, so that other work may run in between: from 0 to pieces() - 1, in order. Each
  // costs about cost()/pieces() per sample.
  std::size_t pieces() const { return plan_.blocks + 1; }
  void forward_piece(std::size_t piece, const T* features, std::size_t samples, std::uint64_t draw);
  const T* outputs() const { return outputs_.data(); }
  void backward_piece(std::size_t piece, const T* features, std::size_t samples, const T* upstream,
                      T* gradient);
  // Returns whether samples of a pass see one another.
  bool over_batch() const;
  // Probabilities (samples, heads, queries of that block, tokens) of the first samples of the last
  // forward pass; empty if attention is over the batch.
  std::span<const T> attention_of(std::size_t block, std::size_t samples) const;
  // For the logits of these samples; none if attention is over the batch.
  LogitSpread logits_of(std::size_t block, std::size_t samples);
  // The sum of the tables added in a block (tokens, dim), or empty; block 0 includes the input's.
  std::vector<double> table_of(std::size_t block) const;
  // Multiplications and additions of one sample's forward pass.
  double cost() const { return cost_; }

 private:
  Transformer();
  const TransformerPlan& plan() const { return plan_; }
  std::size_t add_tensor(std::string name, std::size_t rows, std::size_t cols);
  Linear add_linear(const std::string& name, std::size_t in, std::size_t out);
  void add_terms(const std::string& prefix, std::vector<PositionTerm<T>>&,
                 std::vector<std::size_t>& first);
  void initialise(std::uint64_t seed);

  TransformerPlan plan_;
  std::uint64_t seed_ = 0;
  TokenShape shape_{};
  TokenPositions token_positions_;
  double cost_ = 0;
  std::vector<T> parameters_;
  std::vector<ParameterTensor> tensors_;
  Linear embed_{}, read_{};
  LayerNorm<T> last_norm_;  // if the model is pre-norm
  std::vector<PositionTerm<T>> input_terms_;
  std::vector<std::size_t> input_first_;  // offset of the parameters of each of them
  std::vector<Block<T>> blocks_;
  std::vector<T> x_, upstream_, outputs_, workspace_;
};

extern template class Transformer<float>;
extern template class Transformer<double>;

}  // namespace posenc
