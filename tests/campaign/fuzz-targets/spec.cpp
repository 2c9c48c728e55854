#include "encodings/raw_spec.hpp"
#include "posenc/json.hpp"
#include "targets.hpp"

void posenc::fuzz::spec(Input input) {
  const Result<Spec> read = spec_from_json(text(input));
  if (!read) return must_be_said(read.error());
  const Result<EncodingSpec> raw = raw_spec(*read);
  if (!raw) return must_be_said(raw.error());
  must(raw->encoding == read->encoding, "a spec keeps its encoding");
  must(raw->has_scaling == read->scaling.has_value(), "a spec keeps its context extension");
  must(raw->values.numbers.size() + raw->values.arrays.size() == read->values.size(),
       "no parameter is dropped");
}
