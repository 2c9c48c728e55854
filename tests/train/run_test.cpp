// Runs: every row of the registry can be trained, every task can be learned, and a run restored
// from a checkpoint reaches the same weights.
#include "train/run.hpp"

#include <algorithm>
#include <cmath>

#include "../support/memory.hpp"
#include "../support/spec_json.hpp"
#include "train/checkpoint.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

RunPlan tiny(const std::string& task, RawValues values) {
  RunPlan plan;
  plan.task = task, plan.task_values = std::move(values);
  plan.model = {.dim = 16, .blocks = 2, .heads = 2, .hidden = 32};
  plan.optimizer.learning_rate = 3e-3;
  plan.batch = 16, plan.steps = 20, plan.evaluate_every = 10;
  return plan;
}
RunPlan tiny_squares() {
  return tiny("latin-square", {{{"puzzles", 100.0}, {"shifted", 4.0}}, {}});
}

Run opened(const RunPlan& plan) {
  Result<Run> run = Run::make(plan);
  if (!run) FAIL(run.error().field, " ", run.error().message);
  run->open();
  return std::move(*run);
}

// Mean loss of the first and of the last quarter of the steps.
struct Fall {
  double first = 0, last = 0;
};
Fall train(Run& run, std::size_t steps) {
  Fall fall;
  for (std::size_t s = 0; s < steps; ++s) {
    REQUIRE(run.step());
    REQUIRE(std::isfinite(run.loss()));
    if (s < steps / 4) fall.first += run.loss();
    if (s >= steps - steps / 4) fall.last += run.loss();
  }
  return fall;
}

// Puzzles as drawn by the task, and waves of eight nodes.
RawValues own_squares(std::size_t count) {
  const auto made = make_task("latin-square", {{{"puzzles", 100.0}, {"shifted", 4.0}}, {}}, 3);
  (*made)->prepare();
  RawValues own;
  std::vector<float> features(16 * 5);
  std::int32_t answer = 0;
  for (std::size_t i = 0; i < count; ++i) {
    (*made)->sample(0, i, i, {features.data(), &answer, nullptr, nullptr});
    own.arrays["answers"].push_back(answer + 1);
    for (std::size_t cell = 0; cell < 16; ++cell) {
      double symbol = 0;
      for (std::size_t k = 0; k < 5; ++k)
        if (features[cell * 5 + k] != 0) symbol = static_cast<double>(k + 1);
      own.arrays["cells"].push_back(symbol);
    }
  }
  return own;
}
RawValues own_values(std::size_t samples) {
  RawValues own{{{"nodes", 8.0}}, {}};
  for (std::size_t s = 0; s < samples; ++s)
    for (std::size_t i = 0; i < 8; ++i)
      own.arrays["values"].push_back(
          std::sin(static_cast<double>(s) + 0.3 * static_cast<double>(i)));
  return own;
}

PositionPlan learned(double sigma) {
  return {{"learned", {{{"sigma", sigma}, {"init", 7.0}}, {}}}, true};
}

}  // namespace

TEST_CASE("every row of the registry is trained with for 20 steps, and the loss falls") {
  for (const EncodingInfo* row : encodings()) {
    INFO(row->id);
    RunPlan plan = tiny_squares();
    plan.model.positions = {{{std::string(row->id), {}}}};
    Run run = opened(plan);
    const Fall fall = train(run, 20);
    CHECK_MESSAGE(fall.last < fall.first, row->id, " ", fall.first, " ", fall.last);
  }
}

