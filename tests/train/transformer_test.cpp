// The transformer against PyTorch, and its gradients against central differences: for every kind of
// block, and for every row of the registry.
#include "train/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "../support/golden.hpp"
#include "../support/memory.hpp"
#include "core/random.hpp"
#include "nn/transformer/losses.hpp"
#include "nn/transformer/optimizer.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

TokenPositions grid(std::size_t height, std::size_t width) {
  TokenPositions token_positions{height * width, {{}, {}}, height, width};
  for (std::size_t i = 0; i < token_positions.tokens; ++i)
    token_positions.coordinates[1].insert(
        token_positions.coordinates[1].end(),
        {static_cast<double>(i / width), static_cast<double>(i % width)});
  return token_positions;
}

PositionPlan learned_in_blocks() {
  return {{"learned", {{{"sigma", 0.2}, {"init", 7.0}}, {}}}, true};
}

// A sample's tokens: one-hot of 5, blank if the code is 0.
std::vector<double> one_hot(const std::vector<std::string>& puzzles) {
  std::vector<double> all;
  for (const std::string& puzzle : puzzles)
    for (const char c : puzzle)
      for (char symbol = '1'; symbol <= '5'; ++symbol) all.push_back(c == symbol);
  return all;
}

// name in the golden file → tensor of the model
std::map<std::string, std::string> golden_names() {
  std::map<std::string, std::string> names = {
      {"We", "embed.weight"}, {"be", "embed.bias"}, {"Ww", "read.weight"}, {"bw", "read.bias"}};
  for (const std::string b : {"0", "1"}) {
    const std::string block = "blocks." + b + ".";
    names["pe" + b] = block + "position.learned.values";
    names["Wqkv" + b] = block + "attention.qkv.weight";
    names["bqkv" + b] = block + "attention.qkv.bias";
    names["Wo" + b] = block + "attention.out.weight";
    names["bo" + b] = block + "attention.out.bias";
    names["W1" + b] = block + "mlp.up.weight";
    names["b1" + b] = block + "mlp.up.bias";
    names["W2" + b] = block + "mlp.down.weight";
    names["b2" + b] = block + "mlp.down.bias";
    names["g0_" + b] = block + "norm1.weight";
    names["c0_" + b] = block + "norm1.bias";
    names["g1_" + b] = block + "norm2.weight";
    names["c1_" + b] = block + "norm2.bias";
  }
  return names;
}

template <class T>
const ParameterTensor& tensor_of(const Transformer<T>& model, const std::string& name) {
  const auto found = std::ranges::find(model.tensors(), name, &ParameterTensor::name);
  REQUIRE(found != model.tensors().end());
  return *found;
}

// Largest error relative to the largest absolute value of a tensor.
template <class T>
double worst(const T* got, const std::vector<double>& want) {
  double error = 0, size = 1e-300;
  for (std::size_t i = 0; i < want.size(); ++i) {
    error = std::fmax(error, std::fabs(static_cast<double>(got[i]) - want[i]));
    size = std::fmax(size, std::fabs(want[i]));
  }
  return error / size;
}

