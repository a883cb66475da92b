#pragma once
#include "domain/values/ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// What people look at in a Workspace, and what may change.
enum class change_kind : std::uint8_t {
  payment_link,
  callback,
  transaction,
  delivery,
  webhook,
  order,
  bank_account,
  member,
  invitation,
  workspace
};
inline constexpr std::size_t change_kinds = 10;

std::string_view to_text(change_kind value);
std::optional<change_kind> parse_change_kind(std::string_view text);

/// Something in a Workspace has changed: which thing, never what of it.
struct change {
  workspace_id workspace;
  change_kind kind = change_kind::workspace;
  std::string subject{}; ///< Its id; empty: several.
  bool operator==(const change&) const = default;
};

/// The data of the event that tells of it: `{"kind":"order","id":"ord_…"}`; several: `"id":null`.
std::string hint_of(const change& reported);

} // namespace paylink
