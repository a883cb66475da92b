#pragma once
#include "domain/identity/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paylink {

/// Whether accounts of a bank may be connected. Connected ones keep running in every status.
enum class bank_status { active, maintenance, discontinued };

constexpr bool accepts_connections(bank_status value) { return value == bank_status::active; }

/// `Active`, `Maintenance`, `Discontinued`.
std::string_view to_text(bank_status value);
/// The same words, in any case of their letters.
std::optional<bank_status> parse_bank_status(std::string_view text);

/// A bank as the operator has configured it.
struct configured_bank {
  bank_status status = bank_status::active;
  std::vector<banking_mode> modes{}; ///< In which its accounts may be connected; empty: in all that have it.
};

/// Whether accounts of the bank can be connected in Workspaces of the mode: the mode has it, and the operator leaves it
/// there. `configured`: null if the operator has not configured the bank.
bool is_served(std::string_view code, banking_mode mode, const configured_bank* configured);

} // namespace paylink
