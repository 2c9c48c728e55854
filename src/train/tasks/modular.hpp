// 3-D modular data, in place of measured brains, which cannot be redistributed: nodes on both
// hemispheres of an ellipsoid of half axes 60, 85 and 55 mm. Half of them are farthest points of
// one another and the others their mirror images, from front to back. Five of the six modules
// consist of a front and a back patch, so that distance does not fully explain the modules.
//
//   Σ = .30·exp(-‖r_i - r_j‖²/(2·25²)) + .35·[same module] + .15·[mirror images], unit diagonal
//
// with eigenvalues of at least .02 and the diagonal rescaled to 1. Samples are normal with
// covariance Σ (`static`), or states of a network (`network`, a form of this library): x ← .6·x +
// g·W·tanh(x) + noise, every tenth state, of variance 1. W is Σ without its diagonal and minus the
// mean of the rest, over its largest eigenvalue. Parts of a sample are masked (masked_values.hpp).
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kModular;

}  // namespace posenc
