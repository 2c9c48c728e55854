// Masked prediction (masked_values.hpp) of the caller's samples: values of the same nodes, again
// and again, such as the activity of regions of a brain over time. The last samples are for the
// test, so that neighbours in time do not stand on both sides. Every node is shifted and scaled to
// mean 0 and variance 1 over the samples that are trained on: a prediction of 0 has a loss of about
// 1.
//
// What is alike is the correlation of two nodes over these samples. Where they are more than twice
// the nodes, the irreducible loss of a normal distribution is estimated from the same; samples that
// are not normal may be predicted better.
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kOwnValues;

}  // namespace posenc
