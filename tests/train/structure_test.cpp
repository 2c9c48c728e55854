// Structure of tables: exact, random, and against the definitions written out.
#include "train/structure.hpp"

#include <cmath>

#include "../support/golden.hpp"
#include "core/random.hpp"
#include "train/task.hpp"

using namespace posenc;

namespace {

Structure structure_of(const Matrix& table, const KnownPositions& known) {
  return structure(table, known);
}

double cosine(const Matrix& table, std::size_t i, std::size_t j) {
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t c = 0; c < table.cols; ++c) {
    xx += table(i, c) * table(i, c), yy += table(j, c) * table(j, c);
    xy += table(i, c) * table(j, c);
  }
  return xy / std::sqrt(xx * yy);
}

Matrix random_table(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Matrix table = Matrix::zeros(rows, cols);
  for (std::size_t i = 0; i < table.data.size(); ++i) table.data[i] = Random(seed).normal(i);
  return table;
}

}  // namespace

TEST_CASE("structure: of the true positions, turned and scaled; of a constant table") {
  const auto task = make_task("latin-square", {{{"puzzles", 10.0}, {"shifted", 1.0}}, {}}, 0);
  const KnownPositions known = (*task)->known_positions();
  const Structure exact = structure_of({16, 8, (*task)->oracle(8)}, known);
  CHECK(std::fabs(*exact.cka - 1) < 1e-12);
  CHECK(std::fabs(*exact.rsa - 1) < 1e-12);
  CHECK(std::fabs(*exact.contrast - 0.5) < 1e-12);
  CHECK(*exact.procrustes < 1e-12);
  CHECK(!exact.modules);
  // channels reversed, with other signs, three times as large, shifted
  Matrix turned = Matrix::zeros(16, 9);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t c = 0; c < 8; ++c)
      turned(i, 7 - c) = 1 + (c % 2 == 0 ? 3 : -3) * known.positions(i, c);
  CHECK(*structure_of(turned, known).procrustes < 1e-12);
  const Structure random = structure_of(random_table(16, 32, 3), known);
  CHECK(*random.procrustes > 0.5);
  CHECK(*random.procrustes < 2);
  const Structure flat = structure_of({16, 3, std::vector<double>(16 * 3, 1.0)}, known);
  CHECK(!flat.cka);
  CHECK(!flat.rsa);
  CHECK(!flat.procrustes);
  CHECK(structure_of(turned, {}).contrast == std::nullopt);
}

TEST_CASE("structure: modules by their definitions") {
  const std::vector<std::size_t> modules = {0, 0, 1, 1, 1, 2, 0, 2, 5};
  const std::size_t n = modules.size();
  const Matrix table = random_table(n, 4, 8);
  const Modules got = *structure_of(table, {{}, {}, modules}).modules;
  double within = 0, between = 0, pairs = 0, others = 0, all = 0, q = 0;
  Matrix a = Matrix::zeros(n, n);
  std::vector<double> k(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      a(i, j) = std::fmax(cosine(table, i, j), 0.0);
      k[i] += a(i, j), all += a(i, j);
      if (modules[i] == modules[j])
        within += cosine(table, i, j), ++pairs;
      else
        between += cosine(table, i, j), ++others;
    }
  within /= pairs, between /= others;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (modules[i] == modules[j]) q += (a(i, j) - k[i] * k[j] / all) / all;
  CHECK(std::fabs(got.within - within) < 1e-12);
  CHECK(std::fabs(got.between - between) < 1e-12);
  CHECK(got.segregation.has_value() == (within > 0));
  if (within > 0) CHECK(std::fabs(*got.segregation - (within - between) / within) < 1e-9);
  CHECK(std::fabs(*got.modularity - q) < 1e-12);
  // two independent modules: Q = 1/2; no positive cosine: none
  const Matrix apart{4, 2, {1, 0, 1, 0, 0, 1, 0, 1}};
  CHECK(std::fabs(*structure_of(apart, {{}, {}, {0, 0, 1, 1}}).modules->modularity - 0.5) < 1e-12);
  const Matrix opposite{2, 1, {1, -1}};
  CHECK(!structure_of(opposite, {{}, {}, {0, 0}}).modules->modularity);
}
