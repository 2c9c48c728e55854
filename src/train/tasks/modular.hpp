// 3-D modular data, in place of measured brains that cannot be handed on: nodes on both hemispheres
// of an ellipsoid of half axes 60, 85 and 55 mm, half of them farthest points of one another and
// the others their mirror images, from front to back; six modules, of which five consist of a front
// and a back patch, so that distance alone does not explain what belongs together.
//
//   Σ = .30·exp(-‖r_i - r_j‖²/(2·25²)) + .35·[same module] + .15·[mirror images], unit diagonal
//
// with eigenvalues of at least .02 and a unit diagonal again. Samples are normal with covariance Σ
// (`static`), or states of a network (`network`, in our own form): x ← .6·x + g·W·tanh(x) + noise,
// every tenth state, of variance 1. W is Σ without its diagonal and without the mean of what is
// left, over its largest eigenvalue. Parts of a sample are masked (masked_values.hpp).
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kModular;

}  // namespace posenc
