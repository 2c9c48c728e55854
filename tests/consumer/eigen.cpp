// The output of main.cpp computed with Eigen's matrices: lines with equal names have equal hashes.
#include <posenc/eigen.hpp>
#include <posenc/registry.hpp>

#include "hash.hpp"

namespace {

// prints it; returns whether there is a matrix
template <class M>
bool print(const std::string& name, const posenc::Result<M>& matrix) {
  if (matrix) print_hash(name, matrix->data(), static_cast<std::size_t>(matrix->size()));
  return matrix.has_value();
}

}  // namespace

int main() {
  using namespace posenc;
  Eigen::VectorXd positions(200);
  for (int i = 0; i < 200; ++i) positions[i] = i * 0.37 + i * i * 1e7;
  for (const Row& row : encoding_rows()) {
    Spec spec{std::string(row.id)};
    for (const Parameter& p : row.parameters)
      if (p.required) spec.values.emplace(p.name, p.name == "heads" ? 4 : 32);
    const auto prepared = prepare(spec);
    if (!prepared) return std::fprintf(stderr, "%s\n", prepared.error().message.c_str()), 1;
    const Shape& shape = prepared->shape();
    const std::string name(row.id);
    if (shape.width > 0 && shape.axes == 1 && shape.extent.empty()) {
      eigen::Matrix<double> wide = eigen::Matrix<double>::Zero(200, 3);
      wide.col(1) = positions;  // not contiguous, so it is copied
      if (!print(name + " float", eigen::table<float>(*prepared, positions)) ||
          !print(name + " double", eigen::table<double>(*prepared, wide.col(1))) ||
          !print(name + " range", eigen::table<float>(*prepared, Range{1e6, 1, 500})) ||
          !print(name + " gram", eigen::gram(*prepared, positions)))
        return 1;
    }
    if (shape.rotated_width > 0 && shape.axes == 1) {
      eigen::Matrix<double> x(200, static_cast<Eigen::Index>(shape.head_dim));
      for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = static_cast<double>(i % 17 + 1) * (i % 2 == 0 ? 2.5e-308 : -2.5e-308);
      if (!print(name + " rotated",
                 eigen::rotate(*prepared, Eigen::VectorXd::Constant(200, 3.0), x)))
        return 1;
    }
    if (shape.heads > 0) {
      const std::size_t n = shape.cells == 0 ? 64 : shape.cells;
      if (!print(name + " bias", eigen::attention_bias(*prepared, shape.heads - 1, n, n))) return 1;
    }
    if (const auto facts = prepared->facts())
      for (const Fact& fact : *facts) {
        const eigen::Matrix<double> values = eigen::view(fact);
        print_hash(name + " " + std::string(fact.name), values.data(),
                   static_cast<std::size_t>(values.size()));
      }
  }
}
