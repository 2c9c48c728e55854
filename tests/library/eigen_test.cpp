// posenc/eigen.hpp: the bits and errors of the plain methods for any memory layout; mismatched
// dimensions; access in place.
#include <Eigen/Core>
#include <cstring>
#include <limits>
#include <posenc/eigen.hpp>
#include <posenc/posenc.hpp>

#include "../support/attention.hpp"
#include "../support/spec_json.hpp"
#include "posenc/json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

template <class T>
using Rows = eigen::Matrix<T>;

template <class T>
Rows<T> matrix_of(const std::vector<T>& x, std::size_t rows, std::size_t cols) {
  REQUIRE(x.size() == rows * cols);
  return Eigen::Map<const Rows<T>>(x.data(), static_cast<Eigen::Index>(rows),
                                   static_cast<Eigen::Index>(cols));
}

// compares a result in Eigen and the plain one: equal values, or the same error
template <class Matrix, class T>
void same(const Result<Matrix>& got, const Result<void>& done, const std::vector<T>& plain,
          std::size_t rows, std::size_t cols) {
  REQUIRE(got.has_value() == done.has_value());
  if (!done) {
    CHECK(got.error().code == done.error().code);
    CHECK(got.error().field == done.error().field);
    CHECK(got.error().message == done.error().message);
    return;
  }
  CHECK(got->rows() == static_cast<Eigen::Index>(rows));
  CHECK(got->cols() == static_cast<Eigen::Index>(cols));
  REQUIRE(static_cast<std::size_t>(got->size()) == plain.size());
  if (!plain.empty()) CHECK(std::memcmp(got->data(), plain.data(), plain.size() * sizeof(T)) == 0);
}
template <class Matrix>
void same(const Result<Matrix>& got, const Result<std::vector<double>>& plain, std::size_t rows,
          std::size_t cols) {
  if (plain)
    same(got, Result<void>(), *plain, rows, cols);
  else
    same(got, Result<void>(plain.error()), std::vector<double>(), rows, cols);
}

// A writing method: its forms with a new matrix, with the caller's, and with a part of a wider one,
// whose other elements must not change.
template <class T, class Plain, class New, class Into>
void writes(std::size_t rows, std::size_t cols, Plain plain, New made, Into into) {
  std::vector<T> numbers(rows * cols);
  const Result<void> done = plain(std::span<T>(numbers));
  const Result<Rows<T>> got = made();
  same(got, done, numbers, rows, cols);
  const auto n = static_cast<Eigen::Index>(rows), w = static_cast<Eigen::Index>(cols);
  Rows<T> mine(n, w), wide = Rows<T>::Constant(n + 2, w + 3, T{7});
  const Result<void> in_mine = into(mine), in_part = into(wide.block(1, 2, n, w));
  if (done && got) {
    same(Result<Rows<T>>(mine), in_mine, numbers, rows, cols);
    same(Result<Rows<T>>(Rows<T>(wide.block(1, 2, n, w))), in_part, numbers, rows, cols);
  }
  CHECK(in_mine.has_value() == done.has_value());
  CHECK(in_part.has_value() == done.has_value());
  wide.block(1, 2, n, w).setConstant(T{7});
  CHECK((wide.array() == T{7}).all());
  for (const auto& [more_rows, more_cols] : {std::pair{1, 0}, {0, 1}}) {
    Rows<T> other(n + more_rows, w + more_cols);
    const Result<void> refused = into(other);
    REQUIRE_FALSE(refused.has_value());
    if (done) CHECK(refused.error().code == ErrorCode::bad_shape);
    if (done) CHECK(refused.error().field == "out");
  }
}

constexpr std::size_t kPositions = 5;

