// Induced kernels against sums in long double, and rows whose squares are beyond float64.
#include "../support/analysis.hpp"
#include "core/random.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("induced kernel: inner products, cosine similarities and norms of rows of any size") {
  const Random random(4);
  for (const double size : {1.0, 1e-200, 1e-150, 1e59, 1e-310}) {
    INFO("size ", size);
    Matrix table = Matrix::zeros(9, 5), other = Matrix::zeros(4, 5);
    for (std::size_t e = 0; e < 45; ++e) table.data[e] = size * random.normal(e);
    for (std::size_t e = 0; e < 20; ++e) other.data[e] = random.normal(100 + e);
    for (std::size_t c = 0; c < 5; ++c) table(3, c) = 0;
    for (const bool with_other : {false, true}) {
      Inputs inputs;
      inputs.set("table", table);
      if (with_other) inputs.set("other", other);
      const Matrix& second = with_other ? other : table;
      const Outputs got = outputs_of({{"analysis", "induced-kernel"}}, inputs);
      for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < second.rows; ++j) {
          // scaled so that nothing underflows
          long double ab = 0, aa = 0, bb = 0;
          const long double scale = 1 / static_cast<long double>(size),
                            scale_b = with_other ? 1 : scale;
          for (std::size_t c = 0; c < 5; ++c) {
            const long double a = table(i, c) * scale, b = second(j, c) * scale_b;
            ab += a * b, aa += a * a, bb += b * b;
          }
          const long double norms = std::sqrt(aa) * std::sqrt(bb);
          const double want = static_cast<double>(ab / scale / scale_b);
          CHECK(std::fabs(output(got, "kernel")(i, j) - want) <=
                5 * 0x1p-53 * static_cast<double>(norms / scale / scale_b) + 0x1p-1074);
          const double cosine = norms > 0 ? static_cast<double>(ab / norms) : 0;
          CHECK(std::fabs(output(got, "normalised")(i, j) - cosine) <= 9 * 0x1p-53);
          CHECK(std::fabs(output(got, "norms").data[i] -
                          static_cast<double>(std::sqrt(aa) / scale)) <=
                8 * 0x1p-53 * static_cast<double>(std::sqrt(aa) / scale) + 0x1p-1074);
        }
    }
  }
}
