// Tables, rotations, biases and kernels of every row, one hash each.
#include <cstdio>
#include <posenc/posenc.hpp>
#include <vector>

#include "hash.hpp"

namespace {

template <class T>
void print(const std::string& name, const std::vector<T>& numbers) {
  print_hash(name, numbers.data(), numbers.size());
}

}  // namespace

int main() {
  using namespace posenc;
  std::vector<double> positions;
  for (int i = 0; i < 200; ++i) positions.push_back(i * 0.37 + i * i * 1e7);
  for (const Row& row : encoding_rows()) {
    Spec spec{std::string(row.id)};
    for (const Parameter& p : row.parameters)
      if (p.required) spec.values.emplace(p.name, p.name == "heads" ? 4 : 32);
    const auto prepared = prepare(spec);
    if (!prepared) return std::fprintf(stderr, "%s\n", prepared.error().message.c_str()), 1;
    const Shape& shape = prepared->shape();
    const std::string name(row.id);
    if (shape.width > 0 && shape.axes == 1 && shape.extent.empty()) {
      std::vector<float> f32(200 * shape.width), block(500 * shape.width);
      std::vector<double> f64(200 * shape.width), gram(200 * 200);
      if (!prepared->table(positions, f32) || !prepared->table(positions, f64)) return 1;
      if (!prepared->table(Range{1e6, 1, 500}, block)) return 1;
      if (!prepared->gram(positions, gram)) return 1;
      print(name + " float", f32);
      print(name + " double", f64);
      print(name + " range", block);
      print(name + " gram", gram);
    }
    if (shape.rotated_width > 0 && shape.axes == 1) {
      std::vector<double> x(200 * shape.head_dim), y(200 * shape.rotated_width);
      // so small that the products are subnormal; this program's own arithmetic may flush them to 0
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<double>(i % 17 + 1) * (i % 2 == 0 ? 2.5e-308 : -2.5e-308);
      if (!prepared->rotate(std::vector<double>(200, 3.0), x, y)) return 1;
      print(name + " rotated", y);
    }
    if (shape.heads > 0) {
      const std::size_t n = shape.cells == 0 ? 64 : shape.cells;
      std::vector<float> bias(n * n);
      if (!prepared->attention_bias(shape.heads - 1, n, n, bias)) return 1;
      print(name + " bias", bias);
    }
    if (const auto facts = prepared->facts())
      for (const Fact& fact : *facts) print(name + " " + std::string(fact.name), fact.values);
  }
}
