// Sequences of symbols of mixed lengths, sampled anew for every batch, read by a causal decoder:
//
//   copy, reverse, sort   x_1 … x_L, a separator, then the answer symbol by symbol, each of which
//   is
//                         predicted from what stands before it
//   recall                pairs of a key and a value, then one of the keys: its value (Graves et
//   al. 2014,
//                         arXiv:1410.5401, associative recall)
//   back                  at every token the symbol k tokens before it: a relative encoding says
//   where slot                  at every token from the i-th on the symbol of slot i: an absolute
//   one does
//
// `test` has the lengths that are trained on, up to L, `longer` the ones above. Conditions are by
// length: up to L, up to 2L, up to 4L …
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kSequences;

}  // namespace posenc
