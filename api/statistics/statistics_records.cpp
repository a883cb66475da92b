#include "api/statistics/statistics_records.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form waited_millis{.type = json_type::whole_number, .least = 0, .example = "340"};

constexpr member_description counted_money_members[]{
    {"count", forms::number, "The number."},
    {"amount", forms::signed_amount, "The total amount."},
};
constexpr record_description money_record{
    .name = "CountedMoney",
    .sentence = "The number of transfers and their total.",
    .members = counted_money_members,
};
constexpr form counted{.type = json_type::record, .of = &money_record};

constexpr member_description classification_members[]{
    {"unclassified", counted, "Credits whose text names no link and no order.", optional},
    {"matched", counted, "Credits that completed a link or an order.", optional},
    {"overpaid", counted, "Credits that completed a link or an order with more than the expected amount.", optional},
    {"underpaid", counted, "Credits with less than the expected amount.", optional},
    {"duplicate", counted, "Credits for a link or order that was already completed.", optional},
    {"late", counted, "Credits for a link or order that was already closed.", optional},
    {"below_minimum", counted, "Credits below the smallest amount of a link.", optional},
};
constexpr record_description classification_record{
    .name = "CreditsByClassification",
    .sentence = "Credits by classification; those with no credits are omitted.",
    .members = classification_members,
};
static_assert(std::size(classification_members) == period_counts::credit_details);

constexpr member_description counted_credit_members[]{
    {"count", forms::number, "The number of recorded credits."},
    {"amount", forms::signed_amount, "Their total: money in."},
    {"by_classification", forms::record(classification_record), "These credits by classification."},
};
constexpr record_description credits_record{
    .name = "CountedCredits",
    .sentence = "The money that came in.",
    .members = counted_credit_members,
};

constexpr member_description counted_link_members[]{
    {"created", forms::number, "Created links."},
    {"completed", forms::number, "Links completed by a credit."},
    {"failed", forms::number, "Links that failed because their bank account was removed."},
    {"expired", forms::number, "Expired links."},
    {"cancelled", forms::number, "Cancelled links."},
};
constexpr record_description links_record{
    .name = "CountedLinks",
    .sentence = "Payment links by status, each counted in the hour of the change.",
    .members = counted_link_members,
};

constexpr member_description class_members[]{
    {"dns", forms::number, "The host name was not resolved.", optional},
    {"connect", forms::number, "The connection failed.", optional},
    {"tls", forms::number, "The TLS handshake failed.", optional},
    {"timeout", forms::number, "The request timed out.", optional},
    {"blocked_destination", forms::number, "The address is blocked.", optional},
    {"redirect_rejected", forms::number, "A redirect was rejected.", optional},
    {"http_4xx", forms::number, "The response was a 4xx.", optional},
    {"http_5xx", forms::number, "The response was a 5xx.", optional},
    {"reset", forms::number, "The connection was reset, or the outcome was lost.", optional},
};
constexpr record_description class_record{
    .name = "AttemptsByClass",
    .sentence = "Failed attempts by class; classes without any are omitted.",
    .members = class_members,
};
static_assert(std::size(class_members) + 1 == failure_class_count);

constexpr member_description counted_attempt_members[]{
    {"attempts", forms::number, "Attempts that started in the period and have ended."},
    {"delivered", forms::number, "Attempts that got a 2xx response."},
    {"by_class", forms::record(class_record), "The failed attempts by class."},
};
constexpr record_description attempts_record{
    .name = "CountedAttempts",
    .sentence = "Delivery attempts.",
    .members = counted_attempt_members,
};

constexpr member_description counted_callback_members[]{
    {"attempts", forms::number, "Attempts that started in the period and have ended."},
    {"delivered", forms::number, "Attempts that got a 2xx response."},
    {"by_class", forms::record(class_record), "The failed attempts by class."},
    {"told", forms::number,
     "Payments of the period whose callback has been delivered since, out of `payment_links.completed`."},
    {"p50_ms", waited_millis,
     "Median time from the credit to its delivered callback, accurate to about 10 %. `null`: there was none.", nullable,
     "340"},
    {"p95_ms", waited_millis, "95th percentile of these times.", nullable, "1350"},
};
constexpr record_description callbacks_record{
    .name = "CountedCallbacks",
    .sentence = "Delivery attempts for callbacks, and the time until delivery.",
    .members = counted_callback_members,
};

constexpr member_description period_members[]{
    {"start", forms::time, "When the period starts."},
    {"credits", forms::record(credits_record), "The money that came in."},
    {"debits", counted, "The money that went out."},
    {"payment_links", forms::record(links_record), "Payment links by status."},
    {"callbacks", forms::record(callbacks_record), "Callbacks."},
    {"webhooks", forms::record(attempts_record), "Deliveries to webhooks."},
    {"chats", forms::record(attempts_record), "Messages to chats."},
};
constexpr record_description period_record{
    .name = "StatisticsPeriod",
    .sentence = "A Workspace's statistics for one period.",
    .members = period_members,
};

constexpr member_description statistics_members[]{
    {"bucket", one_of_words<period_length>("day"), "The length of the periods."},
    {"from", forms::time, "When the first period starts."},
    {"to", forms::time, "When the last period ends."},
    {"total", forms::record(period_record), "The totals of all periods."},
    {"periods", forms::records(period_record), "The periods with any activity, oldest first."},
};

