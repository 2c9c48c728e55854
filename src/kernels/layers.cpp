// The list of network layers, in display order.
#include <array>

#include "kernels/layer.hpp"
#include "kernels/layers/cos.hpp"
#include "kernels/layers/dense.hpp"
#include "kernels/layers/erf.hpp"
#include "kernels/layers/exp.hpp"
#include "kernels/layers/gaussian.hpp"
#include "kernels/layers/gelu.hpp"
#include "kernels/layers/rbf.hpp"
#include "kernels/layers/relu.hpp"
#include "kernels/layers/sign.hpp"
#include "kernels/layers/sin.hpp"
#include "kernels/layers/smooth.hpp"

namespace posenc {

std::span<const LayerInfo* const> layers() noexcept {
  static constexpr std::array rows = {
      &kDense,    &kRelu, &kErf,  &kSin,  &kCos,     &kRbf,      &kGelu,
      &kGaussian, &kExp,  &kSign, &kTanh, &kSigmoid, &kSoftplus, &kSilu,
  };
  return rows;
}

}  // namespace posenc
