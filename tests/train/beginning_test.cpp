// Runs with given initial weights: taken and new tensors, errors, and checkpoints.
#include "train/beginning.hpp"

#include <algorithm>
#include <cmath>

#include "../support/golden.hpp"
#include "train/checkpoint.hpp"
#include "train/run.hpp"

using namespace posenc;

namespace {

RunPlan with(std::vector<PositionPlan> positions) {
  RunPlan plan;
  plan.task = "sequences";
  plan.model = {.dim = 16, .heads = 2, .hidden = 16, .positions = std::move(positions)};
  plan.batch = 16, plan.steps = 12, plan.evaluate_every = 6;
  return plan;
}
PositionPlan row_in_blocks(std::string id) { return {{std::move(id), {}}, true}; }

Run begun(const RunPlan& plan) {
  Result<Run> run = Run::make(plan);
  if (!run) FAIL(run.error().field, " ", run.error().message);
  run->open();
  return std::move(*run);
}
void do_steps(Run& run, std::size_t steps) {
  for (std::size_t s = 0; s < steps; ++s) REQUIRE(run.step());
}

std::vector<GivenTensor> weights_of(Run& run) {
  std::vector<GivenTensor> out;
  for (const ParameterTensor& tensor : run.model().tensors()) {
    const std::vector<std::size_t> shape = tensor.shape();
    const auto from = run.model().parameters().begin() + static_cast<std::ptrdiff_t>(tensor.first);
    out.push_back({tensor.name,
                   {shape.begin(), shape.end()},
                   {from, from + static_cast<std::ptrdiff_t>(tensor.size())}});
  }
  return out;
}

std::vector<GivenTensor> weights_of(Run&& run) { return weights_of(run); }

bool encodes(const std::string& name) { return name.find("position.") != std::string::npos; }

}  // namespace

TEST_CASE("a run takes weights by name: another encoding is new, one that was removed is dropped") {
  Run first = begun(with({row_in_blocks("learned"), {{"t5", {}}}}));
  do_steps(first, 12);
  const std::vector<GivenTensor> trained = weights_of(first);

  const RunPlan plan = with({row_in_blocks("learned"), {{"fire", {}}}});
  Run second = begun(plan), fresh = begun(plan);
  const Result<Beginning> beginning = second.begin(trained);
  REQUIRE(beginning);
  CHECK(second.steps_done() == 0);
  CHECK(beginning->taken.size() + beginning->dropped.size() == trained.size());
  CHECK(beginning->taken.size() + beginning->fresh.size() == second.model().tensors().size());
  const std::vector<GivenTensor> now = weights_of(second), seed = weights_of(fresh);
  for (std::size_t k = 0; k < now.size(); ++k) {
    const auto given = std::ranges::find(trained, now[k].name, &GivenTensor::name);
    CHECK(now[k].numbers == (given == trained.end() ? seed[k] : *given).numbers);
  }
  for (const std::string& name : beginning->fresh)
    CHECK(name.find("position.fire.") != std::string::npos);
  for (const std::string& name : beginning->dropped)
    CHECK(name.find("position.t5.") != std::string::npos);
  CHECK(!beginning->fresh.empty());
  CHECK(!beginning->dropped.empty());
  do_steps(second, 12);

  Run same = begun(with({row_in_blocks("learned"), {{"t5", {}}}}));
  REQUIRE(same.begin(trained));
  CHECK(Checkpoint::hash(same) == Checkpoint::hash(first));
}

TEST_CASE("a tangent kernel moves from its seed's: no other weights can be given") {
  RunPlan plan = with({row_in_blocks("learned")});
  Run given = begun(plan);
  plan.tangent_samples = 4;
  Run run = begun(plan);
  const Result<Beginning> beginning = run.begin(weights_of(given));
  REQUIRE(!beginning);
  CHECK(beginning.error().message.find("tangentSamples") != std::string::npos);
}

