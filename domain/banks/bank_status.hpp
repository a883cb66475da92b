#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace paylink {

/// Whether accounts of a bank may be connected. Connected ones keep running in every status.
enum class bank_status { active, maintenance, discontinued };

constexpr bool accepts_connections(bank_status value) { return value == bank_status::active; }

/// `Active`, `Maintenance`, `Discontinued`.
std::string_view to_text(bank_status value);
/// The same words, in any case of their letters.
std::optional<bank_status> parse_bank_status(std::string_view text);

} // namespace paylink
