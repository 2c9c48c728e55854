// The adjoints of every row's stages against central differences, with respect to the trained
// parameters and the input vectors; and the `trainable` marks of the row against the stages. New
// rows are tested without an edit here.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../support/spec_json.hpp"
#include "core/random.hpp"
#include "encodings/rotation.hpp"
#include "encodings/wave_adjoints.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

using Values = std::vector<double>;

Values drawn(std::size_t n, std::uint32_t stream) {
  const Random random(7, stream);
  Values x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = random.normal(i);
  return x;
}

double dot(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Checks `gradient` against the differences of loss() along two directions that change all
// `numbers`, and along some single ones.
template <class Loss>
void check_gradient(const char* of, Values& numbers, const Values& gradient, Loss loss) {
  constexpr double kStep = 1e-6;
  const Values at = numbers;
  const auto check_along = [&](const Values& direction) {
    const auto loss_at = [&](double step) {
      for (std::size_t i = 0; i < at.size(); ++i) numbers[i] = at[i] + step * direction[i];
      return loss();
    };
    const double up = loss_at(kStep), down = loss_at(-kStep);
    double size = 1e-3 * (std::fabs(up) + std::fabs(down));
    for (std::size_t i = 0; i < at.size(); ++i) size += std::fabs(gradient[i] * direction[i]);
    CHECK_MESSAGE(std::fabs((up - down) / (2 * kStep) - dot(gradient, direction)) <= 2e-5 * size,
                  of, ": ", (up - down) / (2 * kStep), " ", dot(gradient, direction), " of ", size);
  };
  for (const std::uint32_t stream : {100u, 101u}) check_along(drawn(at.size(), stream));
  const std::size_t apart = std::max<std::size_t>(1, at.size() / 5);
  for (std::size_t i = 0; i < at.size(); i += apart) {
    Values one(at.size());
    one[i] = 1;
    check_along(one);
  }
  numbers = at;
  loss();
}

// Every row, with its choices and switches one at a time, and options that need input.
std::vector<json> specs() {
  std::vector<json> all = every_spec();
  for (const EncodingInfo* row : encodings())
    for (const ParamInfo& p : row->params) {
      if (p.kind != ParamKind::boolean) continue;
      json spec = {{"encoding", row->id}, {std::string(p.name), p.initial == 0}};
      for (const ParamInfo& q : row->params)
        if (q.required) spec[std::string(q.name)] = q.name == "dim" ? 16 : 6;
      if (Plan::create(spec_of(spec))) all.push_back(spec);
    }
  // networks with few kinks, so that no difference is taken across one
  for (json& spec : all)
    for (const EncodingInfo* row : encodings())
      for (const ParamInfo& p : row->params)
        if (spec.at("encoding") == row->id && p.name == "hidden") spec["hidden"] = 5;
  all.push_back({{"encoding", "forgetting"}, {"heads", 2}, {"forgetLogits", drawn(2 * 9, 3)}});
  all.push_back({{"encoding", "transformer-xl"}, {"dim", 4}, {"tableDim", 6}});
  all.push_back({{"encoding", "learned"}, {"dim", 4}, {"count", 9}, {"paddingIndex", 5}});
  all.push_back({{"encoding", "learned"}, {"dim", 4}, {"values", drawn(4 * 20, 4)}});
  all.push_back({{"encoding", "pope"}, {"dim", 8}, {"phases", Values(8, -1.5)}});
  all.push_back({{"encoding", "fire"}, {"heads", 2}, {"threshold", 4.5}});
  all.push_back({{"encoding", "cope"}, {"dim", 4}, {"positions", 2}});
  all.push_back({{"encoding", "inkling"}, {"dim", 6}, {"relWidth", 2}, {"extent", 3}});
  all.push_back(
      {{"encoding", "transformer-xl"}, {"dim", 4}, {"contextLeft", 2}, {"contextRight", 1}});
  all.push_back({{"encoding", "sinusoidal"}, {"dim", 6}, {"scale", -0.5}});
  all.push_back({{"encoding", "sinusoidal"}, {"dim", 6}, {"paddingIndex", 3}});
  all.push_back({{"encoding", "rope"}, {"dim", 8}, {"rotaryDim", 4}});
  return all;
}

// Data for checking a stage's adjoint: gradients of the right lengths, and perturbed values.
template <class Stage>
struct Training {
  Stage& stage;
  std::vector<Values> gradients;
  std::vector<double*> to;

  explicit Training(Stage& s) : stage(s) {
    for (std::size_t t = 0; t < s.trained.size(); ++t) {
      // away from kinks at which the initialiser puts several values
      Values& values = s.trained[t].values.write();
      const Random random(11, static_cast<std::uint32_t>(t));
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.01 * random.uniform(i);
      gradients.emplace_back(values.size());
    }
    for (Values& g : gradients) to.push_back(g.data());
    refresh();
  }
  void refresh() {
    if (stage.refresh) stage.refresh();
  }
  template <class Loss>
  void check(const json& spec, Loss loss) {
    INFO(spec.dump());
    for (std::size_t t = 0; t < gradients.size(); ++t) {
      const std::string name(stage.trained[t].name);
      check_gradient(name.c_str(), stage.trained[t].values.write(), gradients[t], [&] {
        refresh();
        return loss();
      });
    }
  }
};

// For each row: the names that some stage of some spec trains.
using Names = std::map<std::string_view, std::set<std::string_view>>;
template <class Stage>
void note(Names& names, const EncodingInfo& row, const Stage& stage) {
  for (const Trained& t : stage.trained) names[row.id].insert(t.name);
}

void check_table(const json& spec, const Plan& plan, RowTable table) {
  const Values positions = sample_positions(plan, 4, {0.5, 3, 1, 2.25});
  const Values up = drawn(positions.size() / table.axes * table.width, 1);
  Training training(table);
  if (table.trained.empty()) return;
  REQUIRE(table.adjoint);
  const auto for_each_row = [&](auto visit) {
    for (std::size_t i = 0, at = 0; i < positions.size(); i += table.axes, at += table.width)
      visit(positions.data() + i, up.data() + at);
  };
  for_each_row([&](const double* p, const double* u) { table.adjoint(p, u, training.to); });
  training.check(spec, [&] {
    double loss = 0;
    for_each_row([&](const double* p, const double* u) {
      Values row(table.width);
      table.row(p, row.data());
      for (std::size_t c = 0; c < row.size(); ++c) loss += u[c] * row[c];
    });
    return loss;
  });
}

void check_transform(const json& spec, Transform t) {
  REQUIRE(t.adjoint);
  Training training(t);
  for (const Side side : {Side::query, Side::key}) {
    const Values position(t.axes, side == Side::query ? 2.5 : 3), up = drawn(t.width, 1);
    Values x = drawn(t.dim, 2), x_gradient(t.dim);
    for (Values& g : training.gradients) std::ranges::fill(g, 0.0);
    t.adjoint(side, position.data(), x.data(), up.data(), x_gradient.data(), training.to);
    const auto loss = [&] {
      Values y(t.width);
      t.row(side, position.data(), x.data(), y.data());
      return dot(up, y);
    };
    check_gradient("x", x, x_gradient, loss);
    training.check(spec, loss);
  }
}

void check_bias(const json& spec, Bias b) {
  Training training(b);
  if (b.trained.empty()) return;
  REQUIRE(b.adjoint);
  const std::int64_t n =
      b.cells == 0 ? 7 : static_cast<std::int64_t>(std::min<std::size_t>(b.cells, 9));
  const Values up = drawn(b.heads * static_cast<std::size_t>(n * n), 1);
  const auto for_each_row = [&](auto visit) {
    const double* at = up.data();
    for (std::size_t head = 0; head < b.heads; ++head)
      for (std::int64_t query = 0; query < n; ++query, at += n) {
        const std::int64_t seen = b.causal ? query + 1 : n;
        visit(head, query, std::span(at, static_cast<std::size_t>(seen)));
      }
  };
  for_each_row([&](std::size_t head, std::int64_t query, std::span<const double> u) {
    // in two parts, as a caller may
    const std::size_t first = u.size() / 3;
    b.adjoint(head, query, 0, u.first(first), training.to);
    b.adjoint(head, query, static_cast<std::int64_t>(first), u.subspan(first), training.to);
  });
  training.check(spec, [&] {
    double loss = 0;
    for_each_row([&](std::size_t head, std::int64_t query, std::span<const double> u) {
      Values row(u.size());
      b.row(head, query, 0, row);
      for (std::size_t j = 0; j < u.size(); ++j) loss += u[j] * row[j];
    });
    return loss;
  });
}

void check_scores(const json& spec, Scores s) {
  REQUIRE(s.adjoint);
  Training training(s);
  const std::size_t n = 6, visible = 5;
  const Values positions = {0, 1, 2, 3, 4.75, 6}, at = {5};
  Values q = drawn(s.dim, 2), k = drawn(n * s.dim, 3), q_gradient(q.size()), k_gradient(k.size());
  const Values up = drawn(s.terms.size() * n, 1);
  const Scores::Keys keys{n, positions.data(), k.data()};
  s.adjoint(at.data(), q.data(), keys, visible, up.data(), q_gradient.data(), k_gradient.data(),
            training.to);
  const auto loss = [&] {
    Values out(up.size());
    s.row(at.data(), q.data(), keys, visible, out.data());
    double sum = 0;
    for (std::size_t t = 0; t < s.terms.size(); ++t)
      for (std::size_t j = 0; j < visible; ++j)
        if (out[t * n + j] != kMasked) sum += up[t * n + j] * out[t * n + j];
    return sum;
  };
  check_gradient("q", q, q_gradient, loss);
  check_gradient("k", k, k_gradient, loss);
  training.check(spec, loss);
}

Values radians(const TrigTable& t) {
  Values out;
  for (const TurnFrequency& f : t.frequencies) out.push_back(f.radians);
  return out;
}

void check_waves(const Plan& plan, TrigTable t) {
  const Values positions = sample_positions(plan, 3, {0.5, 3, 1});
  Values frequencies = radians(t), gradient(frequencies.size());
  const Values up = drawn(3 * t.width(), 1);
  set_frequencies(t, frequencies);
  for (std::size_t i = 0; i < 3; ++i)
    row_adjoint(t, positions.data() + i * t.axes, up.data() + i * t.width(), gradient.data());
  check_gradient("frequencies", frequencies, gradient, [&] {
    set_frequencies(t, frequencies);
    Values rows(up.size());
    rows_f64(t, positions, rows.data());
    return dot(up, rows);
  });
}

void check_rotary(const Plan& plan, Rotary r) {
  const Values position = sample_positions(plan, 1, {2.5, 3, 1});
  Values frequencies = radians(r.table), gradient(frequencies.size());
  Values x = drawn(r.head_dim, 2), x_gradient(r.head_dim);
  const Values up = drawn(r.head_dim, 1);
  set_frequencies(r.table, frequencies);
  rotation_adjoint(r, position.data(), x.data(), up.data(), x_gradient.data(), gradient.data());
  const auto loss = [&] {
    set_frequencies(r.table, frequencies);
    Values y(r.head_dim);
    Rotation({r.head_dim, r.interleaved, r.places}).apply(r.table, position, x.data(), y.data());
    return dot(up, y);
  };
  check_gradient("x", x, x_gradient, loss);
  check_gradient("frequencies", frequencies, gradient, loss);
  // if frequencies are not trained
  Values alone(r.head_dim);
  rotation_adjoint(r, position.data(), x.data(), up.data(), alone.data(), nullptr);
  CHECK(alone == x_gradient);
}

}  // namespace

