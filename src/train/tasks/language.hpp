// A small language in which only the order of words tells who does what to whom, read by a causal
// decoder:
//
//   sentence   agent verb patient .
//   question   who verb patient, and then its answer, the agent
//              whom agent verb, and then its answer, the patient
//
// A question has a name and a verb that stand together in two sentences before it, once with the
// name as agent and once as patient, and with two other names: one of these is the answer, by a
// coin. So a reader of sentences as bags of words is right half of the time. No sentence is asked
// about twice, because an answer could then be read off the question before.
//
// A document is cut out of such a text at any word. Conditions are by how many tokens the answer
// stands back from where it is asked for.
#pragma once
#include "train/task.hpp"

namespace posenc {

extern const TaskInfo kLanguage;

}  // namespace posenc
