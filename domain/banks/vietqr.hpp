#pragma once
#include "domain/errors/errc.hpp"
#include "domain/values/money.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The content of a VietQR (NAPAS247) code for an account.
struct vietqr {
  std::string_view bin;        ///< 6 digits.
  std::string_view account;    ///< `[0-9A-Z]{1,19}`
  std::optional<money> amount; ///< Present: dynamic code (12); absent: static (11).
  std::string_view purpose;    ///< Transfer text, ≤ 25 printable ASCII characters; may be empty.
};

/// The payload's text with its CRC. `validation_error` if a part does not fit the format.
result<std::string> vietqr_payload(const vietqr& code);

/// CRC-16/CCITT-FALSE, the checksum at the payload's end.
std::uint16_t vietqr_crc(std::string_view data);

} // namespace paylink
