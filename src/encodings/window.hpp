// The cells of a 2-D attention window and the relative position of two of them (Swin and
// relatives).
//
// Cells are in raster order. For query cell (yi, xi) and key cell (yj, xj) the index into a table
// of (2H-1)·(2W-1) offsets is (yi-yj+H-1)·(2W-1) + (xi-xj+W-1). With code(y, x) = y·(2W-1) + x this
// is code_i - code_j + code(H-1, W-1).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/params.hpp"

namespace posenc {

constexpr ParamInfo window_param(std::string_view name, std::string_view doc, double initial) {
  return integer(name, doc, initial, {1, 256}, {1, 32});
}

struct Window {
  std::int64_t height, width;

  std::size_t cells() const { return static_cast<std::size_t>(height * width); }
  std::size_t offsets() const {
    return static_cast<std::size_t>((2 * height - 1) * (2 * width - 1));
  }
  std::int64_t code(std::int64_t y, std::int64_t x) const { return y * (2 * width - 1) + x; }
  std::vector<std::int64_t> codes() const {
    std::vector<std::int64_t> all;
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) all.push_back(code(y, x));
    return all;
  }
};

// The index of a pair of cells, optimised for millions of pairs.
class WindowIndex {
 public:
  explicit WindowIndex(const Window& w)
      : codes_(w.codes()), centre_(w.code(w.height - 1, w.width - 1)) {}
  std::int64_t operator()(std::int64_t query, std::int64_t key) const {
    return codes_[static_cast<std::size_t>(query)] - codes_[static_cast<std::size_t>(key)] +
           centre_;
  }
  // for one query and all cells
  void row(std::int64_t query, std::span<double> keys) const {
    const auto at = static_cast<double>(codes_[static_cast<std::size_t>(query)] + centre_);
    for (std::size_t j = 0; j < keys.size(); ++j) keys[j] = at - static_cast<double>(codes_[j]);
  }

 private:
  std::vector<std::int64_t> codes_;
  std::int64_t centre_;
};

}  // namespace posenc