constexpr member_description heard_account_members[]{
    {"connected", forms::number, "Connected accounts."},
    {"silent", forms::number, "Connected accounts without bank data for 24 hours."},
    {"last_heard_at", forms::time, "When the newest transaction of any account was recorded; `null` without one.",
     nullable},
};
constexpr record_description accounts_record{
    .name = "HeardAccounts",
    .sentence = "Whether a Workspace's accounts are receiving bank data.",
    .members = heard_account_members,
};

constexpr member_description open_members[]{
    {"needs_attention", forms::number,
     "Transactions that need review and are not settled, as listed by the filter `attention=open`. Counted up to "
     "1,000."},
    {"merchants_not_told", forms::number,
     "Paid links whose callback has failed and was never delivered, and whose payment is not settled; among the "
     "newest 1,000 failed callbacks."},
    {"webhooks_not_told", forms::number,
     "Failed deliveries to webhooks and chats, for events of the last 7 days, except to webhooks that a person has "
     "disabled or deleted. Counted up to 1,000."},
    {"bank_accounts", forms::record(accounts_record), "The connected bank accounts."},
};

void append_money(std::string& out, const counted_money& money) {
  record_writer{out}.number("count", money.count).amount("amount", money.sum).close();
}

void append_credits(std::string& out, const period_counts& counts) {
  const auto all = counts.all_credits();
  record_writer record{out};
  record.number("count", all.count).amount("amount", all.sum);
  record_writer by_classification{record.member("by_classification")};
  for (std::size_t i = 0; i < counts.credits.size(); ++i)
    if (counts.credits[i].count != 0)
      append_money(by_classification.member(classification_members[i].name), counts.credits[i]);
  by_classification.close();
  record.close();
}

void append_counted_links(std::string& out, const period_counts& counts) {
  const auto of = [&](link_status status) { return counts.links[static_cast<std::size_t>(status)]; };
  record_writer{out}
      .number("created", of(link_status::pending))
      .number("completed", of(link_status::succeeded))
      .number("failed", of(link_status::failed))
      .number("expired", of(link_status::expired))
      .number("cancelled", of(link_status::cancelled))
      .close();
}

void add_attempts(record_writer& record, const attempt_counts& counts) {
  record.number("attempts", counts.all()).number("delivered", counts.acknowledged());
  record_writer by_class{record.member("by_class")};
  for (std::size_t i = 1; i < counts.by_class.size(); ++i)
    if (counts.by_class[i] != 0) by_class.number(to_text(static_cast<failure_class>(i)), counts.by_class[i]);
  by_class.close();
}

void append_counted_attempts(std::string& out, const attempt_counts& counts) {
  record_writer record{out};
  add_attempts(record, counts);
  record.close();
}

void add_percentile(record_writer& record, std::string_view name, const waiting_times& times, int percent) {
  if (const auto time = times.percentile(percent))
    record.number(name, time->count());
  else
    record.null(name);
}

void append_callbacks(std::string& out, const period_counts& counts) {
  record_writer record{out};
  add_attempts(record, counts.attempts[static_cast<std::size_t>(delivery_kind::link_callback)]);
  record.number("told", counts.told.count());
  add_percentile(record, "p50_ms", counts.told, 50);
  add_percentile(record, "p95_ms", counts.told, 95);
  record.close();
}

void append_period(std::string& out, const period_counts& counts) {
  record_writer record{out};
  record.time("start", counts.start);
  append_credits(record.member("credits"), counts);
  append_money(record.member("debits"), counts.debits);
  append_counted_links(record.member("payment_links"), counts);
  append_callbacks(record.member("callbacks"), counts);
  append_counted_attempts(record.member("webhooks"), counts.attempts[static_cast<std::size_t>(delivery_kind::webhook)]);
  append_counted_attempts(record.member("chats"), counts.attempts[static_cast<std::size_t>(delivery_kind::chat)]);
  record.close();
}

} // namespace

constexpr record_description statistics_record{
    .name = "Statistics",
    .sentence = "A Workspace's statistics by hour or day.",
    .members = statistics_members,
};

void append_statistics(std::string& out, const workspace_statistics& all) {
  period_counts total{.start = all.from};
  for (const auto& one : all.periods) total.add(one);
  record_writer record{out};
  record.text("bucket", to_text(all.length)).time("from", all.from).time("to", all.to);
  append_period(record.member("total"), total);
  record.member("periods") += list_of(all.periods, append_period);
  record.close();
}

constexpr record_description open_counts_record{
    .name = "OpenCounts",
    .sentence = "Items in a Workspace that need review.",
    .members = open_members,
};

void append_open_counts(std::string& out, const open_counts& open) {
  record_writer record{out};
  record.number("needs_attention", open.needs_attention)
      .number("merchants_not_told", open.merchants_not_told)
      .number("webhooks_not_told", open.webhooks_not_told);
  record_writer{record.member("bank_accounts")}
      .number("connected", open.accounts_connected)
      .number("silent", open.accounts_silent)
      .time("last_heard_at", open.last_heard_at)
      .close();
  record.close();
}

} // namespace paylink
