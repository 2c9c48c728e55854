#include "kernels/gram.hpp"

#include <algorithm>
#include <vector>

#include "core/passes.hpp"
#include "linalg/block_product.hpp"
#include "linalg/products.hpp"

namespace posenc {
namespace {

// The upper triangle of a · aᵀ and its mirror, by halves: two smaller triangles and the rectangle
// between them, in parts that are still in the cache when they are mirrored.
class Triangle {
 public:
  Triangle(const double* a, std::size_t n, std::size_t width, double* out)
      : a_(a), n_(n), width_(width), out_(out) {}

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
    gram_block(a_ + rows.first * width_, rows.count, a_ + cols.first * width_, cols.count, width_,
               out_ + rows.first * n_ + cols.first, n_);
    mirror(out_, n_, rows, cols);
  }

  const double* a_;
  std::size_t n_, width_;
  double* out_;
};

}  // namespace

void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                std::size_t width, double* out, std::size_t stride) {
  for (std::size_t i = 0; i < rows; ++i) std::fill_n(out + i * stride, other_rows, 0.0);
  // rows of out are columns of its transpose, b · aᵀ
  add_product(1, {b, width, 1}, {a, 1, width}, other_rows, width, rows, out, stride);
}

Steps gram_block_steps(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                       std::size_t width, double* out, std::size_t stride) {
  co_yield in_parts(rows, kPass * static_cast<double>(other_rows),
                    [=](std::size_t first, std::size_t end) {
                      for (std::size_t i = first; i < end; ++i)
                        std::fill_n(out + i * stride, other_rows, 0.0);
                    });
  co_yield add_product_steps(1, {b, width, 1}, {a, 1, width}, other_rows, width, rows, out, stride);
}

void mirror(double* k, std::size_t n, Part rows, Part cols) {
  constexpr std::size_t kTile = 32;  // a whole column would touch as many pages as it has entries
  const std::size_t bottom = rows.first + rows.count, right = cols.first + cols.count;
  for (std::size_t j0 = cols.first; j0 < right; j0 += kTile)
    for (std::size_t i0 = rows.first; i0 < bottom; i0 += kTile)
      for (std::size_t j = j0; j < std::min(j0 + kTile, right); ++j)
        for (std::size_t i = i0; i < std::min({i0 + kTile, bottom, j}); ++i)
          k[j * n + i] = k[i * n + j];
}

Steps gram_steps(const double* a, std::size_t n, std::size_t width, double* out) {
  constexpr std::size_t kBand = 128;  // rows at a time
  for (std::size_t first = 0, rows; first < n; first += rows) {
    rows = std::min<std::size_t>(kBand, n - first);
    co_yield gram_block_steps(a + first * width, rows, a + first * width, n - first, width,
                              out + first * n + first, n);
    mirror(out, n, {first, rows}, {first, n - first});
    co_yield (kPass * static_cast<double>(rows * (n - first)));
  }
}

Steps gram_steps(const Matrix& table, Matrix& out) {
  co_yield zeros(out, table.rows, table.rows);
  co_yield gram_steps(table.data.data(), table.rows, table.cols, out.data.data());
}

void gram_matrix(const double* a, std::size_t n, std::size_t width, double* out) {
  Triangle(a, n, width, out).run(0, n);
}

void toeplitz_block(const double* profile, std::size_t n, Part rows, Part cols, double* out) {
  if (n == 0) return;
  // profile[n - 1], …, profile[1], profile[0], …, profile[n - 1]: every row is a part of it
  std::vector<double> both(2 * n - 1);
  std::reverse_copy(profile, profile + n, both.begin());
  std::copy_n(profile, n, both.data() + n - 1);
  for (std::size_t i = rows.first; i < rows.first + rows.count; ++i, out += cols.count)
    std::copy_n(both.data() + n - 1 - i + cols.first, cols.count, out);
}

}  // namespace posenc
