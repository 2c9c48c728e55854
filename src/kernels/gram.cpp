#include "kernels/gram.hpp"

#include <algorithm>
#include <vector>

#include "core/passes.hpp"
#include "linalg/block_product.hpp"
#include "linalg/products.hpp"

namespace posenc {
namespace {

// The upper triangle of a · aᵀ and its mirror image, by halves: two smaller triangles and the
// rectangle between them, in parts that are still in the cache when mirrored.
class Triangle {
 public:
  Triangle(ConstMatrixView a, double* out) : a_(a), out_{out, a.rows, a.rows} {}

  void run(std::size_t first, std::size_t count) {
    constexpr std::size_t kLeast = 64, kRows = 128, kCols = 512;
    if (count <= kLeast) return product({first, count}, {first, count});
    const std::size_t half = count / 2 / 4 * 4, middle = first + half, end = first + count;
    run(first, half);
    for (std::size_t i = first; i < middle; i += kRows)
      for (std::size_t j = middle; j < end; j += kCols)
        product({i, std::min(kRows, middle - i)}, {j, std::min(kCols, end - j)});
    run(middle, count - half);
  }

 private:
  void product(Part rows, Part cols) {
    gram_block(a_.part(rows.first, rows.count), a_.part(cols.first, cols.count),
               out_.row(rows.first) + cols.first, out_.cols);
    mirror(out_, rows, cols);
  }

  ConstMatrixView a_;
  MatrixView out_;
};

}  // namespace

// rows of out are columns of its transpose, B·Aᵀ
void gram_block(const ConstMatrixView& a, const ConstMatrixView& b, double* out,
                std::size_t stride) {
  for (std::size_t i = 0; i < a.rows; ++i) std::fill_n(out + i * stride, b.rows, 0.0);
  add_product(1, b, transposed(a), {out, b.rows, a.rows, stride});
}

void mirror(MatrixView k, Part rows, Part cols) {
  constexpr std::size_t kTile = 32;  // a whole column would touch one page per entry
  const std::size_t bottom = rows.first + rows.count, right = cols.first + cols.count;
  for (std::size_t j0 = cols.first; j0 < right; j0 += kTile)
    for (std::size_t i0 = rows.first; i0 < bottom; i0 += kTile)
      for (std::size_t j = j0; j < std::min(j0 + kTile, right); ++j)
        for (std::size_t i = i0; i < std::min({i0 + kTile, bottom, j}); ++i) k(j, i) = k(i, j);
}

Matrix gram_of(const Matrix& table) {
  constexpr std::size_t kBand = 128;  // rows at a time
  const std::size_t n = table.rows;
  Matrix out = Matrix::zeros(n, n);
  for (std::size_t first = 0, rows; first < n; first += rows) {
    rows = std::min<std::size_t>(kBand, n - first);
    gram_block(table.part(first, rows), table.part(first, n - first), out.row(first) + first, n);
    mirror(out, {first, rows}, {first, n - first});
  }
  return out;
}

void gram_matrix(ConstMatrixView table, double* out) { Triangle(table, out).run(0, table.rows); }

void toeplitz_block(std::span<const double> profile, Part rows, Part cols, double* out) {
  const std::size_t n = profile.size();
  if (n == 0) return;
  // profile[n - 1], …, profile[1], profile[0], …, profile[n - 1]: every row is a part of it
  std::vector<double> both(2 * n - 1);
  std::ranges::reverse_copy(profile, both.begin());
  std::ranges::copy(profile, both.data() + n - 1);
  for (std::size_t i = rows.first; i < rows.first + rows.count; ++i, out += cols.count)
    std::copy_n(both.data() + n - 1 - i + cols.first, cols.count, out);
}

}  // namespace posenc