TEST_CASE("weights that do not fit are refused, and leave the run as it was") {
  const RunPlan plan = with({row_in_blocks("learned")});
  Run run = begun(plan);
  const std::uint64_t before = Checkpoint::hash(run);
  const auto refused = [&](auto change) {
    std::vector<GivenTensor> given = weights_of(run);
    change(given);
    const Result<Beginning> beginning = run.begin(given);
    REQUIRE(!beginning);
    CHECK(beginning.error().field == "weights");
    CHECK(Checkpoint::hash(run) == before);
    return beginning.error().message;
  };
  CHECK(refused([](auto& given) { given.clear(); }).find("none of") != std::string::npos);
  const std::string shapes = refused([](auto& given) { given[0].shape.front() += 1; });
  const auto& own = run.model().tensors()[0];
  const auto text = [](std::size_t a, std::size_t b) {
    return "(" + std::to_string(a) + ", " + std::to_string(b) + ")";
  };
  CHECK(shapes.find(text(own.rows + 1, own.cols)) != std::string::npos);
  CHECK(shapes.find(text(own.rows, own.cols)) != std::string::npos);
  CHECK(refused([](auto& given) { given.back().numbers.pop_back(); }).find("numbers") !=
        std::string::npos);
  CHECK(refused([](auto& given) { given.back().numbers[0] = NAN; }).find("finite") !=
        std::string::npos);
  CHECK(refused([](auto& given) { given.push_back(given[1]); }).find("two tensors") !=
        std::string::npos);
  // the last of them is wrong: the others are not taken either
  refused([](auto& given) {
    for (GivenTensor& one : given)
      for (float& x : one.numbers) x += 1;
    given.back().numbers[0] = INFINITY;
  });
}

TEST_CASE("a run that began with weights is kept and goes on; other weights are not its own") {
  const RunPlan plan = with({row_in_blocks("learned")});
  RunPlan other_seed = plan;
  other_seed.seed = 5;
  Run source = begun(other_seed);
  do_steps(source, 5);
  const std::vector<GivenTensor> trained = weights_of(source);

  Run unbroken = begun(plan);
  REQUIRE(unbroken.begin(trained));
  do_steps(unbroken, 12);
  Run half = begun(plan);
  REQUIRE(half.begin(trained));
  do_steps(half, 5);
  const std::vector<std::uint8_t> bytes = Checkpoint::save(half, "");
  for (const bool given_again : {true, false}) {
    Run rest = begun(plan);
    if (given_again) REQUIRE(rest.begin(trained));
    REQUIRE(Checkpoint::resume(bytes, rest));
    do_steps(rest, 7);
    CHECK(Checkpoint::save(rest, "") == Checkpoint::save(unbroken, ""));
  }
  Run other = begun(plan);
  std::vector<GivenTensor> changed = trained;
  changed[0].numbers[0] += 0.5f;
  REQUIRE(other.begin(changed));
  const std::uint64_t before = Checkpoint::hash(other);
  CHECK(Checkpoint::resume(bytes, other).error().message.find("other weights") !=
        std::string::npos);
  CHECK(Checkpoint::hash(other) == before);
  Run from_seed = begun(plan);
  do_steps(from_seed, 5);
  CHECK(!Checkpoint::resume(Checkpoint::save(from_seed, ""), other));
}

TEST_CASE("no steps: the run is evaluated as it begins") {
  RunPlan plan = with({row_in_blocks("learned")});
  Run source = begun(plan);
  do_steps(source, 12);
  const Evaluation trained = source.evaluate();
  plan.steps = 0;
  Run run = begun(plan);
  REQUIRE(run.begin(weights_of(source)));
  CHECK(run.done());
  CHECK(run.evaluation_due());
  const Evaluation begins = run.evaluate();
  CHECK(begins.step == 0);
  REQUIRE(begins.splits.size() == trained.splits.size());
  for (std::size_t k = 0; k < trained.splits.size(); ++k) {
    CHECK(begins.splits[k].loss == trained.splits[k].loss);
    CHECK(begins.splits[k].accuracy == trained.splits[k].accuracy);
  }
}