template <class T>
void tables(const Prepared& spec, const std::vector<double>& list, const Rows<double>& positions) {
  const std::size_t width = spec.shape().width;
  writes<T>(
      kPositions, width, [&](std::span<T> out) { return spec.table(list, out); },
      [&] { return eigen::table<T>(spec, positions); },
      [&](Eigen::Ref<Rows<T>> out) { return eigen::table_into(spec, positions, out); });
  writes<T>(
      3, width,
      [&](std::span<T> out) {
        return spec.cos_sin(1, 3, CosSinLayout::concatenated, out, std::span<T>{});
      },
      [&] { return eigen::cos_sin<T>(spec, 1, 3); },
      [&](Eigen::Ref<Rows<T>> out) { return eigen::cos_sin_into(spec, 1, 3, out); });
  const Range range(1, 1, 3);
  if (spec.shape().axes == 1)
    writes<T>(
        3, width, [&](std::span<T> out) { return spec.table(range, out); },
        [&] { return eigen::table<T>(spec, range); },
        [&](Eigen::Ref<Rows<T>> out) { return eigen::table_into(spec, range, out); });
}

template <class T>
void rotations(const Prepared& spec, const std::vector<double>& list, const Rows<double>& positions,
               Side side) {
  const Shape& shape = spec.shape();
  std::vector<T> x;
  for (const double v : some_numbers(kPositions * shape.head_dim)) x.push_back(static_cast<T>(v));
  const Rows<T> vectors = matrix_of(x, kPositions, shape.head_dim);
  writes<T>(
      kPositions, shape.rotated_width,
      [&](std::span<T> out) { return spec.rotate(list, x, out, side); },
      [&] { return eigen::rotate(spec, positions, vectors, side); },
      [&](Eigen::Ref<Rows<T>> out) {
        return eigen::rotate_into(spec, positions, vectors, out, side);
      });
  if (shape.rotated_width == 0 || shape.rotated_width != shape.head_dim) return;
  Rows<T> in_place = vectors;
  CHECK(eigen::rotate_into(spec, positions, in_place, in_place, side));
  CHECK(in_place == *eigen::rotate(spec, positions, vectors, side));
}

void scores(const Prepared& spec, const std::vector<double>& list, const Rows<double>& positions) {
  const Shape& shape = spec.shape();
  const std::size_t n = shape.cells == 0 ? kPositions : shape.cells,
                    dim = shape.score_dim == 0 ? 3 : shape.score_dim;
  if (n != kPositions) return;  // a window has a fixed number of cells
  const std::vector<double> q = some_numbers(n * dim), k = some_numbers(n * dim, 0.7);
  std::vector<double> numbers(n * shape.score_terms.size() * n);
  const Result<void> done = spec.attention_scores(list, q, list, k, numbers);
  same(eigen::attention_scores(spec, positions, matrix_of(q, n, dim), positions,
                               matrix_of(k, n, dim)),
       done, numbers, n, shape.score_terms.size() * n);
}