template <class T>
void check_golden(double bound) {
  const json golden = load_json("lst_transformer_forward_backward");
  const json& expected = golden.at("expected");
  const TransformerPlan plan{
      .dim = 4, .hidden = 16, .mlp_output_activation = true, .positions = {learned_in_blocks()}};
  auto made = Transformer<T>::make(plan, {5, 4, true}, grid(4, 4), 3, 1);
  REQUIRE(made);
  Transformer<T>& model = *made;
  const auto names = golden_names();
  for (const auto& [from, name] : names) {
    const ParameterTensor& to = tensor_of(model, name);
    const std::vector<double> values = numbers_of(golden.at("inputs").at("weights").at(from));
    REQUIRE(values.size() == to.rows * to.cols);
    for (std::size_t i = 0; i < values.size(); ++i)
      model.parameters()[to.first + i] = static_cast<T>(values[i]);
  }
  model.refresh();
  const std::vector<double> wide =
      one_hot(golden.at("inputs").at("puzzles").get<std::vector<std::string>>());
  const std::vector<T> features(wide.begin(), wide.end());
  const auto targets = golden.at("inputs").at("targets").get<std::vector<std::int32_t>>();
  const T* outputs = model.forward(features.data(), 3);
  CHECK(worst(outputs, numbers_of(expected.at("logits"))) <= bound);
  std::vector<T> upstream(12), gradient(model.parameters().size());
  const RowLosses losses =
      cross_entropy<T>(outputs, targets.data(), 3, 4, static_cast<T>(1.0 / 3), upstream.data());
  CHECK(std::fabs(losses.sum / 3 - expected.at("loss").get<double>()) <= bound);
  CHECK(worst(model.attention_of(1, 3).data(),
              numbers_of(expected.at("attention_last_block_last_query").at(0))) <= bound);
  model.backward(features.data(), 3, upstream.data(), gradient.data());
  double most = 0;
  for (const auto& [from, name] : names) {
    const ParameterTensor& of = tensor_of(model, name);
    const double error =
        worst(gradient.data() + of.first, numbers_of(expected.at("grads").at(from)));
    most = std::fmax(most, error);
    CHECK_MESSAGE(error <= 10 * bound, of.name, " ", error);
  }
  MESSAGE("gradients of the golden file within ", most);
  const json& after = expected.at("adamw_after_1_step");
  Optimizer<T> optimizer({.learning_rate = after.at("lr"), .weight_decay = after.at("wd")},
                         gradient.size());
  optimizer.update(model.parameters(), gradient);
  for (const auto& [from, values] : after.at("values").items())
    CHECK(worst(model.parameters().data() + tensor_of(model, names.at(from)).first,
                numbers_of(values)) <= 1e3 * bound);
}

struct Problem {
  std::vector<double> features, target;
};

// Σ target·output, whose gradient with respect to the outputs is the target.
double loss_of(Transformer<double>& model, const Problem& problem, std::size_t samples) {
  model.refresh();
  const double* out = model.forward(problem.features.data(), samples);
  double sum = 0;
  for (std::size_t i = 0; i < problem.target.size(); ++i) sum += problem.target[i] * out[i];
  return sum;
}

// The largest difference from central differences along two directions in each tensor, relative to
// the size of the summed terms.
double gradient_error(Transformer<double>& model, const TokenShape& shape, std::size_t tokens) {
  constexpr std::size_t kSamples = 2;
  constexpr double kStep = 1e-5;
  const Random random(3);
  Problem problem{std::vector<double>(kSamples * tokens * shape.inputs),
                  std::vector<double>(kSamples * model.queries() * shape.outputs)};
  for (std::size_t i = 0; i < problem.features.size(); ++i) problem.features[i] = random.normal(i);
  for (std::size_t i = 0; i < problem.target.size(); ++i)
    problem.target[i] = random.normal(10000 + i);
  std::vector<double>& p = model.parameters();
  // away from kinks at which an initialiser puts several values
  for (std::size_t i = 0; i < p.size(); ++i) p[i] += 0.01 * random.uniform(i);
  std::vector<double> gradient(p.size());
  loss_of(model, problem, kSamples);
  model.backward(problem.features.data(), kSamples, problem.target.data(), gradient.data());
  double most = 0;
  for (const ParameterTensor& tensor : model.tensors())
    for (const std::uint32_t stream : {1u, 2u}) {
      const std::vector<double> at = p;
      const std::size_t n = tensor.rows * tensor.cols;
      double along = 0, size = 1e-4;
      const auto loss_at = [&](double step) {
        for (std::size_t i = 0; i < n; ++i)
          p[tensor.first + i] = at[tensor.first + i] + step * Random(5, stream).normal(i);
        return loss_of(model, problem, kSamples);
      };
      const double difference = (loss_at(kStep) - loss_at(-kStep)) / (2 * kStep);
      for (std::size_t i = 0; i < n; ++i) {
        const double by = gradient[tensor.first + i] * Random(5, stream).normal(i);
        along += by, size += std::fabs(by);
      }
      const double error = std::fabs(difference - along) / size;
      if (error > 1e-5) MESSAGE(tensor.name, " ", difference, " ", along, " of ", size);
      most = std::fmax(most, error);
      p = at;
    }
  return most;
}

}  // namespace

