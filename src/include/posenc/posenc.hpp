// posenc: position encodings, exact at any position. All public headers.
#pragma once
#include "posenc/cos_sin.hpp"      // IWYU pragma: export
#include "posenc/facts.hpp"        // IWYU pragma: export
#include "posenc/prepared.hpp"     // IWYU pragma: export
#include "posenc/registry.hpp"     // IWYU pragma: export
#include "posenc/result.hpp"       // IWYU pragma: export
#include "posenc/rope_report.hpp"  // IWYU pragma: export
#include "posenc/shape.hpp"        // IWYU pragma: export
#include "posenc/spec.hpp"         // IWYU pragma: export
#include "posenc/version.hpp"      // IWYU pragma: export
