// The result in words.
#pragma once
#include <string>

#include "identify/search.hpp"

namespace posenc::identification {

// "rope of 128 rotated channels, base 1000000, yarn (factor 4, originalContext 32768)"
std::string spec_words(const SpecFields&);

// "agrees in every number", or where it first differs
std::string agreement_words(const Candidate&);

std::string sentence_of(const Found&);

}  // namespace posenc::identification
