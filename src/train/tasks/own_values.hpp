// Masked prediction (masked_values.hpp) on the caller's samples: repeated values of the same nodes,
// such as the activity of brain regions over time. The last samples are for the test, so that
// neighbours in time are not in both splits. Every node is shifted and scaled to mean 0 and
// variance 1 over the training samples: a prediction of 0 has a loss of about 1.
//
// The similarity of two nodes is their correlation over these samples. If there are more than twice
// as many samples as nodes, they also give an estimate of the irreducible loss of a normal
// distribution; samples that are not normal may be predicted better.
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kOwnValues;

}  // namespace posenc
