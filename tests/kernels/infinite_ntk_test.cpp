// The tangent kernel of a network of infinite width for experiments: mismatched shapes, no inputs,
// and exhausted memory. (Values: tests/analyses/network_kernel_test.)
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/network_kernel.hpp"
#include "kernels/prediction.hpp"
#include "nn/layers/dense.hpp"
#include "nn/layers/smooth.hpp"

using namespace posenc;

namespace {

std::vector<Layer> layers() {
  std::vector<Layer> all;
  for (const LayerInfo* info : {&dense_row::kDense, &kTanh, &dense_row::kDense})
    all.push_back({info, *check(info->params, {}, "")});
  return all;
}

struct Made {
  Matrix ntk;
  std::string field;  // field of an error
};
Made made(const Matrix& x, const Matrix& other) {
  Made of;
  Result<Matrix> made = infinite_ntk(layers(), x, other, {});
  if (made)
    of.ntk = std::move(made).value();
  else
    of.field = made.error().field;
  return of;
}

}  // namespace

TEST_CASE("infinite networks: inputs without columns, or with other ones, are refused") {
  const Matrix x = Matrix::zeros(2, 3), narrow = Matrix::zeros(2, 2), none = Matrix::zeros(2, 0);
  CHECK(made(x, narrow).field == "other");
  CHECK(made(none, none).field == "x");
  CHECK(NetworkInput::of_profile(Matrix::zeros(0, 1), 2).error().field == "profile");
}

TEST_CASE("infinite networks: of no inputs there is no kernel, and no error") {
  const Matrix x = Matrix::zeros(2, 3), none = Matrix::zeros(0, 3);
  for (const auto& [a, b, rows, cols] :
       {std::tuple{&none, &none, 0, 0}, {&x, &none, 2, 0}, {&none, &x, 0, 2}}) {
    const Made of = made(*a, *b);
    CHECK(of.field == "");
    CHECK(of.ntk.rows == static_cast<std::size_t>(rows));
    CHECK(of.ntk.cols == static_cast<std::size_t>(cols));
    CHECK(of.ntk.data.empty());
  }
}

TEST_CASE("modes of a kernel of no inputs are none, and their largest is 0") {
  const Result<Modes> modes = modes_of(Matrix::zeros(0, 0), "kernel");
  REQUIRE(modes);
  CHECK(modes->n() == 0);
  CHECK(modes->largest() == 0);
}
