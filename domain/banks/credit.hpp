#pragma once
#include "domain/banks/bank.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

/// How a credit relates to the link that its reference names. The first two complete the link.
enum class classification { matched, overpaid, underpaid, duplicate, late, below_minimum, rejected };

/// The rule, in the order of precedence: rejected, duplicate, late, below_minimum, underpaid, matched, overpaid.
/// `received_at` is our time of receipt; at `expires_at` itself a credit is late.
classification classify(link_status status, std::optional<money> link_amount, timestamp expires_at, entry_status entry,
                        money credit, timestamp received_at);

constexpr bool completes(classification value) {
  return value == classification::matched || value == classification::overpaid;
}

/// Whether it changes the link's open pages: paid, or too little received.
constexpr bool is_news_for_payers(classification value) {
  return completes(value) || value == classification::underpaid || value == classification::below_minimum;
}

std::string_view to_text(classification value);
std::optional<classification> parse_classification(std::string_view text);

/// One row of a link's payment history.
struct payment {
  std::int64_t place = 0;     ///< In the list of its link.
  transaction_id transaction; ///< Empty for `rejected`: no money moved.
  paylink::classification classification = classification::matched;
  money amount;
  std::string content;
  timestamp occurred_at; ///< The bank's time.
  timestamp received_at; ///< Ours.
  std::string note;
  bool settled = false;
  std::string assigned_by{}; ///< The user who confirmed that it is for the link; empty: its text alone said so.
};

} // namespace paylink
