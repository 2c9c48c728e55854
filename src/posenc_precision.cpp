#include "posenc.hpp"

namespace posenc {

Result<const PrecisionErrors*> Plan::precision(std::string_view method) {
  if (info().geometric == nullptr) return not_defined("emulated precision");
  if (!precision_ || precision_->method().id != method) {
    const auto waves = info().geometric(encoding_.params, encoding_.scaling_or_null());
    if (!waves) return waves.error();
    auto errors = PrecisionErrors::create(method, *waves);
    if (!errors) return errors.error();
    precision_.emplace(std::move(errors).value());
  }
  return &*precision_;
}

}  // namespace posenc
