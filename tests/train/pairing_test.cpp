// Seeds are paired: common tensors of two models have equal initial values, whatever else the
// models contain. Only then a comparison seed by seed compares nothing but the encodings.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "../support/golden.hpp"
#include "train/transformer.hpp"

using namespace posenc;

namespace {

using Model = Transformer<float>;

Model paired(const std::vector<PositionPlan>& positions, std::uint64_t seed = 4) {
  const TransformerPlan plan{.dim = 16, .heads = 2, .hidden = 16, .positions = positions};
  TokenPositions token_positions{6, {{}, {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2}}, 2, 3};
  auto made = Model::make(plan, {3, 2, false}, token_positions, 2, seed);
  if (!made) FAIL(made.error().field, " ", made.error().message);
  return std::move(*made);
}

PositionPlan row(std::string id, bool in_blocks = false) {
  return {{std::move(id), {}}, in_blocks};
}

std::vector<float> numbers(Model& model, const ParameterTensor& of) {
  const auto from = model.parameters().begin() + static_cast<std::ptrdiff_t>(of.first);
  return {from, from + static_cast<std::ptrdiff_t>(of.rows * of.cols)};
}

// Counts the tensors with the same name in both models, which must have equal bits.
std::size_t common(Model one, Model other) {
  std::size_t count = 0;
  for (const ParameterTensor& a : one.tensors()) {
    const auto b = std::ranges::find(other.tensors(), a.name, &ParameterTensor::name);
    if (b == other.tensors().end()) continue;
    ++count;
    CHECK_MESSAGE(numbers(one, a) == numbers(other, *b), a.name);
  }
  return count;
}

}  // namespace

TEST_CASE("a seed gives every model the same weights but for its encoding's, of every row") {
  const std::size_t all = paired({}).tensors().size();
  for (const EncodingInfo* info : encodings())
    for (const bool in_blocks : {false, true}) {
      INFO(info->id, in_blocks ? " in blocks" : "");
      CHECK(common(paired({}), paired({row(std::string(info->id), in_blocks)})) == all);
    }
}

TEST_CASE(
    "an encoding begins with the same numbers beside others, in any order, and at the input") {
  const auto sinusoidal = [] {
    PositionPlan plan = row("sinusoidal", true);
    plan.spec.values.numbers["dim"] = 8;  // through a random map
    return plan;
  };
  const std::vector<PositionPlan> one = {row("learned", true), sinusoidal(), row("t5")},
                                  other = {row("t5"), row("learned", true), sinusoidal()};
  const std::size_t all = paired(one).tensors().size();
  CHECK(common(paired(one), paired(other)) == all);
  CHECK(common(paired({row("learned", true)}), paired(one)) == all - 4);
  const Model at_input = paired({row("learned")}), in_blocks = paired({row("learned", true)});
  CHECK(at_input.table_of(0) == in_blocks.table_of(0));
  CHECK(in_blocks.table_of(0) != in_blocks.table_of(1));
}

TEST_CASE("no two tensors of a model have one name, or begin alike; nor do two seeds") {
  Model model = paired({row("learned", true), row("learned", true), row("learnable-fourier")}),
        next = paired({row("learned", true), row("learned", true), row("learnable-fourier")}, 5);
  std::set<std::string> names;
  std::set<std::vector<float>> different;
  std::size_t count = 0;
  for (Model* of : {&model, &next})
    for (const ParameterTensor& tensor : of->tensors()) {
      CHECK(names.insert(tensor.name).second == (of == &model));
      const std::vector<float> all = numbers(*of, tensor);
      if (std::ranges::adjacent_find(all, std::ranges::not_equal_to{}) == all.end()) continue;
      ++count;
      CHECK_MESSAGE(different.insert(all).second, tensor.name);
    }
  CHECK(different.size() == count);
}
