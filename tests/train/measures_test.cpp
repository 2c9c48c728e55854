// Measures of an evaluation other than the loss of a split: by position, and of the logits of
// attention.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../support/spec_json.hpp"
#include "core/random.hpp"
#include "nn/transformer/losses.hpp"
#include "train/run.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

struct RowsOfModel {
  std::vector<double> data;
  std::size_t cols;
  double operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
};
RowsOfModel weights_of(const Transformer<double>& model, const std::string& name) {
  const auto at = std::ranges::find(model.tensors(), name, &ParameterTensor::name);
  REQUIRE(at != model.tensors().end());
  const auto first = model.parameters().begin() + static_cast<std::ptrdiff_t>(at->first);
  return {{first, first + static_cast<std::ptrdiff_t>(at->rows * at->cols)}, at->cols};
}

double deviation(const std::vector<double>& x) {
  double mean = 0, squares = 0;
  for (const double v : x) mean += v / static_cast<double>(x.size());
  for (const double v : x) squares += (v - mean) * (v - mean) / static_cast<double>(x.size());
  return std::sqrt(squares);
}

// One-hot of five symbols.
std::vector<double> random_symbols(std::size_t tokens, std::uint64_t seed) {
  std::vector<double> features(tokens * 5);
  for (std::size_t t = 0; t < tokens; ++t) features[t * 5 + Random(seed).below(t, 5)] = 1;
  return features;
}
PositionPlan learned_table(double sigma) {
  return {{"learned", {{{"sigma", sigma}, {"init", 7.0}}, {}}}, true};
}

}  // namespace

TEST_CASE("loss and accuracy by position are those of the samples' rows, one by one") {
  RunPlan plan;
  plan.task = "sequences", plan.task_values = {{{"kind", 4.0}, {"symbols", 4.0}}, {}};
  plan.model = {.dim = 16, .blocks = 1, .heads = 1, .hidden = 16};
  plan.batch = 16, plan.optimizer.learning_rate = 3e-3;
  for (const bool by_position : {false, true}) {
    plan.by_position = by_position;
    Result<Run> run = Run::make(plan);
    REQUIRE(run);
    run->open();
    for (int i = 0; i < 30; ++i) REQUIRE(run->step());
    const Evaluation evaluation = run->evaluate();
    const TaskData& task = run->task();
    const std::size_t tokens = task.token_positions.tokens;
    std::vector<float> features(tokens * task.shape.inputs);
    std::vector<std::int32_t> classes(tokens);
    for (std::size_t split = 0; split < 3; ++split) {
      const Measured& of = evaluation.splits[split];
      REQUIRE(of.loss_by_position.size() == (by_position ? tokens : 0));
      REQUIRE(of.accuracy_by_position.size() == (by_position ? tokens : 0));
      if (!by_position) continue;
      std::vector<double> loss(tokens), right(tokens), counted(tokens);
      double all = 0, rows = 0;
      for (std::uint64_t i = 0; i < 256; ++i) {
        task.sample(split, i, i, {features.data(), classes.data(), nullptr, nullptr});
        const float* y = run->model().forward(features.data(), 1);
        for (std::size_t t = 0; t < tokens; ++t, y += 4) {
          if (classes[t] == kNotCounted) continue;
          double sum = 0;
          for (std::size_t c = 0; c < 4; ++c) sum += std::exp(static_cast<double>(y[c]));
          loss[t] += std::log(sum) - static_cast<double>(y[classes[t]]);
          right[t] += std::max_element(y, y + 4) - y == classes[t], ++counted[t];
        }
      }
      for (std::size_t t = 0; t < tokens; ++t) {
        CHECK(std::isnan(of.loss_by_position[t]) == (counted[t] == 0));
        CHECK(std::isnan(of.accuracy_by_position[t]) == (counted[t] == 0));
        all += loss[t], rows += counted[t];
        if (counted[t] == 0) continue;
        CHECK(std::fabs(of.loss_by_position[t] - loss[t] / counted[t]) < 1e-5);
        CHECK(of.accuracy_by_position[t] == right[t] / counted[t]);
      }
      CHECK(counted[1] == 0);
      CHECK((counted[11] > 0) == (split == 2));
      CHECK(std::fabs(of.loss - all / rows) < 1e-5);
    }
  }
}

