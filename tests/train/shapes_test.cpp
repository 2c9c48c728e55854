// Shapes of weights: those trained by an encoding have the axes of their tables, named by formulas
// of the row's parameters, and the formulas are right.
#include <algorithm>
#include <cctype>
#include <cstdlib>  // std::strtod
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../support/golden.hpp"
#include "train/transformer.hpp"

using namespace posenc;

namespace {

using Sizes = std::map<std::string, double, std::less<>>;

// The formula of an axis, such as (2*windowHeight-1)*(2*windowWidth-1), with names for numbers.
class Formula {
 public:
  Formula(std::string_view text, const Sizes& sizes) : rest_(text), sizes_(sizes) {}
  double value() {
    const double all = sum();
    if (!rest_.empty()) FAIL("what is '", rest_, "'?");
    return all;
  }

 private:
  bool takes(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  double sum() {
    double all = product();
    while (true)
      if (takes('+'))
        all += product();
      else if (takes('-'))
        all -= product();
      else
        return all;
  }
  double product() {
    double all = one();
    while (true)
      if (takes('*'))
        all *= one();
      else if (takes('/'))
        all /= one();
      else
        return all;
  }
  double one() {
    if (takes('(')) {
      const double inner = sum();
      REQUIRE(takes(')'));
      return inner;
    }
    std::size_t end = 0;
    while (end < rest_.size() && std::isalnum(static_cast<unsigned char>(rest_[end]))) ++end;
    const std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])))
      return std::strtod(name.c_str(), nullptr);
    const auto known = sizes_.find(name);
    if (known == sizes_.end()) FAIL("no size is called '", name, "'");
    return known->second;
  }

  std::string_view rest_;
  const Sizes& sizes_;
};

// The form in the package's output: two axes, one, or none for one number.
struct Axis {
  std::string_view name;
  std::size_t size;
};
std::vector<Axis> axes_of(const ParameterTensor& tensor) {
  const std::size_t all = tensor.rows * tensor.cols, cols = tensor.shown_cols;
  if (tensor.axes.empty()) return {};
  const std::size_t comma = tensor.axes.find(',');
  if (comma == std::string_view::npos) return {{tensor.axes, cols}};
  return {{tensor.axes.substr(0, comma), cols == 0 ? 0 : all / cols},
          {tensor.axes.substr(comma + 1), cols}};
}

constexpr std::size_t kSide = 4, kTokens = kSide * kSide;
constexpr HeadShape kHead{48, 3};

TokenPositions picture() {
  TokenPositions token_positions{kTokens, {{}, {}}, kSide, kSide};
  for (std::size_t i = 0; i < kTokens; ++i)
    for (const std::size_t x : {i / kSide, i % kSide})
      token_positions.coordinates[1].push_back(static_cast<double>(x));
  return token_positions;
}

// The row's parameters in a model, and sizes from its facts.
struct Known {
  Sizes sizes;
  Facts facts;
};
Known known_of(const EncodingInfo& row, const EncodingSpec& spec,
               const TokenPositions& token_positions) {
  Result<Encoding> made = resolve(fitted(spec, kHead, token_positions));
  if (!made) FAIL(row.id, " ", made.error().field, " ", made.error().message);
  Known known;
  for (const ParamInfo& param : row.params)
    if (param.kind != ParamKind::numbers && made->params.has(param.name))
      known.sizes[std::string(param.name)] = made->params.number(param.name);
  if (row.facts != nullptr) known.facts = row.facts(made->params).value();
  for (const Fact& fact : known.facts) {
    if (row.id == "fope" && fact.name == "frequencies")
      known.sizes["kept"] = static_cast<double>(fact.values.size());
    if (row.id == "fope" && fact.name == "sineMatrix")
      known.sizes["mixed"] = static_cast<double>(fact.cols);
    if (fact.name == "w1") known.sizes["inputs"] = static_cast<double>(fact.cols);
  }
  known.sizes["tokens"] = kTokens;
  return known;
}

