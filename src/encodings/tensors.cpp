#include "encodings/tensors.hpp"

#include <string>

#include "core/sizes.hpp"

namespace posenc {

Draw normal_draw(double mean, double deviation) {
  return [=](const Random& r, std::uint64_t i) { return mean + deviation * r.normal(i); };
}
Draw truncated_draw(double deviation) {
  return [=](const Random& r, std::uint64_t i) {
    return deviation * r.truncated_normal(i, -2 / deviation, 2 / deviation);
  };
}
Draw uniform_draw(double low, double high) {
  return [=](const Random& r, std::uint64_t i) { return r.uniform(i, low, high); };
}
Draw constant_draw(double value) {
  return [=](const Random&, std::uint64_t) { return value; };
}

Lazy<std::vector<double>> held(std::span<const double> given) {
  return Lazy(std::vector<double>(given.begin(), given.end()));
}

Result<Tensor> tensor(const Params& p, std::string_view name, std::size_t rows, std::size_t cols,
                      std::uint32_t stream, Draw draw) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(cols);
  if (Count(rows) * cols > Count(kMostWeights))
    return refusal(ErrorCode::too_large, name,
                   {"would hold ", shape, " numbers; at most ", kMostWeights, " are allowed"});
  const std::size_t size = rows * cols;
  if (p.has(name)) {
    const std::span<const double> given = p.numbers(name);
    if (given.size() != size)
      return bad_shape(name, "must have ", shape, " = ", size, " numbers, got ", given.size());
    return Tensor{rows, cols, held(given)};
  }
  const Random random(static_cast<std::uint64_t>(p.integer("seed")), stream);
  return Tensor{rows, cols,
                Lazy<std::vector<double>>(std::function([size, random, draw = std::move(draw)] {
                  std::vector<double> values(size);
                  for (std::size_t i = 0; i < size; ++i) values[i] = draw(random, i);
                  return values;
                }))};
}

}  // namespace posenc
