#include "domain/webhooks/webhook_event.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<webhook_event, webhook_event_count> events{{
    {webhook_event::transaction_credit, "transaction.credit"},
    {webhook_event::transaction_debit, "transaction.debit"},
    {webhook_event::order_success, "order.success"},
    {webhook_event::order_failed, "order.failed"},
}};
static_assert(events.is_in_order());

} // namespace

std::string_view to_text(webhook_event value) { return events.word(value); }
std::optional<webhook_event> parse_webhook_event(std::string_view text) { return events.find(text); }

std::vector<std::string> webhook_event_words() {
  std::vector<std::string> words;
  for (const auto& [value, word] : events.rows) words.emplace_back(word);
  return words;
}

std::string listed_webhook_events() { return joined(webhook_event_words()); }

} // namespace paylink