TEST_CASE("a transformer of Ito et al.: outputs, loss, attention, gradients, AdamW of PyTorch") {
  SUBCASE("float64") { check_golden<double>(1e-8); }
  SUBCASE("float32") { check_golden<float>(5e-6); }
}

TEST_CASE("gradients of every kind of block agree with differences") {
  const TokenShape all{3, 2, false}, last{3, 2, true};
  for (const bool pre : {false, true})
    for (const bool causal : {false, true})
      for (const TokenShape& shape : {all, last}) {
        const TransformerPlan plan{.dim = 8,
                                   .blocks = 2,
                                   .heads = 2,
                                   .hidden = 12,
                                   .pre_norm = pre,
                                   .causal = causal,
                                   .mlp_output_activation = !pre,
                                   .positions = {learned_in_blocks()}};
        auto model = Transformer<double>::make(plan, shape, grid(2, 3), 2, 4);
        REQUIRE(model);
        CHECK(gradient_error(*model, shape, 6) <= 1e-6);
      }
}

TEST_CASE("every row goes where it belongs: gradients of all parameters agree with differences") {
  std::size_t trained = 0;
  double most = 0;
  for (const EncodingInfo* row : encodings()) {
    INFO(row->id);
    EncodingSpec spec{std::string(row->id), {}};
    // differences are not taken across kinks, or beyond the range of a parameter
    for (const ParamInfo& p : row->params)
      if (p.name == "hidden") spec.values.numbers["hidden"] = 5;
    if (row->id == "pope") spec.values.arrays["phases"] = std::vector<double>(8, -1.5);
    const TransformerPlan plan{
        .dim = 16, .blocks = 2, .heads = 2, .hidden = 12, .positions = {{spec}}};
    const TokenShape shape{3, 2, false};
    auto model = Transformer<double>::make(plan, shape, grid(2, 3), 2, 4);
    if (!model) MESSAGE(row->id, ": ", model.error().field, " ", model.error().message);
    if (!model) continue;
    const double error = gradient_error(*model, shape, 6);
    CHECK_MESSAGE(error <= 1e-5, row->id, " ", error);
    most = std::fmax(most, error);
    ++trained;
  }
  MESSAGE(trained, " rows, largest error ", most);
}

TEST_CASE("frequencies are learned from where a row puts them; fixed and learned add up") {
  const TokenShape shape{3, 2, false};
  for (const char* id : {"sinusoidal", "rope"}) {
    PositionPlan waves{{id, {}}};
    waves.learn_frequencies = true;
    const TransformerPlan plan{
        .dim = 8, .heads = 2, .hidden = 8, .positions = {waves, learned_in_blocks()}};
    auto model = Transformer<double>::make(plan, shape, grid(2, 3), 2, 4);
    REQUIRE(model);
    CHECK(gradient_error(*model, shape, 6) <= 1e-6);
  }
}

namespace {

// The deviations of the published code, one at a time.
TransformerPlan published(bool over_batch, double dropout, double temperature) {
  TransformerPlan plan{
      .dim = 8, .blocks = 2, .heads = 2, .hidden = 12, .mlp_output_activation = true};
  plan.temperature = temperature;
  plan.positions = {{{"rope", {}}}, {{"sinusoidal", {}}, true}};
  plan.positions[0].over_batch = over_batch;
  plan.positions[1].published_dropout = dropout;
  if (over_batch) plan.positions.pop_back();
  return plan;
}
// Outputs of the last of six tokens, for two samples of these features.
std::vector<double> outputs_of(const TransformerPlan& plan, const std::vector<double>& features,
                               std::uint64_t draw = 0) {
  auto model = Transformer<double>::make(plan, {3, 2, true}, grid(2, 3), 3, 4);
  REQUIRE(model);
  const double* out = model->forward(features.data(), 2, draw);
  return {out, out + 4};
}

}  // namespace

