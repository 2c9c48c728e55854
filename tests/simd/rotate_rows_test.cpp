// Rotating rows: the arithmetic entry by entry, at the bounds stated in rotate_rows.hpp.
#include "simd/rotate_rows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/wide.hpp"

using namespace posenc;

namespace {

struct Sample {
  RotaryShape shape;
  std::size_t rows, blocks;
  std::vector<double> waves, x;
  Sample(const RotaryShape& s, std::size_t rows_, std::size_t blocks_, double amplitude)
      : shape(s), rows(rows_), blocks(blocks_) {
    const Random draw(17);
    std::uint64_t k = 0;
    for (std::size_t i = 0; i < rows * 2 * s.pairs; ++i)
      waves.push_back((2 * draw.uniform(k++) - 1) * amplitude);
    // values of all magnitudes, so that products cancel and are absorbed
    for (std::size_t i = 0; i < blocks * rows * s.width; ++i)
      x.push_back(static_cast<double>(static_cast<float>(
          std::ldexp(2 * draw.uniform(k) - 1, static_cast<int>(k % 5) * 12 - 24)))),
          ++k;
  }
  template <class T>
  std::vector<T> input() const {
    std::vector<T> v;
    for (const double number : x) v.push_back(static_cast<T>(number));
    return v;
  }
  std::size_t first(std::size_t i) const { return shape.interleaved ? 2 * i : i; }
  std::size_t second(std::size_t i) const {
    return shape.interleaved ? 2 * i + 1 : i + shape.pairs;
  }
};

template <class Check>
void for_every_shape(Check check) {
  for (const bool interleaved : {false, true})
    for (const std::size_t pairs : {1u, 2u, 3u, 4u, 5u, 8u, 13u})
      for (const std::size_t passed : {0u, 1u, 6u})
        for (const std::size_t rows : {1u, 4u})
          for (const std::size_t blocks : {1u, 2u, 3u})
            check(Sample({2 * pairs + passed, pairs, interleaved}, rows, blocks, 1.25));
}

}  // namespace

TEST_CASE("rotate rows: float64 within 2·2^-53·a·(|x1| + |x2|), float32 its rounding") {
  double worst = 0;
  for_every_shape([&](const Sample& sample) {
    const RotaryShape& s = sample.shape;
    const std::vector<float> x32 = sample.input<float>();
    std::vector<double> y(sample.x.size());
    std::vector<float> y32(sample.x.size());
    rotate_rows(s, sample.waves.data(), sample.rows, sample.blocks, sample.x.data(), y.data());
    rotate_rows(s, sample.waves.data(), sample.rows, sample.blocks, x32.data(), y32.data());
    for (std::size_t k = 0; k < y.size(); ++k) CHECK(y32[k] == static_cast<float>(y[k]));
    for (std::size_t row = 0; row < sample.blocks * sample.rows; ++row) {
      const double *x = &sample.x[row * s.width], *out = &y[row * s.width],
                   *c = &sample.waves[row % sample.rows * 2 * s.pairs];
      for (std::size_t i = 0; i < s.pairs; ++i) {
        const Wide x1(x[sample.first(i)]), x2(x[sample.second(i)]), wc(c[i]), ws(c[i + s.pairs]);
        const double size =
            0x1p-53 * 1.25 * (std::fabs(x1.to_double()) + std::fabs(x2.to_double()));
        const Wide e1 = Wide(out[sample.first(i)]) - (x1 * wc - x2 * ws),
                   e2 = Wide(out[sample.second(i)]) - (x2 * wc + x1 * ws);
        worst = std::fmax(worst,
                          std::fmax(std::fabs(e1.to_double()), std::fabs(e2.to_double())) / size);
      }
      for (std::size_t k = 2 * s.pairs; k < s.width; ++k) CHECK(out[k] == x[k]);
    }
  });
  CHECK(worst <= 2);
  CHECK(worst > 0.5);  // the sample detects errors at all
}

TEST_CASE("rotate rows: in place and block by block, the same bits") {
  for_every_shape([&](const Sample& sample) {
    const RotaryShape& s = sample.shape;
    const auto same = [&]<class T>(std::vector<T> x) {
      const std::size_t block = sample.rows * s.width;
      std::vector<T> together(x.size()), apart(x.size());
      rotate_rows(s, sample.waves.data(), sample.rows, sample.blocks, x.data(), together.data());
      for (std::size_t b = 0; b < sample.blocks; ++b)
        for (std::size_t r = 0; r < sample.rows; ++r)
          rotate_rows(s, &sample.waves[r * 2 * s.pairs], 1, 1, &x[b * block + r * s.width],
                      &apart[b * block + r * s.width]);
      rotate_rows(s, sample.waves.data(), sample.rows, sample.blocks, x.data(), x.data());
      CHECK(std::memcmp(together.data(), apart.data(), x.size() * sizeof(T)) == 0);
      CHECK(std::memcmp(together.data(), x.data(), x.size() * sizeof(T)) == 0);
    };
    same(sample.x);
    same(sample.input<float>());
  });
}

TEST_CASE("rotate rows: a number that is not finite is told, wherever it is") {
  for_every_shape([&](const Sample& sample) {
    const auto told = [&]<class T>(std::vector<T> x) {
      std::vector<T> y(x.size());
      const auto finite = [&] {
        return rotate_rows(sample.shape, sample.waves.data(), sample.rows, sample.blocks, x.data(),
                           y.data());
      };
      CHECK(finite());
      for (const T bad : {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::quiet_NaN()})
        for (std::size_t k = 0; k < x.size(); k += 1 + k % 3) {
          const T good = std::exchange(x[k], bad);
          CHECK(!finite());
          x[k] = good;
        }
    };
    told(sample.x);
    told(sample.input<float>());
  });
}
