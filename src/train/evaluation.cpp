#include "train/evaluation.hpp"

#include <algorithm>

#include "core/real.hpp"
#include "nn/transformer/losses.hpp"
#include "train/run.hpp"

namespace posenc {
namespace {

// -Σ p·ln p, summed over rows that each add up to 1
double entropy(std::span<const float> probabilities) {
  double sum = 0;
  for (const float p : probabilities)
    if (p > 0) sum -= static_cast<double>(p) * real::log(static_cast<double>(p));
  return sum;
}

}  // namespace

// Sums over the samples of a split, as they come.
struct Run::Counts {
  struct Rows {
    double loss = 0, correct = 0, counted = 0;
    double mean_loss() const { return loss / counted; }  // NaN where nothing counts
    double accuracy() const { return correct / counted; }
  };
  Counts(std::size_t conditions, std::size_t queries)
      : by_condition(conditions), by_position(queries) {}
  double loss = 0, counted = 0;
  std::vector<Rows> by_condition, by_position;
};

// Of what is trained on, as many as the largest of the others has.
std::size_t Run::evaluated_samples(std::size_t split) const {
  const std::size_t samples = task_->splits[split].samples;
  if (split > 0) return samples;
  std::size_t most = 0;
  for (std::size_t k = 1; k < task_->splits.size(); ++k)
    most = std::max(most, task_->splits[k].samples);
  return samples == 0 ? most : std::min(samples, most);
}

double Run::evaluation_cost() const {
  double samples = 0;
  for (std::size_t k = 0; k < task_->splits.size(); ++k)
    samples += static_cast<double>(evaluated_samples(k));
  return samples * model_->cost() + tangent_cost();
}

// Adds the samples that draw() made last.
void Run::measure(std::size_t samples, const float* outputs, Counts& counts) {
  const std::size_t queries = model_->queries(), width = task_->shape.outputs;
  for (std::size_t s = 0; s < samples; ++s) {
    double loss = 0;
    for (std::size_t q = 0; q < queries; ++q, outputs += width) {
      const std::size_t row = s * queries + q;
      Counts::Rows one;
      if (task_->regression) {
        const float* const mask = mask_.data() + row * width;
        one.loss = masked_squared_error(outputs, numbers_.data() + row * width, mask, width, 0.0f,
                                        upstream_.data());
        for (std::size_t i = 0; i < width; ++i) one.counted += mask[i] != 0;
      } else {
        const RowLosses of =
            cross_entropy(outputs, classes_.data() + row, 1, width, 0.0f, upstream_.data());
        one = {of.sum, static_cast<double>(of.correct), classes_[row] != kNotCounted ? 1.0 : 0.0};
      }
      loss += one.loss, counts.counted += one.counted;
      for (Counts::Rows* to : {&counts.by_condition[conditions_[row]], &counts.by_position[q]})
        to->loss += one.loss, to->correct += one.correct, to->counted += one.counted;
    }
    counts.loss += loss;
  }
}

Steps Run::evaluate(Evaluation& out) {
  const std::size_t blocks = plan_.model.blocks;
  out = {step_, loss_, {}, std::vector<MeasuredBlock>(blocks), {}};
  std::vector<double> rows(blocks);  // of attention that were measured
  std::vector<LogitSpread> logits(blocks);
  for (std::size_t split = 0; split < task_->splits.size(); ++split) {
    const std::size_t samples = evaluated_samples(split);
    Counts counts(task_->conditions.size(), model_->queries());
    for (std::size_t first = 0; first < samples; first += pass_samples_) {
      const std::size_t n = std::min(pass_samples_, samples - first), pieces = model_->pieces();
      draw(split, first, n, kNoDraw);
      for (std::size_t k = 0; k < pieces; ++k) {
        model_->forward_piece(k, features_.data(), n, pass_of(split, first));
        if (k + 1 < pieces)
          co_yield model_->cost() * static_cast<double>(n) / static_cast<double>(pieces);
      }
      measure(n, model_->outputs(), counts);
      for (std::size_t b = 0; split == 1 && first < kEntropySamples && b < blocks; ++b) {
        const std::size_t measured = std::min(n, kEntropySamples - first);
        logits[b].add(model_->logits_of(b, measured));
        const auto p = model_->attention_of(b, measured);
        out.blocks[b].attention_entropy += entropy(p);
        rows[b] += static_cast<double>(p.size() / task_->token_positions.tokens);
      }
      co_yield model_->cost() * static_cast<double>(n) / static_cast<double>(pieces);
    }
    Measured measured{task_->splits[split].name, counts.loss / counts.counted, {}, {}, {}, {}};
    if (!task_->regression) {
      double correct = 0;
      for (const Counts::Rows& of : counts.by_condition) {
        correct += of.correct;
        measured.accuracy_by_condition.push_back(of.accuracy());
      }
      measured.accuracy = correct / counts.counted;
    }
    for (const Counts::Rows& of : counts.by_position) {
      if (!plan_.by_position) break;
      measured.loss_by_position.push_back(of.mean_loss());
      if (!task_->regression) measured.accuracy_by_position.push_back(of.accuracy());
    }
    out.splits.push_back(std::move(measured));
  }
  const KnownPositions known = task_->known_positions();
  for (std::size_t b = 0; b < blocks; ++b) {
    out.blocks[b].attention_entropy /= rows[b];  // 0/0 where attention is over the batch
    if (logits[b].count > 0) {
      out.blocks[b].logit_spread = logits[b].deviation();
      out.blocks[b].largest_logit = logits[b].largest;
    }
    const Matrix table{task_->token_positions.tokens, plan_.model.dim, model_->table_of(b)};
    if (table.data.empty()) continue;
    out.blocks[b].structure.emplace();
    co_yield structure(table, known, *out.blocks[b].structure);
  }
  if (plan_.tangent_samples > 0) co_yield tangent(out.tangent);
}

Result<Matrix> Run::attention(std::size_t split, std::size_t sample, std::size_t block,
                              std::size_t head) {
  const auto outside = [](std::string_view field, std::size_t got, std::size_t n) {
    return bad_argument(field, "must be below ", n, ", got ", got);
  };
  if (split >= task_->splits.size()) return outside("split", split, task_->splits.size());
  if (const std::size_t n = evaluated_samples(split); sample >= n)
    return outside("sample", sample, n);
  if (block >= plan_.model.blocks) return outside("block", block, plan_.model.blocks);
  if (head >= plan_.model.heads) return outside("head", head, plan_.model.heads);
  draw(split, sample, 1, kNoDraw);
  model_->forward(features_.data(), 1, pass_of(split, sample));
  const auto heads = model_->attention_of(block, 1);
  if (heads.empty())
    return Error{ErrorCode::not_defined, "attention", "is over the samples of a batch, not tokens"};
  const std::size_t numbers = heads.size() / plan_.model.heads,
                    tokens = task_->token_positions.tokens;
  const auto p = heads.subspan(head * numbers, numbers);
  return Matrix{numbers / tokens, tokens, {p.begin(), p.end()}};
}

}  // namespace posenc