TEST_CASE("gradients of what the published code does agree with differences") {
  for (const TokenShape& shape : {TokenShape{3, 2, false}, TokenShape{3, 2, true}})
    for (const TransformerPlan& plan :
         {published(true, 0, 1), published(false, 0.3, 1), published(false, 0, 0.1)})
      for (const std::size_t capacity : {2u, 5u}) {
        auto model = Transformer<double>::make(plan, shape, grid(2, 3), capacity, 4);
        REQUIRE(model);
        CHECK(gradient_error(*model, shape, 6) <= 1e-6);
      }
}

TEST_CASE("attention over the batch sees the other samples and not the other tokens") {
  std::vector<double> features(2 * 6 * 3);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = Random(6).normal(i);
  std::vector<double> permuted = features, other = features;
  std::swap_ranges(permuted.begin(), permuted.begin() + 3, permuted.begin() + 6);
  other[18 + 15] += 1;  // the last token of sample 1
  const auto first = [](const std::vector<double>& outputs) {
    return std::vector<double>(outputs.begin(), outputs.begin() + 2);
  };
  const TransformerPlan batch = published(true, 0, 1), tokens = published(false, 0, 1);
  CHECK(outputs_of(batch, permuted) == outputs_of(batch, features));
  CHECK(first(outputs_of(batch, other)) != first(outputs_of(batch, features)));
  CHECK(outputs_of(tokens, permuted) != outputs_of(tokens, features));
  CHECK(first(outputs_of(tokens, other)) == first(outputs_of(tokens, features)));
}

TEST_CASE("published dropout: another pass gives other outputs, evaluated too") {
  std::vector<double> features(2 * 6 * 3, 0.5);
  const TransformerPlan dropping = published(false, 0.1, 1), plain = published(false, 0, 1);
  CHECK(outputs_of(dropping, features, 1) == outputs_of(dropping, features, 1));
  CHECK(outputs_of(dropping, features, 1) != outputs_of(dropping, features, 2));
  CHECK(outputs_of(plain, features, 1) == outputs_of(plain, features, 2));
}

TEST_CASE("a temperature of 1/100 takes probabilities to their 100th power") {
  std::vector<double> features(6 * 3);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = 0.3 * Random(7).normal(i);
  std::vector<std::vector<double>> p;
  for (const double temperature : {1.0, 0.01}) {
    auto model = Transformer<double>::make(published(false, 0, temperature), {3, 2, false},
                                           grid(2, 3), 1, 4);
    REQUIRE(model);
    model->forward(features.data(), 1);
    const auto of = model->attention_of(0, 1);
    p.emplace_back(of.begin(), of.end());
  }
  for (std::size_t row = 0; row < 2 * 6; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < 6; ++j) sum += std::pow(p[0][row * 6 + j], 100);
    for (std::size_t j = 0; j < 6; ++j)
      CHECK(std::fabs(std::pow(p[0][row * 6 + j], 100) / sum - p[1][row * 6 + j]) < 1e-9);
  }
}

TEST_CASE("a pass and its gradient allocate nothing") {
  const TransformerPlan plan{.heads = 2, .positions = {learned_in_blocks(), {{"rope", {}}}}};
  const TokenShape shape{5, 4, true};
  auto model = Transformer<float>::make(plan, shape, grid(4, 4), 4, 4);
  REQUIRE(model);
  std::vector<float> features(4 * 16 * 5), upstream(16, 0.1f), gradient(model->parameters().size());
  Optimizer<float> optimizer({}, gradient.size());
  const PeakMemory memory;
  model->forward(features.data(), 4);
  model->backward(features.data(), 4, upstream.data(), gradient.data());
  optimizer.update(model->parameters(), gradient);
  model->refresh();
  CHECK(memory.peak() == 0);
}
