// A small language in which only the order of words determines who does what to whom, read by a
// causal decoder:
//
//   sentence   agent verb patient .
//   question   who verb patient, and then its answer, the agent
//              whom agent verb, and then its answer, the patient
//
// The name and the verb of a question occur together in two earlier sentences, once with the name
// as agent and once as patient, with two different other names. One of these is the answer, chosen
// at random, so a bag-of-words reader is right half of the time. No sentence has two questions,
// because the earlier question would reveal the answer.
//
// A document is a random excerpt of such a text. Conditions are by the number of tokens between the
// answer and its question.
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kLanguage;

}  // namespace posenc
