// The list of network layers, in display order.
#include <array>

#include "nn/layer.hpp"
#include "nn/layers/cos.hpp"
#include "nn/layers/dense.hpp"
#include "nn/layers/erf.hpp"
#include "nn/layers/exp.hpp"
#include "nn/layers/gaussian.hpp"
#include "nn/layers/gelu.hpp"
#include "nn/layers/rbf.hpp"
#include "nn/layers/relu.hpp"
#include "nn/layers/sign.hpp"
#include "nn/layers/sin.hpp"
#include "nn/layers/smooth.hpp"

namespace posenc {

std::span<const LayerInfo* const> layers() noexcept {
  static constexpr std::array rows = {
      &dense_row::kDense, &relu_row::kRelu, &erf_row::kErf,   &sin_row::kSin,
      &cos_row::kCos,     &rbf_row::kRbf,   &gelu_row::kGelu, &gaussian_row::kGaussian,
      &exp_row::kExp,     &sign_row::kSign, &kTanh,           &kSigmoid,
      &kSoftplus,         &kSilu,
  };
  return rows;
}

}  // namespace posenc
