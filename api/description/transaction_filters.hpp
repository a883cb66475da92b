#pragma once
#include "api/description/list_description.hpp"
#include "domain/banks/transaction.hpp"

namespace paylink {

/// Every classification except `rejected`, which never becomes a transaction; `none`: it has no link.
inline std::vector<std::string_view> classifications_asked_for() {
  auto words = words_besides<classification, classification::rejected>();
  words.emplace_back("none");
  return words;
}

inline constexpr form classification_asked_for{.words = classifications_asked_for, .example = "underpaid"};
inline constexpr form searched_text{.phrase = "text of at most 100 bytes", .most = 100, .example = "nguyen van a"};

/// The filters for transactions.
inline constexpr parameter_description transaction_filters[]{
    {"from", forms::given_time, "Booked by the bank at or after this time"},
    {"to", forms::given_time, "Booked before this time"},
    {"account_id", forms::bank_account_id, "Id of the bank account"},
    {"transfer_type", one_of_words<transfer_type>("credit"), "Money in or money out"},
    {"min_amount", forms::amount, "At least this much, in VND"},
    {"max_amount", forms::amount, "At most this much, in VND"},
    {"classification", classification_asked_for, "Its relation to the link named in its text (none: it names no link)"},
    {"attention", open_attention, "open: transactions that need review"},
    {"q", searched_text, "Part of the transfer text, upper or lower case"},
};

} // namespace paylink