// Rows with defaults, and with parameters that change the shape of trained tensors.
std::vector<EncodingSpec> specs() {
  std::vector<EncodingSpec> all;
  for (const EncodingInfo* row : encodings()) all.push_back({std::string(row->id), {}});
  const auto with = [&](std::string id, Sizes numbers) {
    RawValues values;
    for (const auto& [name, x] : numbers) values.numbers[name] = x;
    all.push_back({std::move(id), std::move(values)});
  };
  with("t5", {{"numBuckets", 6}}), with("tisa", {{"kernels", 2}});
  with("deberta", {{"version", 0}}), with("deberta", {{"version", 1}});
  with("cope", {{"positions", 5}}), with("shaw", {{"maxDistance", 3}});
  with("learned", {{"count", 20}}), with("learned-detr", {{"count", 9}});
  with("learned-grid", {{"sourceHeight", 3}, {"sourceWidth", 5}, {"prefixTokens", 2}});
  with("dynamic-bias", {{"hidden", 5}, {"depth", 4}}), with("dynamic-bias", {{"depth", 1}});
  with("fire", {{"hidden", 5}}), with("swin-v2", {{"hidden", 5}, {"mode", 2}});
  with("fope", {{"keptPairs", 3}, {"mixing", 1}});
  with("learnable-fourier",
       {{"axes", 2}, {"groups", 2}, {"features", 10}, {"hidden", 7}, {"dim", 24}});
  all.push_back({"forgetting", {{}, {{"forgetLogits", std::vector<double>(3 * kTokens, 1.0)}}}});
  return all;
}

}  // namespace

TEST_CASE("what rows train has the axes of their tables, by formulas of their parameters") {
  const TokenPositions token_positions = picture();
  std::set<std::string> seen, trainable;
  for (const EncodingSpec& spec : specs()) {
    const EncodingInfo& row = **std::ranges::find(encodings(), spec.encoding, &EncodingInfo::id);
    for (const ParamInfo& param : row.params)
      if (param.trainable) trainable.insert(spec.encoding + "." + std::string(param.name));
    const TransformerPlan plan{.dim = kHead.dim,
                               .blocks = 1,
                               .heads = kHead.heads,
                               .hidden = 8,
                               .positions = {{spec, true}}};
    const auto model = Transformer<float>::make(plan, {5, 4, true}, token_positions, 1, 0);
    if (!model) FAIL(row.id, " ", model.error().field, " ", model.error().message);
    const Known known = known_of(row, spec, token_positions);
    for (const ParameterTensor& tensor : model->tensors()) {
      INFO(tensor.name);
      const std::vector<Axis> axes = axes_of(tensor);
      std::size_t product = 1;
      for (const Axis& axis : axes) product *= axis.size;
      CHECK(product == tensor.rows * tensor.cols);
      const std::string prefix = "blocks.0.position." + spec.encoding + ".";
      if (!tensor.name.starts_with(prefix)) continue;
      const std::string name = tensor.name.substr(prefix.size());
      if (name == "projection") continue;
      seen.insert(spec.encoding + "." + name);
      if (name == "frequencies" && row.rotary != nullptr)
        continue;  // (pairs, axes) for any rotation
      for (const Axis& axis : axes)
        CHECK_MESSAGE(Formula(axis.name, known.sizes).value() == axis.size, axis.name);
      // a reported table has the same rows and columns
      const auto fact = std::ranges::find(known.facts, name, &Fact::name);
      if (fact == known.facts.end()) continue;
      CHECK(fact->values.size() == product);
      if (axes.size() > 1) CHECK(fact->cols == axes.back().size);
    }
  }
  for (const std::string& param : trainable) {
    // two that share one tensor: the rotation's frequencies
    if (param == "rope-2d-mixed.fx" || param == "rope-2d-mixed.fy") continue;
    CHECK_MESSAGE(seen.contains(param), param);
  }
  CHECK(seen.size() >= trainable.size() - 2);
}

TEST_CASE("maps are (in, out), biases and norms have one axis") {
  const TransformerPlan plan{.dim = 8, .blocks = 2, .heads = 2, .hidden = 12, .pre_norm = true};
  const auto model = Transformer<float>::make(plan, {5, 4, true}, picture(), 1, 0);
  REQUIRE(model);
  for (const ParameterTensor& tensor : model->tensors()) {
    INFO(tensor.name);
    const bool norm = tensor.name.find("norm") != std::string::npos;
    const bool map = !norm && tensor.name.ends_with(".weight");
    const std::vector<Axis> axes = axes_of(tensor);
    REQUIRE(axes.size() == (map ? 2 : 1));
    CHECK(axes.back().size == tensor.cols);
    CHECK(axes.back().name == (norm ? "dim" : "out"));
    if (map) CHECK(axes.front().size == tensor.rows);
    if (map) CHECK(axes.front().name == "in");
  }
}
