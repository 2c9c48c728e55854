// The list of network layers, in display order.
#include <array>

#include "kernels/analysis.hpp"
#include "kernels/layers/dense.hpp"
#include "kernels/layers/relu.hpp"

namespace posenc {

std::span<const LayerInfo* const> layers() noexcept {
  static constexpr std::array rows = {&kDense, &kRelu};
  return rows;
}

}  // namespace posenc
