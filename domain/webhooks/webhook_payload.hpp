#pragma once
#include "domain/banks/bank.hpp"
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The content of a transaction event. The ids are texts, because those of test events are no identifiers of records.
/// Every text is valid UTF-8, and outlives the facts.
struct transaction_event_facts {
  std::string_view transaction_id;
  std::string_view account_id;
  std::string_view bank;           ///< Code of the account's bank.
  std::string_view account_number; ///< The one that was used: of the bank account, or a virtual one.
  money amount;                    ///< Always positive; the direction is `type`.
  transfer_type type = transfer_type::credit;
  std::string_view content; ///< Transfer text, as the bank sent it.
  timestamp occurred_at;    ///< The bank's time.
  bool is_unproven = false; ///< Only an imported statement that proves nothing contains it.
};

/// The content of an order event. Every text is valid UTF-8, and outlives the facts.
struct order_event_facts {
  std::string_view order_id; ///< The merchant's own id, or ours.
  money amount;              ///< Received on success, expected on failure.
  bool is_success = false;
  std::string_view customer_email;     ///< Empty: not in the payload.
  std::optional<timestamp> created_at; ///< None: not in the payload.
};

/// The body of a webhook: compact JSON with sorted keys, byte for byte what JavaScript's JSON.stringify writes for the
/// parsed body with sorted keys, as long as the amount is at most 2^53 - 1. These bytes are signed, stored and sent.
std::string webhook_payload(const transaction_event_facts& facts);
std::string webhook_payload(const order_event_facts& facts);

} // namespace paylink
