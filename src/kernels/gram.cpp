#include "kernels/gram.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "linalg/products.hpp"

namespace posenc {
namespace {

// The upper triangle of a · aᵀ and its mirror, by halves: two smaller triangles and the rectangle
// between them, which is cut into products that stay in the cache.
class Triangle {
 public:
  Triangle(const double* a, std::size_t n, std::size_t width, double* out)
      : a_(a), n_(n), width_(width), out_(out) {}

  void run(std::size_t first, std::size_t count) {
    if (count <= kLeast) return product(first, count, first, count);
    const std::size_t half = count / 2 / 4 * 4, middle = first + half, end = first + count;
    run(first, half);
    for (std::size_t i = first; i < middle; i += kRows)
      for (std::size_t j = middle; j < end; j += kCols)
        product(i, std::min(kRows, middle - i), j, std::min(kCols, end - j));
    run(middle, count - half);
  }

 private:
  static constexpr std::size_t kLeast = 64, kRows = 128, kCols = 512;

  void product(std::size_t i, std::size_t rows, std::size_t j, std::size_t cols) {
    gram_block(a_ + i * width_, rows, a_ + j * width_, cols, width_, part_.get());
    for (std::size_t r = 0; r < rows; ++r)
      std::copy_n(part_.get() + r * cols, cols, out_ + (i + r) * n_ + j);
    // by tiles: a whole column would touch as many pages as it has entries
    constexpr std::size_t kTile = 16;
    for (std::size_t c0 = 0; c0 < cols; c0 += kTile)
      for (std::size_t r0 = 0; r0 < rows; r0 += kTile)
        for (std::size_t c = c0; c < std::min(c0 + kTile, cols); ++c)
          for (std::size_t r = r0; r < std::min(r0 + kTile, rows) && i + r < j + c; ++r)
            out_[(j + c) * n_ + i + r] = part_[r * cols + c];
  }

  const double* a_;
  std::size_t n_, width_;
  double* out_;
  std::unique_ptr<double[]> part_ = std::make_unique_for_overwrite<double[]>(kRows * kCols);
};

}  // namespace

void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                std::size_t width, double* out) {
  multiply_by_transpose(1, a, rows, width, b, other_rows, out);
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
