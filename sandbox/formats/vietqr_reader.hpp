#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace paylink::sandbox {

/// What a VietQR code asks a payer's app to pay.
struct vietqr_request {
  std::string bin;                    ///< 6 digits.
  std::string account;                ///< `[0-9A-Z]{1,19}`
  std::optional<std::int64_t> amount; ///< Dong; none: the payer chooses.
  std::string purpose;                ///< Transfer text; may be empty.
};

/// Reads a payload (EMVCo TLV, CRC included); the text says, for people, why it is not one. Spaces and line breaks
/// around it are ignored. Never throws.
std::variant<vietqr_request, std::string> read_vietqr(std::string_view payload);

} // namespace paylink::sandbox