void every_method(const Prepared& spec, const Plan& plan) {
  const Shape& shape = spec.shape();
  const std::vector<double> list = sample_positions(plan, kPositions, {0, 1, 2.5});
  const Rows<double> positions = matrix_of(list, kPositions, shape.axes);

  same(eigen::frequencies(spec), spec.frequencies(), shape.pairs, shape.axes);
  tables<float>(spec, list, positions);
  tables<double>(spec, list, positions);
  for (std::size_t axis = 0; axis <= shape.axes; ++axis)  // the last one is rejected
    writes<double>(
        kPositions, shape.width,
        [&](std::span<double> out) { return spec.derivative(list, out, axis); },
        [&] { return eigen::derivative(spec, positions, axis); },
        [&](Eigen::Ref<Rows<double>> out) {
          return eigen::derivative_into(spec, positions, out, axis);
        });
  same(eigen::kernel_profile(spec, positions), spec.kernel_profile(list), kPositions, 1);
  const Eigen::VectorXd offsets = positions.col(0);
  same(eigen::decay_bound(spec, offsets),
       spec.decay_bound({offsets.data(), static_cast<std::size_t>(offsets.size())}), kPositions, 1);
  writes<double>(
      kPositions, kPositions, [&](std::span<double> out) { return spec.gram(list, out); },
      [&] { return eigen::gram(spec, positions); },
      [&](Eigen::Ref<Rows<double>> out) { return eigen::gram_into(spec, positions, out); });
  for (const Side side : {Side::query, Side::key}) {
    rotations<float>(spec, list, positions, side);
    rotations<double>(spec, list, positions, side);
  }
  const std::size_t n_query = shape.cells == 0 ? 3 : shape.cells,
                    n_key = shape.cells == 0 ? 4 : shape.cells;
  for (std::size_t head = 0; head <= shape.heads; ++head)  // the last one is rejected
    writes<float>(
        n_query, n_key,
        [&](std::span<float> out) { return spec.attention_bias(head, n_query, n_key, out); },
        [&] { return eigen::attention_bias(spec, head, n_query, n_key); },
        [&](Eigen::Ref<Rows<float>> out) {
          return eigen::attention_bias_into(spec, head, n_query, n_key, out);
        });
  writes<double>(
      n_query, n_key, [&](std::span<double> out) { return spec.relative_map(n_query, n_key, out); },
      [&] { return eigen::relative_map(spec, n_query, n_key); },
      [&](Eigen::Ref<Rows<double>> out) {
        return eigen::relative_map_into(spec, n_query, n_key, out);
      });
  scores(spec, list, positions);
  if (const auto facts = spec.facts())
    for (const Fact& fact : *facts) {
      const auto seen = eigen::view(fact);
      CHECK(seen.data() == fact.values.data());
      CHECK(static_cast<std::size_t>(seen.size()) == fact.values.size());
      CHECK(static_cast<std::size_t>(seen.cols()) == fact.cols);
    }
}

template <class Any>
ErrorCode code(const Any& result) {
  return result ? ErrorCode::internal : result.error().code;
}

}  // namespace

TEST_CASE("eigen: every method of every row gives the bits and the refusals of the plain one") {
  for (const json& spec : every_spec()) {
    INFO(spec.dump());
    const auto prepared = prepare(*spec_from_json(spec.dump()));
    REQUIRE(prepared.has_value());
    every_method(*prepared, plan_of(spec));
  }
}

TEST_CASE("eigen: positions and vectors are the same numbers however they lie in memory") {
  const auto grid = prepare({"rope-2d-axial", {{"dim", 16}}});
  REQUIRE(grid.has_value());
  const std::size_t axes = grid->shape().axes, dim = grid->shape().head_dim;
  REQUIRE(axes == 2);
  const Rows<double> positions = matrix_of(some_numbers(10), 5, 2),
                     x = matrix_of(some_numbers(5 * dim), 5, dim);
  const Rows<double> expected = *eigen::rotate(*grid, positions, x);
  const Eigen::MatrixXd by_columns = positions, x_by_columns = x;
  CHECK(*eigen::rotate(*grid, by_columns, x_by_columns) == expected);
  Rows<double> wide = Rows<double>::Random(7, 20);
  wide.block(1, 1, 5, 2) = positions;
  wide.block(1, 4, 5, static_cast<Eigen::Index>(dim)) = x;
  CHECK(*eigen::rotate(*grid, wide.block(1, 1, 5, 2),
                       wide.block(1, 4, 5, static_cast<Eigen::Index>(dim))) == expected);
  CHECK(*eigen::rotate(*grid, positions * 1.0, x.array().matrix()) == expected);
  // in place inside a wider matrix
  auto part = wide.block(1, 4, 5, static_cast<Eigen::Index>(dim));
  CHECK(eigen::rotate_into(*grid, positions, part, part));
  CHECK(part == expected);

  const auto rope = prepare({"rope", {{"dim", 8}}});
  const Eigen::VectorXd list = Eigen::VectorXd::LinSpaced(6, 0, 50);
  const Rows<float> table = *eigen::table<float>(*rope, list);
  CHECK(*eigen::table<float>(*rope, Eigen::Map<const Eigen::VectorXd>(list.data(), 6)) == table);
  CHECK(*eigen::table<float>(*rope, Rows<double>(list)) == table);
  const Eigen::VectorXd backwards = list.reverse();
  CHECK(*eigen::table<float>(*rope, backwards.reverse()) == table);
  CHECK(*eigen::table<float>(*rope, Eigen::Matrix<double, 6, 1>(list)) == table);
  CHECK(*eigen::table<float>(*rope, Eigen::RowVectorXd(list.transpose()).transpose()) == table);
  CHECK(*eigen::table<float>(*rope, list.segment(2, 3)) == table.middleRows(2, 3));
  CHECK(*eigen::table<float>(*rope, Rows<double>(list).middleRows(2, 3)) == table.middleRows(2, 3));
  CHECK(eigen::table<float>(*rope, Eigen::VectorXd())->rows() == 0);
}

