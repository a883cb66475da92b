#include "domain/links/payment_link.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<link_status, 5> link_statuses{{{link_status::pending, "pending"},
                                                   {link_status::succeeded, "succeeded"},
                                                   {link_status::failed, "failed"},
                                                   {link_status::expired, "expired"},
                                                   {link_status::cancelled, "cancelled"}}};

constexpr word_list<failure_reason, 3> failure_reasons{{{failure_reason::none, ""},
                                                        {failure_reason::bank_account_removed, "bank_account_removed"},
                                                        {failure_reason::workspace_deleted, "workspace_deleted"}}};

constexpr word_list<callback_status, 5> callback_statuses{{{callback_status::none, "none"},
                                                           {callback_status::pending, "pending"},
                                                           {callback_status::sending, "sending"},
                                                           {callback_status::delivered, "delivered"},
                                                           {callback_status::failed, "failed"}}};
static_assert(link_statuses.is_in_order() && failure_reasons.is_in_order() && callback_statuses.is_in_order());

} // namespace

payment_link as_created(payment_link link) {
  link.status = link_status::pending;
  link.received_amount.reset();
  link.callback = callback_status::none;
  link.transaction = {};
  link.paid_at.reset();
  link.failure = failure_reason::none;
  link.closed_at.reset();
  return link;
}

result<link_status> transition(link_status from, link_trigger trigger) {
  if (from != link_status::pending) return errc::payment_link_not_pending;
  switch (trigger) {
  case link_trigger::completing_credit:
    return link_status::succeeded;
  case link_trigger::cancel:
    return link_status::cancelled;
  case link_trigger::expiry:
    return link_status::expired;
  case link_trigger::account_removed:
  case link_trigger::workspace_deleted:
    return link_status::failed;
  }
  return errc::internal_error;
}

failure_reason failure_reason_of(link_trigger trigger) {
  if (trigger == link_trigger::account_removed) return failure_reason::bank_account_removed;
  if (trigger == link_trigger::workspace_deleted) return failure_reason::workspace_deleted;
  return failure_reason::none;
}

link_status visible_status(const payment_link& link, timestamp now) {
  return link.status == link_status::pending && now >= link.expires_at ? link_status::expired : link.status;
}

std::string_view to_text(link_status value) { return link_statuses.word(value); }
std::string_view to_text(failure_reason value) { return failure_reasons.word(value); }
std::string_view to_text(callback_status value) { return callback_statuses.word(value); }
std::optional<link_status> parse_link_status(std::string_view text) { return link_statuses.find(text); }
std::optional<callback_status> parse_callback_status(std::string_view text) { return callback_statuses.find(text); }

} // namespace paylink