TEST_CASE("every adjoint agrees with differences; what is trainable stands in the row") {
  Names names;
  for (const json& spec : specs()) {
    INFO(spec.dump());
    const Plan plan = plan_of(spec);
    const EncodingInfo& row = plan.info();
    const Params& p = plan.encoding().params;
    const Scaling* scaling = plan.encoding().scaling_or_null();
    if (row.row_table != nullptr) {
      note(names, row, *row.row_table(p));
      check_table(spec, plan, *row.row_table(p));
    }
    if (row.transform != nullptr) {
      note(names, row, *row.transform(p));
      check_transform(spec, *row.transform(p));
    }
    if (row.bias != nullptr) {
      note(names, row, *row.bias(p));
      check_bias(spec, *row.bias(p));
    }
    if (row.scores != nullptr) {
      note(names, row, *row.scores(p));
      check_scores(spec, *row.scores(p));
    }
    if (row.trig_table != nullptr) check_waves(plan, *row.trig_table(p));
    if (row.rotary != nullptr) {
      note(names, row, *row.rotary(p, scaling));
      check_rotary(plan, *row.rotary(p, scaling));
    }
  }
  for (const EncodingInfo* row : encodings()) {
    std::set<std::string_view> trainable;
    for (const ParamInfo& p : row->params)
      if (p.trainable) trainable.insert(p.name);
    CHECK_MESSAGE(names[row->id] == trainable, row->id);
  }
}

