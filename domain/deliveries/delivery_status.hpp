#pragma once
#include <optional>
#include <string_view>

namespace paylink {

/// The status of a delivery to a webhook, as merchants see it. `sending`: an attempt is under way; `skipped`: the
/// webhook was disabled.
enum class delivery_status { pending, sending, delivered, failed, skipped };

std::string_view to_text(delivery_status value);
std::optional<delivery_status> parse_delivery_status(std::string_view text);

} // namespace paylink