TEST_CASE("context extensions and hybrids are trained with") {
  for (const ScalingInfo* scaling : scalings()) {
    RunPlan plan = tiny_squares();
    EncodingSpec rope{"rope", {{}, {}}, true, {std::string(scaling->id), {}}};
    for (const ParamInfo& p : scaling->params) {
      if (p.name == "factor") rope.scaling.values.numbers["factor"] = 4;
      if (p.required && p.name == "originalContext")
        rope.scaling.values.numbers["originalContext"] = 64;
      if (p.required && p.name == "contextLength")
        rope.scaling.values.numbers["contextLength"] = 4096;
      if (p.required && p.kind == ParamKind::numbers)
        rope.scaling.values.arrays[std::string(p.name)] = std::vector<double>(4, 2.0);
      if (p.required && p.name == "base") rope.scaling.values.numbers["base"] = 5e5;
      if (p.required && p.name == "fraction") rope.scaling.values.numbers["fraction"] = 0.5;
    }
    plan.model.positions = {{rope}, {{"sinusoidal", {}}}, learned(0.1), {{"alibi", {}}}};
    plan.model.positions[1].learn_frequencies = true;
    INFO(scaling->id);
    Run run = opened(plan);
    train(run, 3);
  }
}

TEST_CASE("what cannot be trained with says so") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {{{"rope", {}}}, {{"shaw", {}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::not_defined);
  plan.model.positions = {{{"rope", {{{"dim", 4.0}}, {}}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::not_defined);
  plan.model.positions = {{{"alibi", {{{"heads", 3.0}}, {}}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::not_defined);
  plan.model.positions = {{{"learned", {{{"count", 5.0}}, {}}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::bad_positions);
  plan.model.positions = {{{"swin-v1", {{{"windowHeight", 3.0}}, {}}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::not_defined);
  plan.model.positions = {{{"alibi", {}}}};
  plan.model.positions[0].learn_frequencies = true;
  CHECK(Run::make(plan).error().code == ErrorCode::not_defined);
  plan.model.positions = {{{"nothing", {}}}};
  CHECK(Run::make(plan).error().code == ErrorCode::unknown_encoding);
  plan = tiny_squares(), plan.model.heads = 3;
  CHECK(Run::make(plan).error().field == "heads");
  plan = tiny_squares(), plan.model.dim = 1 << 20;
  CHECK(Run::make(plan).error().code == ErrorCode::too_large);
  const auto refused = [](auto change) {
    RunPlan changed = tiny_squares();
    changed.model.positions = {{{"rope", {}}}};
    change(changed.model);
    return Run::make(changed).error().field;
  };
  CHECK(refused([](TransformerPlan& m) { m.temperature = 0; }) == "temperature");
  CHECK(refused([](TransformerPlan& m) { m.temperature = NAN; }) == "temperature");
  CHECK(refused([](TransformerPlan& m) { m.positions[0].published_dropout = 1; }) ==
        "publishedDropout");
  CHECK(refused([](TransformerPlan& m) { m.positions[0].published_dropout = 0.1; }) == "encoding");
  CHECK(refused([](TransformerPlan& m) {
          m.positions = {{{"alibi", {}}}}, m.positions[0].over_batch = true;
        }) == "encoding");
  CHECK(refused([](TransformerPlan& m) { m.positions[0].over_batch = m.causal = true; }) ==
        "positions");
  CHECK(refused([](TransformerPlan& m) {
          m.positions = {{{"shaw", {}}}}, m.temperature = 0.01;
        }) == "temperature");
  plan = tiny_squares(), plan.optimizer.learning_rate = NAN;
  CHECK(Run::make(plan).error().field == "learningRate");
  plan = tiny_squares(), plan.batch = 6;
  CHECK(Run::make(plan).error().field == "batch");
  plan = tiny("sequences", {}), plan.oracle = true;
  CHECK(Run::make(plan).error().field == "oracle");
}

TEST_CASE("what the published code does otherwise is trained with, and evaluated") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {{{"rope", {}}}};
  plan.model.positions[0].over_batch = true;
  Run run = opened(plan);
  const Fall fall = train(run, 20);
  CHECK(fall.last < fall.first);
  const Evaluation evaluation = run.evaluate();
  CHECK(std::isnan(evaluation.blocks[0].attention_entropy));
  CHECK(run.attention(1, 0, 0, 0).error().code == ErrorCode::not_defined);
}

TEST_CASE("dropout of an evaluation: each split has draws of its own") {
  RawValues twice = own_squares(20);
  for (const char* name : {"cells", "answers"}) {
    std::vector<double>& values = twice.arrays[name];
    const std::size_t once = values.size();
    for (std::size_t i = 0; i < once; ++i) values.push_back(values[i]);
  }
  for (std::size_t i = 0; i < 40; ++i) twice.arrays["splits"].push_back(i < 20 ? 0 : 1);
  const auto losses = [&](double dropout) {
    RunPlan plan = tiny("own-squares", twice);
    plan.model.positions = {{{"sinusoidal", {}}, true}};
    plan.model.positions[0].published_dropout = dropout;
    const Evaluation evaluation = opened(plan).evaluate();
    return std::pair(evaluation.splits[0].loss, evaluation.splits[1].loss);
  };
  const auto [train_loss, test_loss] = losses(0);
  CHECK(train_loss == test_loss);
  const auto [train_dropped, test_dropped] = losses(0.5);
  CHECK(train_dropped != test_dropped);
}

TEST_CASE("every task is learned from, and evaluated") {
  for (const TaskInfo* task : tasks()) {
    INFO(task->id);
    RunPlan plan = tiny(std::string(task->id), {});
    if (task->id == "latin-square") plan.task_values.numbers["puzzles"] = 100;
    if (task->id == "modular") plan.task_values.numbers["nodes"] = 24;
    if (task->id == "own-squares") plan.task_values = own_squares(200);
    if (task->id == "own-values") plan.task_values = own_values(200);
    plan.model.positions = {learned(0.2)};
    Run run = opened(plan);
    const Fall fall = train(run, 40);
    CHECK(fall.last < fall.first);
    const Evaluation evaluation = run.evaluate();
    CHECK(evaluation.step == 40);
    REQUIRE(evaluation.splits.size() == run.task().splits.size());
    for (const Measured& of : evaluation.splits) {
      CHECK(std::isfinite(of.loss));
      CHECK(of.accuracy.has_value() == !run.task().regression);
      if (of.accuracy) CHECK(*of.accuracy >= 0);
    }
  }
}

TEST_CASE("a step of a run allocates nothing") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {learned(0.2)};
  Run run = opened(plan);
  train(run, 1);
  const PeakMemory memory;
  REQUIRE(run.step());
  CHECK(memory.peak() == 0);
}

TEST_CASE("a run that was kept goes on to the same weights; what is torn changes nothing") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {learned(0.2), {{"t5", {}}}};
  Run unbroken = opened(plan);
  train(unbroken, 20);
  Run first = opened(plan);
  train(first, 7);
  const std::vector<std::uint8_t> bytes = Checkpoint::save(first, "{\"task\": \"latin-square\"}");
  CHECK(*Checkpoint::note(bytes) == "{\"task\": \"latin-square\"}");
  Run second = opened(plan);
  REQUIRE(Checkpoint::resume(bytes, second));
  CHECK(second.steps_done() == 7);
  CHECK(Checkpoint::hash(second) == Checkpoint::hash(first));
  train(second, 13);
  CHECK(Checkpoint::hash(second) == Checkpoint::hash(unbroken));
  CHECK(Checkpoint::save(second, "") == Checkpoint::save(unbroken, ""));

  Run fresh = opened(plan);
  const std::uint64_t before = Checkpoint::hash(fresh);
  for (std::size_t length = 0; length < bytes.size(); length += 997)
    CHECK(Checkpoint::resume(std::span(bytes).first(length), fresh).error().field == "checkpoint");
  for (std::size_t at = 0; at < bytes.size(); at += 1009) {
    std::vector<std::uint8_t> changed = bytes;
    changed[at] ^= 4;
    CHECK(!Checkpoint::resume(changed, fresh));
  }
  std::vector<std::uint8_t> newer = bytes;
  newer[11] = '2';
  const auto refusal = [&](std::size_t length) {
    return Checkpoint::resume(std::span(newer).first(length), fresh).error().message;
  };
  CHECK(refusal(newer.size()) == "is of another version than 1");
  CHECK(refusal(11) == "is of another version than 1");
  CHECK(refusal(10) == "is no checkpoint of a run");
  plan.seed = 1;
  Run other = opened(plan);
  CHECK(!Checkpoint::resume(bytes, other));
  plan.seed = 0, plan.model.mlp_output_activation = true;
  Run twice = opened(plan);
  CHECK(!Checkpoint::resume(bytes, twice));
  plan = tiny("own-values", own_values(50));
  Run own = opened(plan);
  const std::vector<std::uint8_t> of_own = Checkpoint::save(own, "");
  plan.task_values.arrays["values"][11] += 0.5;
  Run of_other = opened(plan);
  CHECK(!Checkpoint::resume(of_own, of_other));
  CHECK(Checkpoint::hash(fresh) == before);
}

// The number is that of g++; clang++ and WebAssembly in Node run the same test.
TEST_CASE("the weights after 50 steps have the same bits on every compiler") {
  RunPlan plan = tiny_squares();
  plan.model.dim = 32, plan.model.mlp_output_activation = true;
  plan.model.positions = {learned(0.2), {{"rope", {}}}};
  Run run = opened(plan);
  train(run, 50);
  CHECK(Checkpoint::hash(run) == 0xe46fc28980d2b042u);
}

TEST_CASE("a loss that is no number, or too large, stops the run and leaves the weights") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {learned(0.2)};
  for (const OptimizerKind kind : {OptimizerKind::adamw, OptimizerKind::sgd})
    for (const float broken : {NAN, INFINITY, 1e30f}) {
      plan.optimizer.kind = kind;
      Run run = opened(plan);
      train(run, 2);
      const double loss = run.loss();
      for (float& w : run.model().parameters()) w *= broken;
      const std::uint64_t before = Checkpoint::hash(run);
      const auto step = run.step();
      REQUIRE(!step);
      CHECK(step.error().message.find("at step 2") != std::string::npos);
      INFO(step.error().message);
      CHECK(std::ranges::any_of(run.model().tensors(), [&](const ParameterTensor& t) {
        return step.error().message.starts_with("the gradient of " + t.name + " is");
      }));
      CHECK(run.steps_done() == 2);
      CHECK(run.loss() == loss);
      CHECK(Checkpoint::hash(run) == before);
    }
}

TEST_CASE("attention of a sample: rows add up to 1, and their entropy is that of the evaluation") {
  RunPlan plan = tiny_squares();
  plan.model.positions = {learned(0.2)};
  Run run = opened(plan);
  train(run, 5);
  const Evaluation evaluation = run.evaluate();
  REQUIRE(evaluation.blocks.size() == 2);
  const std::uint64_t before = Checkpoint::hash(run);
  for (std::size_t block = 0; block < 2; ++block) {
    double entropy = 0, rows = 0;
    for (std::size_t sample = 0; sample < run.task().splits[1].samples; ++sample)
      for (std::size_t head = 0; head < 2; ++head) {
        const auto p = run.attention(1, sample, block, head);
        REQUIRE(p);
        CHECK(p->rows == (block == 0 ? 16 : 1));
        REQUIRE(p->cols == 16);
        for (std::size_t i = 0; i < p->rows; ++i) {
          double sum = 0;
          for (std::size_t j = 0; j < 16; ++j) sum += (*p)(i, j);
          CHECK(std::fabs(sum - 1) < 1e-5);
          for (std::size_t j = 0; j < 16 && sample < kEntropySamples; ++j)
            entropy -= (*p)(i, j) * std::log((*p)(i, j));
          rows += sample < kEntropySamples;
        }
      }
    CHECK(std::fabs(evaluation.blocks[block].attention_entropy - entropy / rows) < 1e-9);
    CHECK(entropy / rows <= std::log(16.0));
    CHECK(evaluation.blocks[block].structure->cka.has_value());
  }
  CHECK(Checkpoint::hash(run) == before);
  CHECK(run.attention(3, 0, 0, 0).error().field == "split");
  CHECK(run.attention(2, 12, 0, 0).error().field == "sample");
  CHECK(run.attention(2, 0, 2, 0).error().field == "block");
  CHECK(run.attention(2, 0, 0, 2).error().field == "head");
}