TEST_CASE("eigen: what lies together is read and written where it is") {
  const auto reads_at = [](eigen::In<double> m) {
    return std::span<const double>(eigen::detail::Numbers<double>(m)).data();
  };
  const Eigen::VectorXd list = Eigen::VectorXd::LinSpaced(6, 0, 5);
  CHECK(reads_at(list) == list.data());
  CHECK(reads_at(list.segment(1, 3)) == list.data() + 1);
  const Rows<double> rows = Rows<double>::Random(4, 3);
  CHECK(reads_at(rows) == rows.data());
  CHECK(reads_at(rows.middleRows(1, 2)) == rows.data() + 3);
  CHECK(reads_at(rows.row(2).middleCols(1, 2)) == rows.data() + 7);
  CHECK(reads_at(rows.leftCols(2)) != rows.data());
  const Eigen::MatrixXd by_columns = rows;
  CHECK(reads_at(by_columns) != by_columns.data());

  Rows<float> out(4, 3);
  const auto writes_at = [](eigen::Out<float> m) {
    float* at = nullptr;
    const auto dimensions = eigen::detail::dimensions(m);
    CHECK(eigen::detail::fill<float>(m, dimensions, [&](std::span<float> memory) {
      at = memory.data();
      return Result<void>();
    }));
    return at;
  };
  CHECK(writes_at(out) == out.data());
  CHECK(writes_at(out.middleRows(1, 2)) == out.data() + 3);
  CHECK(writes_at(out.leftCols(2)) != out.data());
}

TEST_CASE("eigen: other dimensions are refused, even of as many numbers") {
  const auto rope = prepare({"rope", {{"dim", 8}}});
  const Eigen::VectorXd two = Eigen::VectorXd::LinSpaced(2, 0, 1);
  const Rows<double> x = Rows<double>::Ones(2, 8), turned = x.transpose();
  CHECK(code(eigen::rotate(*rope, two, x)) == ErrorCode::internal);
  CHECK(code(eigen::rotate(*rope, two, turned)) == ErrorCode::bad_shape);
  CHECK(eigen::rotate(*rope, two, turned).error().field == "x");
  CHECK(eigen::rotate(*rope, two, turned).error().message == "must be (2, 8), got (8, 2)");
  CHECK(code(eigen::rotate(*rope, two, Rows<double>(x.topRows(1)))) == ErrorCode::bad_shape);
  // a row is one position with as many coordinates
  const Eigen::RowVectorXd row = two.transpose();
  CHECK(code(eigen::table<double>(*rope, row)) == ErrorCode::bad_positions);
  CHECK(code(eigen::derivative(*rope, row)) == ErrorCode::bad_positions);
  CHECK(code(eigen::gram(*rope, row)) == ErrorCode::bad_positions);
  CHECK(code(eigen::kernel_profile(*rope, row)) == ErrorCode::bad_positions);
  CHECK(code(eigen::rotate(*rope, row, x)) == ErrorCode::bad_positions);
  CHECK(eigen::table<double>(*rope, row).error().field == "positions");
  CHECK(eigen::table<double>(*rope, row).error().message ==
        "must be (n, 1), a row for each position, got (1, 2)");
  const auto scored = [&](const Rows<double>& q, const Rows<double>& k) {
    return code(eigen::attention_scores(*rope, two, q, two, k));
  };
  CHECK(scored(x, x) == ErrorCode::internal);
  CHECK(scored(turned, x) == ErrorCode::bad_shape);
  CHECK(scored(x, turned) == ErrorCode::bad_shape);
  CHECK(code(eigen::attention_scores(*rope, row, x, two, x)) == ErrorCode::bad_positions);
  CHECK(code(eigen::attention_scores(*rope, two, x, row, x)) == ErrorCode::bad_positions);
  Rows<float> out = Rows<float>::Ones(8, 2);
  CHECK(code(eigen::table_into(*rope, two, out)) == ErrorCode::bad_shape);
  CHECK((out.array() == 1).all());
  const Eigen::Vector2d infinite(0, INFINITY);
  CHECK(code(eigen::table<double>(*rope, infinite)) == ErrorCode::bad_positions);
}

