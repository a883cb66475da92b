#pragma once
#include "connectors/connector_line.hpp"
#include "domain/banks/bank.hpp"
#include "domain/errors/field_fault.hpp"

#include <optional>
#include <variant>
#include <vector>

/// What connectors are asked, and what their answers mean.
namespace paylink {

/// What a person gives to connect an account. `phone` and `identity_number` go to the bank, and are stored nowhere.
struct account_application {
  std::string feed; ///< Of the connector.
  std::string bin;  ///< Of the account's bank; sent to the switch alone.
  std::string account_number, holder_name;
  account_type type = account_type::main;
  std::string phone, identity_number; ///< Empty: not given.
};

connector_request ask_to_connect(const account_application& application, std::string idempotency_key);
connector_request give_otp(std::string feed, std::string_view connection_id, std::string_view otp,
                           std::string idempotency_key);
connector_request ask_for_otp(std::string feed, std::string_view connection_id, std::string idempotency_key);
connector_request ask_for_virtual_account(std::string feed, std::string_view connection_id, std::string_view name,
                                          std::string idempotency_key);
connector_request close_virtual_number(std::string feed, std::string_view connection_id, std::string_view number);
connector_request ask_for_state(std::string feed, std::string_view connection_id);
/// Entries after a place that an answer has named; empty: from the beginning.
connector_request ask_for_entries(std::string feed, std::string_view connection_id, std::string_view after, int limit);

/// The bank refuses what was asked: `code` as the connector names it, `field` empty if it is about none, `message` in
/// the bank's words, printable and short.
struct connector_refusal {
  std::string code, field, message;
};
/// The answer cannot be used: `bank_unreachable` or `rate_limited`, and why, for the log.
struct connector_failure {
  errc error = errc::bank_unreachable;
  std::string reason;
};
template <class Value>
using connector_result = std::variant<Value, connector_refusal, connector_failure>;

struct begun_connection {
  std::string connection_id; ///< 1 to 128 of A–Z, a–z, 0–9 and `._~-`.
  bool needs_otp = true;
};
struct connector_done {};
struct issued_number {
  std::string number; ///< `[0-9A-Z]{4,19}`.
};
/// `pending`, `connected` or `lapsed`.
struct reported_state {
  std::string word;
};
struct fetched_entries {
  std::string entries;    ///< A JSON array in the form of the native feed's `entries`.
  std::string next_after; ///< Where the next page begins.
  bool has_more = false;
};

connector_result<begun_connection> read_begun(const connector_answer& answer);
/// Of a call that is done once it is answered: a code was accepted or sent, a number is closed.
connector_result<connector_done> read_done(const connector_answer& answer);
connector_result<issued_number> read_issued(const connector_answer& answer);
connector_result<reported_state> read_state(const connector_answer& answer);
connector_result<fetched_entries> read_entries(const connector_answer& answer);

/// The text whose HMAC-SHA256 a connector checks: timestamp, method, target with its base path, body, dotted.
std::string signed_text(std::string_view seconds, http_method method, std::string_view target, std::string_view body);

} // namespace paylink