TEST_CASE("frozen: encodings alone are trained, and something has to be") {
  for (const char* const id : {"learned", "t5", "rope"}) {
    INFO(id);
    RunPlan plan = with({row_in_blocks(id)});
    plan.frozen = true;
    plan.optimizer.weight_decay = 0.1;
    if (std::string_view(id) == "rope") {
      CHECK(Run::make(plan).error().field == "model.frozen");
      plan.model.positions[0].learn_frequencies = true;
    }
    Run run = begun(plan);
    const std::vector<GivenTensor> before = weights_of(run);
    do_steps(run, 3);
    const std::vector<GivenTensor> after = weights_of(run);
    for (std::size_t k = 0; k < before.size(); ++k)
      CHECK((before[k].numbers != after[k].numbers) == encodes(before[k].name));
    Run loose = begun(with(plan.model.positions));
    do_steps(loose, 1);
    CHECK(!Checkpoint::resume(Checkpoint::save(loose, ""), run));
  }
  RunPlan nothing = with({});
  nothing.frozen = true;
  CHECK(Run::make(nothing).error().field == "model.frozen");
  nothing.model.positions = {row_in_blocks("learned")}, nothing.model.positions[0].frozen = true;
  CHECK(Run::make(nothing).error().field == "model.frozen");
}

TEST_CASE("the scale of tokens multiplies what their embedding begins with, and nothing else") {
  RunPlan plan = with({row_in_blocks("learned")});
  const std::vector<GivenTensor> before = weights_of(begun(plan));
  plan.model.token_scale = 8;
  const std::vector<GivenTensor> after = weights_of(begun(plan));
  std::size_t scaled = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const bool of_tokens = before[k].name.starts_with("embed.");
    scaled += of_tokens;
    CHECK(std::ranges::equal(after[k].numbers, before[k].numbers, {}, {},
                             [&](float x) { return x * (of_tokens ? 8 : 1); }));
  }
  CHECK(scaled == 2);
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN), 2e6}) {
    plan.model.token_scale = bad;
    CHECK(Run::make(plan).error().field == "tokenScale");
  }
}

TEST_CASE("tables of all blocks are given one behind the other, or one for all") {
  constexpr std::size_t kBlocks = 2;
  RunPlan plan = with({row_in_blocks("learned")});
  const std::size_t tokens = begun(plan).task().token_positions.tokens, one = tokens * 16;
  const auto number = [](std::size_t i) { return 0.25 * static_cast<double>(i % 31) - 3; };
  const auto tables = [&](std::size_t count) {
    std::vector<double>& values = plan.model.positions[0].spec.values.arrays["values"];
    values.clear();
    for (std::size_t i = 0; i < count * one; ++i) values.push_back(number(i));
    Run run = begun(plan);
    std::vector<std::vector<double>> out;
    for (std::size_t b = 0; b < kBlocks; ++b) out.push_back(run.model().table_of(b));
    return out;
  };
  for (const bool frozen : {false, true}) {
    plan.model.positions[0].frozen = frozen;
    const auto same = tables(1), own = tables(kBlocks);
    for (std::size_t b = 0; b < kBlocks; ++b)
      for (std::size_t i = 0; i < one; ++i) {
        REQUIRE(same[b][i] == number(i));
        REQUIRE(own[b][i] == number(b * one + i));
      }
  }
  plan.model.positions[0].spec.values.arrays["values"].push_back(0);
  CHECK(Run::make(plan).error().field == "values");
  plan.model.positions[0].spec.values.arrays["values"].resize(kBlocks * one);
  plan.model.positions[0].in_blocks = false;
  CHECK(Run::make(plan).error().field == "values");
}