TEST_CASE("eigen: dimensions are counted in 64 bits before there is memory for them") {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max(), half = most / 2 + 1;
  const auto rope = prepare({"rope", {{"dim", 8}}});
  for (const std::size_t n : {most, half, most / 8}) {
    CHECK(code(eigen::table<float>(*rope, Range(0, 1, n))) == ErrorCode::too_large);
    CHECK(code(eigen::table<double>(*rope, Range(0, 1, n))) == ErrorCode::too_large);
  }
  const auto alibi = prepare({"alibi", {{"heads", 2}}});
  // their product wraps around to 0 in a size_t
  CHECK(code(eigen::attention_bias(*alibi, 0, half, 2)) == ErrorCode::too_large);
  CHECK(code(eigen::attention_bias(*alibi, 0, most, 0)) == ErrorCode::too_large);
  CHECK(code(eigen::relative_map(*alibi, half, 4)) == ErrorCode::too_large);
  CHECK(eigen::relative_map(*alibi, half, 4).error().field == "out");
  CHECK(detail::side_by_side(half, 2) == most);
  CHECK(detail::side_by_side(3, 5) == 15);
  constexpr bool small = sizeof(std::size_t) == 4;
  CHECK(detail::beyond_memory("out", {65536, 65536}, sizeof(float)).has_value() == small);
  CHECK(detail::beyond_memory("out", {65536, 32768}, sizeof(char)).has_value() == small);
  CHECK_FALSE(detail::beyond_memory("out", {65535, 32768}, sizeof(char)).has_value());
}

TEST_CASE("eigen: weights from matrices, and views of what the library gives") {
  Eigen::MatrixXf weights(32, 2);  // column-major
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    weights(i / 2, i % 2) = static_cast<float>(i) / 7;
  std::vector<double> list;
  for (Eigen::Index r = 0; r < 32; ++r)
    for (Eigen::Index h = 0; h < 2; ++h) list.push_back(static_cast<double>(weights(r, h)));
  const auto mine = prepare({"t5", {{"heads", 2}, {"table", eigen::list(weights)}}}),
             plain = prepare({"t5", {{"heads", 2}, {"table", list}}});
  REQUIRE(mine.has_value());
  REQUIRE(plain.has_value());
  CHECK(*eigen::attention_bias(*mine, 1, 9, 9) == *eigen::attention_bias(*plain, 1, 9, 9));
  CHECK(std::get<std::vector<double>>(eigen::list(Eigen::Vector3d(1, 2, 3).array() / 2).get()) ==
        std::vector<double>{0.5, 1, 1.5});
  const auto report = prepare({"rope", {{"dim", 8}}})->report(2048, 4096);
  CHECK(eigen::view(report->frequency).data() == report->frequency.data());
  CHECK(eigen::view(report->frequency).size() == 4);
}
