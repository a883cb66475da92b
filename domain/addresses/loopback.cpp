#include "domain/addresses/loopback.hpp"

namespace paylink {

bool is_loopback(std::string_view address) {
  constexpr std::string_view v6 = "::1";
  return address.starts_with("127.") || address == v6 || address.starts_with("[::1]") ||
         address.starts_with("::ffff:127.");
}

} // namespace paylink
