#include "actors/front/read_portions.hpp"

#include <caf/all.hpp>

namespace paylink {

void read_portions::next(std::function<void(std::optional<std::string>)> take) {
  caf::anon_send(from_, read_portion{body_, std::move(take)});
}

} // namespace paylink