TEST_CASE("logits of the first block are what the weights say, in float64") {
  constexpr std::size_t kTokens = 6, kDim = 8, kHeads = 2, kSamples = 3;
  for (const bool causal : {false, true}) {
    TransformerPlan plan{.dim = kDim,
                         .heads = kHeads,
                         .hidden = 8,
                         .temperature = 0.5,
                         .positions = {learned_table(0.7)}};
    if (causal) plan.positions.push_back({{"alibi", {}}});
    auto model = Transformer<double>::make(plan, {5, 2, false}, {kTokens}, kSamples, 4);
    REQUIRE(model);
    const std::vector<double> features = random_symbols(kSamples * kTokens, 3);
    model->forward(features.data(), kSamples);
    const RowsOfModel embed = weights_of(*model, "embed.weight"),
                      shift = weights_of(*model, "embed.bias"),
                      table = weights_of(*model, "blocks.0.position.learned.values"),
                      qkv = weights_of(*model, "blocks.0.attention.qkv.weight");
    std::vector<double> logits;
    const auto x = [&](std::size_t s, std::size_t t, std::size_t c) {
      double sum = shift(0, c) + table.data[t * kDim + c];
      for (std::size_t k = 0; k < 5; ++k) sum += features[(s * kTokens + t) * 5 + k] * embed(k, c);
      return sum;
    };
    const auto through = [&](std::size_t s, std::size_t t, std::size_t column) {
      double sum = 0;  // biases of attention are initially 0
      for (std::size_t c = 0; c < kDim; ++c) sum += x(s, t, c) * qkv(c, column);
      return sum;
    };
    for (std::size_t s = 0; s < kSamples; ++s)
      for (std::size_t h = 0; h < kHeads; ++h)
        for (std::size_t i = 0; i < kTokens; ++i)
          for (std::size_t j = 0; j < (causal ? i + 1 : kTokens); ++j) {
            double dot = 0;
            for (std::size_t c = 0; c < kDim / kHeads; ++c)
              dot += through(s, i, h * kDim / kHeads + c) *
                     through(s, j, kDim + h * kDim / kHeads + c);
            const double slope = std::pow(2.0, -8.0 / kHeads * static_cast<double>(h + 1));
            const double apart = causal ? static_cast<double>(i) - static_cast<double>(j) : 0;
            logits.push_back(dot / std::sqrt(static_cast<double>(kDim / kHeads)) / 0.5 -
                             slope * apart);
          }
    const LogitSpread found = model->logits_of(0, kSamples);
    double largest = 0;
    for (const double l : logits) largest = std::fmax(largest, std::fabs(l));
    CHECK(found.count == static_cast<double>(logits.size()));
    CHECK(std::fabs(found.deviation() - deviation(logits)) < 1e-12);
    CHECK(std::fabs(found.largest - largest) < 1e-12);
    // for fewer samples, the first ones
    logits.resize(logits.size() / kSamples);
    CHECK(std::fabs(model->logits_of(0, 1).deviation() - deviation(logits)) < 1e-12);
  }
}

TEST_CASE("logits of every row of the registry are those whose probabilities attention has") {
  std::size_t rows = 0;
  for (const EncodingInfo* row : encodings()) {
    INFO(row->id);
    const TransformerPlan plan{.dim = 16,
                               .blocks = 1,
                               .heads = 1,
                               .hidden = 8,
                               .positions = {{{std::string(row->id), {}}}}};
    // one query: the probabilities of a sample give its logits up to a constant
    auto model = Transformer<double>::make(plan, {5, 2, true}, {6}, 2, 4);
    if (!model) continue;
    std::vector<double> features = random_symbols(2 * 6, 5), of_probabilities;
    for (std::size_t i = 0; i < features.size(); ++i) features[i] *= i < 6 * 5 ? 3 : 9;
    model->forward(features.data() + 6 * 5, 1);
    const double second = model->logits_of(0, 1).largest;
    model->forward(features.data(), 2);
    const LogitSpread found = model->logits_of(0, 1);
    for (const double p : model->attention_of(0, 1))
      if (p > 0) of_probabilities.push_back(std::log(p));
    CHECK(found.count == static_cast<double>(of_probabilities.size()));
    CHECK(std::fabs(found.deviation() - deviation(of_probabilities)) < 1e-10);
    CHECK(model->logits_of(0, 2).largest == std::fmax(found.largest, second));
    rows += found.deviation() > 1e-3;
  }
  CHECK(rows > 30);
}

// Initial logits of a learned table N(0, σ²) and tokens of variance σ_tok² have a standard
// deviation of (σ² + σ_tok²)/2, if q, k and v are one matrix of Glorot and Bengio. This holds for
// wide models without a bias; these are within a tenth of it, in the mean of ten seeds.
TEST_CASE("the first logits spread by half of the squares of table and tokens") {
  constexpr std::size_t kTokens = 16, kSamples = 32;
  for (const std::size_t dim : {32u, 128u})
    for (const double sigma : {0.4, 1.0, 2.0}) {
      double mean = 0;
      constexpr int kSeeds = 10;
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const TransformerPlan plan{
            .dim = dim, .blocks = 1, .hidden = 8, .positions = {learned_table(sigma)}};
        auto model = Transformer<double>::make(plan, {5, 2, false}, {kTokens}, kSamples, seed);
        REQUIRE(model);
        const std::vector<double> features = random_symbols(kSamples * kTokens, seed);
        model->forward(features.data(), kSamples);
        mean += model->logits_of(0, kSamples).deviation() / kSeeds;
      }
      // a weight of Glorot and Bengio, and a bias U(±1/√5)
      const double tokens = 2.0 / (5 + static_cast<double>(dim)) + 1.0 / 15,
                   predicted = (sigma * sigma + tokens) / 2;
      MESSAGE(dim, " ", sigma, " ", mean / predicted);
      CHECK(std::fabs(mean / predicted - 1) < 0.1);
    }
}
