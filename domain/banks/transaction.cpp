#include "domain/banks/transaction.hpp"

#include "domain/values/free_text.hpp"
#include "domain/values/utf8.hpp"
#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr std::size_t note_points_max = 500;

constexpr word_list<attention, 8> attentions{{{attention::none, ""},
                                              {attention::underpaid, "underpaid"},
                                              {attention::duplicate, "duplicate"},
                                              {attention::late, "late"},
                                              {attention::ambiguous, "ambiguous"},
                                              {attention::near_miss, "near_miss"},
                                              {attention::below_minimum, "below_minimum"},
                                              {attention::statement_match, "statement_match"}}};
static_assert(attentions.is_in_order());

constexpr word_list<transaction_source, 3> sources{{{transaction_source::feed, "feed"},
                                                    {transaction_source::fetched, "fetched"},
                                                    {transaction_source::statement, "statement"}}};
static_assert(sources.is_in_order());

} // namespace

std::string_view to_text(attention value) { return attentions.word(value); }
std::string_view to_text(transaction_source value) { return sources.word(value); }

transaction_id transaction_of(const entry_origin& source) {
  std::string key;
  key.reserve(160);
  key.append(source.workspace.view()).append("\n").append(source.bin).append("\n").append(source.account_number);
  key.append("\n").append(source.feed).append("\n").append(source.source_id);
  return transaction_id::following(source.occurred_at, key);
}

attention attention_of(const bank_transaction& transaction) {
  if (transaction.is_unconfirmed()) return attention::statement_match;
  if (transaction.ambiguous) return attention::ambiguous;
  if (!transaction.likely_link.empty()) return attention::near_miss;
  if (transaction.classified == classification::underpaid) return attention::underpaid;
  if (transaction.classified == classification::duplicate) return attention::duplicate;
  if (transaction.classified == classification::late) return attention::late;
  if (transaction.classified == classification::below_minimum) return attention::below_minimum;
  return attention::none;
}

std::optional<field_fault> fault_of_note(std::string_view note) {
  if (count_code_points(note) > note_points_max)
    return field_fault{"note", "too_long", "A note must have at most 500 characters."};
  if (holds_control_character(note))
    return field_fault{"note", "format", "A note must not contain control characters other than line feeds."};
  return std::nullopt;
}

} // namespace paylink