TEST_CASE("trained numbers: of a spec, shared by copies of the stage, of no other plan") {
  const json spec = {{"encoding", "t5"}, {"heads", 2}};
  const Plan other = plan_of(spec);
  Bias b = *other.info().bias(other.encoding().params);
  const Bias copy = b;
  const double before = b.at(1, 3, 2);
  CHECK(b.trained.front().name == "table");
  CHECK(b.trained.front().values->size() == 64);
  for (double& x : b.trained.front().values.write()) x += 1;
  CHECK(b.at(1, 3, 2) == before + 1);
  CHECK(copy.at(1, 3, 2) == before + 1);
  CHECK(other.info().bias(other.encoding().params)->at(1, 3, 2) == before);
}

TEST_CASE("a learned table is drawn row by row until all of it is asked for, with the same bits") {
  const json spec = {{"encoding", "learned"}, {"dim", 3}, {"count", 5}};
  const Plan plan = plan_of(spec);
  RowTable t = *plan.info().row_table(plan.encoding().params);
  CHECK(t.trained.front().values.known() == nullptr);
  const double position = 4;
  Values alone(3), whole(3);
  t.row(&position, alone.data());
  CHECK(t.trained.front().values.known() == nullptr);
  CHECK(t.trained.front().values->size() == 15);
  t.row(&position, whole.data());
  CHECK(alone == whole);
}
