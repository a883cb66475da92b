#pragma once
#include "domain/banks/bank.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// What a Workspace's webhooks and chats can be told. The numbers are those on disk: a new event stands at the end, and
/// is counted.
enum class webhook_event { transaction_credit, transaction_debit, order_success, order_failed };
inline constexpr std::size_t webhook_event_count = 4;

std::string_view to_text(webhook_event value); ///< `transaction.credit`
std::optional<webhook_event> parse_webhook_event(std::string_view text);
/// The words of all events, in their order.
std::vector<std::string> webhook_event_words();
/// Them in a sentence: `transaction.credit, transaction.debit, …`.
std::string listed_webhook_events();

/// The event that a movement of money raises.
constexpr webhook_event webhook_event_of(transfer_type type) {
  return type == transfer_type::credit ? webhook_event::transaction_credit : webhook_event::transaction_debit;
}

/// Whether its payload is that of an order; otherwise that of a transaction.
constexpr bool is_of_order(webhook_event value) {
  return value == webhook_event::order_success || value == webhook_event::order_failed;
}

} // namespace paylink
