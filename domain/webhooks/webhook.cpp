#include "domain/webhooks/webhook.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/word_list.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr word_list<webhook_type, 2> types{{{webhook_type::http, "http"}, {webhook_type::telegram, "telegram"}}};
static_assert(types.is_in_order());

constexpr word_list<disabled_reason, 5> reasons{{{disabled_reason::none, ""},
                                                 {disabled_reason::by_a_person, "disabled_by_user"},
                                                 {disabled_reason::gone, "endpoint_gone"},
                                                 {disabled_reason::failing, "endpoint_failing"},
                                                 {disabled_reason::chat_refused, "chat_refused"}}};
static_assert(reasons.is_in_order());

template <class Id>
bool is_among(const std::vector<Id>& wanted, const Id& one) {
  return wanted.empty() || std::ranges::find(wanted, one) != wanted.end();
}

} // namespace

std::string_view to_text(webhook_type value) { return types.word(value); }
std::optional<webhook_type> parse_webhook_type(std::string_view text) { return types.find(text); }
std::string_view to_text(disabled_reason value) { return reasons.word(value); }
disabled_reason parse_disabled_reason(std::string_view text) {
  return reasons.find(text).value_or(disabled_reason::none);
}

std::vector<std::string_view> words_of_events(webhook_event_set set) {
  std::vector<std::string_view> words;
  for (std::size_t place = 0; place < webhook_event_count; ++place)
    if (const auto one = static_cast<webhook_event>(place); holds(set, one)) words.push_back(to_text(one));
  return words;
}

bool accepts(const webhook_filter& filter, const webhook_subject& subject) {
  if (!is_among(filter.accounts, subject.account) || subject.amount < filter.amount_min) return false;
  if (!subject.direction) return true;
  if (!is_among(filter.virtual_accounts, subject.virtual_account)) return false;
  if (filter.direction && filter.direction != subject.direction) return false;
  return filter.text.empty() || subject.folded_text.find(fold_transfer_text(filter.text)) != std::string_view::npos;
}

} // namespace paylink
