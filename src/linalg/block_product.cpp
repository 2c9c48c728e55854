// Panels of A and B are copied so that the innermost loop runs through both without a gap, and
// small enough to stay in the caches while they are used (Goto & van de Geijn 2008, ACM TOMS
// 34:12).
#include "linalg/block_product.hpp"

#include <algorithm>
#include <memory>

#include "simd/lanes.hpp"

namespace posenc {
namespace {

using lanes::both;
using lanes::f64x2;
using lanes::load;
using lanes::store;

constexpr std::size_t kTile = 4;     // of C, in registers
constexpr std::size_t kInner = 256;  // of a run
constexpr std::size_t kRows = 128, kCols = 512;

// A tile of C grows by a panel of A (inner, 4) times one of B (inner, 4). A function of its own:
// the engine replaces its first, unoptimised code between two calls.
[[gnu::noinline]] void add_tile(const double* a, const double* b, std::size_t inner, double* c,
                                std::size_t stride) {
  f64x2 low0 = {}, low1 = {}, low2 = {}, low3 = {}, high0 = {}, high1 = {}, high2 = {}, high3 = {};
  for (std::size_t p = 0; p < inner; ++p, a += kTile, b += kTile) {
    const f64x2 low = load(a), high = load(a + 2);
    const f64x2 b0 = both(b[0]), b1 = both(b[1]), b2 = both(b[2]), b3 = both(b[3]);
    low0 += low * b0, high0 += high * b0;
    low1 += low * b1, high1 += high * b1;
    low2 += low * b2, high2 += high * b2;
    low3 += low * b3, high3 += high * b3;
  }
  const auto add = [&](f64x2 low, f64x2 high) {
    store(c, load(c) + low);
    store(c + 2, load(c + 2) + high);
    c += stride;
  };
  add(low0, high0), add(low1, high1), add(low2, high2), add(low3, high3);
}

// the same at an edge, where only rows x cols of the tile are there
void add_partial_tile(const double* a, const double* b, std::size_t inner, std::size_t rows,
                      std::size_t cols, double* c, std::size_t stride) {
  double tile[kTile * kTile] = {};
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) tile[j * kTile + i] = c[j * stride + i];
  add_tile(a, b, inner, tile, kTile);
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) c[j * stride + i] = tile[j * kTile + i];
}

// Groups of four along `wide` (filled up with zeros), each (inner, 4): entry (w, p) of `from` times
// the factor.
[[gnu::noinline]] void pack(double factor, Entries from, std::size_t wide, std::size_t inner,
                            double* to) {
  for (std::size_t first = 0; first < wide; first += kTile) {
    const double* at = from.data + first * from.down;
    const std::size_t count = std::min(kTile, wide - first);
    if (count == kTile && from.down == 1) {
      for (std::size_t p = 0; p < inner; ++p, at += from.across, to += kTile) {
        store(to, both(factor) * load(at));
        store(to + 2, both(factor) * load(at + 2));
      }
    } else if (count == kTile) {
      const double *x = at, *y = x + from.down, *z = y + from.down, *w = z + from.down;
      for (std::size_t p = 0; p < inner; ++p, to += kTile) {
        const std::size_t i = p * from.across;
        to[0] = factor * x[i], to[1] = factor * y[i], to[2] = factor * z[i], to[3] = factor * w[i];
      }
    } else {
      for (std::size_t p = 0; p < inner; ++p, at += from.across, to += kTile)
        for (std::size_t i = 0; i < kTile; ++i) to[i] = i < count ? factor * at[i * from.down] : 0;
    }
  }
}

std::size_t whole_tiles(std::size_t n) { return (n + kTile - 1) / kTile * kTile; }

}  // namespace

void add_product(double factor, Entries a, Entries b, std::size_t rows, std::size_t inner,
                 std::size_t cols, double* c, std::size_t stride) {
  const std::size_t run = std::min(inner, kInner);
  const auto packed_a =
      std::make_unique_for_overwrite<double[]>(whole_tiles(std::min(rows, kRows)) * run);
  const auto packed_b =
      std::make_unique_for_overwrite<double[]>(whole_tiles(std::min(cols, kCols)) * run);
  for (std::size_t j0 = 0; j0 < cols; j0 += kCols) {
    const std::size_t width = std::min(kCols, cols - j0);
    for (std::size_t p0 = 0; p0 < inner; p0 += kInner) {
      const std::size_t depth = std::min(kInner, inner - p0);
      pack(1, {b.data + p0 * b.down + j0 * b.across, b.across, b.down}, width, depth,
           packed_b.get());
      for (std::size_t i0 = 0; i0 < rows; i0 += kRows) {
        const std::size_t height = std::min(kRows, rows - i0);
        pack(factor, {a.data + i0 * a.down + p0 * a.across, a.down, a.across}, height, depth,
             packed_a.get());
        for (std::size_t j = 0; j < width; j += kTile)
          for (std::size_t i = 0; i < height; i += kTile) {
            const double *left = packed_a.get() + i * depth, *right = packed_b.get() + j * depth;
            double* tile = c + (j0 + j) * stride + i0 + i;
            if (height - i >= kTile && width - j >= kTile)
              add_tile(left, right, depth, tile, stride);
            else
              add_partial_tile(left, right, depth, std::min(kTile, height - i),
                               std::min(kTile, width - j), tile, stride);
          }
      }
    }
  }
}

}  // namespace posenc
