#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace paylink {

/// A mail to the owner of an account: so much of the month's quota is used.
enum class quota_notice : std::uint8_t { at_80, at_100 };

/// `quota_80`, `quota_100`: the template's name, and the switch's in a Workspace's `notifications`.
std::string_view to_text(quota_notice value);
int percent_of(quota_notice value);

/// Its bit in a Workspace's `notices_off`; the lower ones are those of `notice_kind`.
constexpr std::uint32_t switch_of(quota_notice value) { return 1U << (8U + static_cast<unsigned>(value)); }

/// The notice to send. `noticed`: the percentage of the last one in this month, or 0; each is sent once a month, and
/// behind 100 % there is nothing left to say at 80 %.
std::optional<quota_notice> notice_due(std::int64_t transactions, std::int64_t quota, int noticed);

} // namespace paylink
