#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"
#include "http/wire/json_request.hpp"

#include <vector>

namespace paylink {

/// The greatest amount of an entry: more than there is, and so little that sums stay numbers.
inline constexpr std::int64_t entry_dong_max = 999'999'999'999'999;

/// One entry of a bank's feed, or why it is unusable. `raw` is its text (repaired to valid UTF-8), set only if
/// `invalid` is; the same decoder reads it again.
struct decoded_entry {
  bank_entry entry;
  std::string invalid; ///< Empty: usable.
  std::string raw;
  std::string ignored{}; ///< Why it moves no money, now or ever; empty: it does.
};
/// A connector's report of a connection's state, instead of an entry.
struct connection_notice {
  std::string state;
  std::string account_number; ///< Empty: not named.
  std::string bin{};          ///< Of the account's bank; empty: not named.
};
/// A part of a body as `raw` keeps it: text that every database stores, in which every string ends where it did, and
/// names are what they were. U+0000 is left out, but not behind a backslash, which would then escape what follows.
std::string kept_json(std::string_view bytes);

/// What a body has: entries, a notice, or nothing that could be kept.
using decoded_feed = std::variant<std::vector<decoded_entry>, connection_notice, json_refusal>;

/// One entry, or `{"entries":[…]}` of up to 500, or a body with a `connection_state` and nothing that an entry says.
/// Unknown members are ignored, text is repaired (bad UTF-8 becomes U+FFFD, U+0000 is dropped); a body is refused as a
/// whole only if it is not a JSON object or has none of these forms. On the switch's feed an entry names the bank, too:
/// several banks may use one account number.
decoded_feed decode_bank_feed(std::string_view body, std::string_view feed);

/// The result for one entry in the feed's answer, in the order of the entries.
struct entry_answer {
  std::string bank_reference;
  entry_result result = entry_result::recorded;
  transaction_id transaction;  ///< Empty: none.
  std::string reason;          ///< Empty: none.
  bool is_unconfirmed = false; ///< As in `recorded_entry`.
};
std::string encode_entry_answers(const std::vector<entry_answer>& answers);

} // namespace paylink
