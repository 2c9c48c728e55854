// Sequences of symbols of mixed lengths, sampled again for every batch, read by a causal decoder:
//
//   copy, reverse, sort   x_1 … x_L, a separator, then the answer symbol by symbol, each
//                         predicted from the preceding ones
//   recall                pairs of a key and a value, then one of the keys: its value (Graves et
//                         al. 2014, arXiv:1410.5401, associative recall)
//   back                  at every token the symbol k tokens before it: suits a relative encoding
//   slot                  at every token from the i-th on the symbol of slot i: suits an absolute
//                         one
//
// `test` has the lengths of training, up to L, `longer` those above. Conditions are by length: up
// to L, up to 2L, up to 4L …
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kSequences;

}  // namespace posenc
