#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"
#include "domain/banks/transaction.hpp"
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/links/payment_link.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The wire codecs: JSON ↔ domain. One for each record; written into one string, without a tree in between.
namespace paylink {

/// A body that is not acceptable JSON, with the reason for the caller (400 `malformed_request`).
struct json_refusal {
  std::string message;
};

/// Parses a request body as the API accepts it: UTF-8 without BOM, one object, depth ≤ 8, no duplicate members (also by
/// escapes), no lone surrogates, no U+0000, no number that loses precision, nothing behind.
std::variant<boost::json::object, json_refusal> parse_request_object(std::string_view body);

/// A payment link as the caller wrote it, and everything that is wrong with it by itself: types, nulls, unknown
/// members.
struct decoded_link_request {
  link_request request;
  field_faults faults;
};
decoded_link_request decode_link_request(const boost::json::object& body);

/// One entry of a native bank feed, or why it is unusable. `raw` is its JSON (repaired to valid UTF-8), filled only
/// when `invalid` is.
struct decoded_entry {
  bank_entry entry;
  std::string invalid; ///< Empty: usable.
  std::string raw;
};
/// A connector tells how a connection stands, in place of an entry.
struct connection_notice {
  std::string account_number; ///< Empty: not named.
};
/// One entry, or `{"entries":[…]}` of up to 500, or a body with a `connection_state` and nothing that an entry says.
/// Unknown members are ignored, text is repaired (bad UTF-8 becomes U+FFFD, U+0000 is dropped); only a body that is no
/// JSON object at all is refused as a whole. On the switch's feed an entry names the bank, too: several banks may use
/// one account number.
std::variant<std::vector<decoded_entry>, connection_notice, json_refusal> decode_bank_feed(std::string_view body,
                                                                                           std::string_view feed);

/// What the feed's caller is told of one entry, in the order of the entries.
struct entry_answer {
  std::string bank_reference;
  entry_result result = entry_result::recorded;
  transaction_id transaction; ///< Empty: none.
  std::string reason;         ///< Empty: none.
};
std::string encode_entry_answers(const std::vector<entry_answer>& answers);

/// The record of a link; `public_url` is the service's address, without a slash at its end.
void append_link(std::string& out, const payment_link& link, std::string_view public_url, timestamp now);
void append_payment(std::string& out, const payment_link& link, const payment& row);

void append_transaction(std::string& out, const bank_transaction& transaction);

/// What a person writes beside a transaction, and everything that is wrong with it.
struct decoded_annotation {
  std::optional<std::string> note; ///< Empty takes the note away.
  std::optional<bool> settled;
  field_faults faults;
};
decoded_annotation decode_annotation(const boost::json::object& body);

/// The callback event of a link with its attempts, and the rounds of them that somebody asked for.
struct callback_json {
  std::string_view id, workspace, status, body;
  std::int64_t signed_at = 0;
  timestamp created_at;
  std::optional<timestamp> next_attempt_at;
  const std::vector<attempt>* attempts = nullptr;
  const std::vector<callback_round>* rounds = nullptr;
  std::string_view curl; ///< Its request as a command; empty: none.
};
void append_callback(std::string& out, const callback_json& event);
void append_callback_round(std::string& out, const callback_round& round);
void append_creator(std::string& out, const creator& by);

} // namespace paylink
