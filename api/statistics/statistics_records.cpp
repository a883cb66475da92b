#include "api/statistics/statistics_records.hpp"

#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form waited_millis{.type = json_type::whole_number, .least = 0, .example = "340"};

constexpr auto counted_money_members = members_of<counted_money>({
    {"count", forms::number, get<&counted_money::count>, "The number."},
    {"amount", forms::signed_amount, get<&counted_money::sum>, "The total amount."},
});
constexpr written_record<counted_money> money_record{"CountedMoney", "The number of transfers and their total.",
                                                     counted_money_members};
template <std::size_t Detail>
constexpr auto credited =
    [](const period_counts& of) { return of.credits[Detail].count != 0 ? &of.credits[Detail] : nullptr; };

constexpr auto classification_members = members_of<period_counts>({
    {"unclassified", money_record, credited<0>, "Credits whose text names no link and no order.", optional},
    {"matched", money_record, credited<1>, "Credits that completed a link or an order.", optional},
    {"overpaid", money_record, credited<2>,
     "Credits that completed a link or an order with more than the expected amount.", optional},
    {"underpaid", money_record, credited<3>, "Credits with less than the expected amount.", optional},
    {"duplicate", money_record, credited<4>, "Credits for a link or order that was already completed.", optional},
    {"late", money_record, credited<5>, "Credits for a link or order that was already closed.", optional},
    {"below_minimum", money_record, credited<6>, "Credits below the smallest amount of a link.", optional},
});
constexpr written_record<period_counts> classification_record{
    "CreditsByClassification", "Credits by classification; those with no credits are omitted.", classification_members};
static_assert(classification_members.described.size() == period_counts::credit_details);

constexpr auto counted_credit_members = members_of<period_counts>({
    {"count", forms::number, [](auto& of) { return of.all_credits().count; }, "The number of recorded credits."},
    {"amount", forms::signed_amount, [](auto& of) { return of.all_credits().sum; }, "Their total: money in."},
    {"by_classification", classification_record, itself, "These credits by classification."},
});
constexpr written_record<period_counts> credits_record{"CountedCredits", "The money that came in.",
                                                       counted_credit_members};

template <link_status Status>
constexpr auto became = [](const period_counts& of) { return of.links[static_cast<std::size_t>(Status)]; };

constexpr auto counted_link_members = members_of<period_counts>({
    {"created", forms::number, became<link_status::pending>, "Created links."},
    {"completed", forms::number, became<link_status::succeeded>, "Links completed by a credit."},
    {"failed", forms::number, became<link_status::failed>, "Links that failed because their bank account was removed."},
    {"expired", forms::number, became<link_status::expired>, "Expired links."},
    {"cancelled", forms::number, became<link_status::cancelled>, "Cancelled links."},
});
constexpr written_record<period_counts> links_record{
    "CountedLinks", "Payment links by status, each counted in the hour of the change.", counted_link_members};

template <failure_class Class>
constexpr auto failed_by = [](const attempt_counts& of) {
  const auto count = of.by_class[static_cast<std::size_t>(Class)];
  return count != 0 ? std::optional{count} : std::nullopt;
};

constexpr auto class_members = members_of<attempt_counts>({
    {"dns", forms::number, failed_by<failure_class::dns>, "The host name was not resolved.", optional},
    {"connect", forms::number, failed_by<failure_class::connect>, "The connection failed.", optional},
    {"tls", forms::number, failed_by<failure_class::tls>, "The TLS handshake failed.", optional},
    {"timeout", forms::number, failed_by<failure_class::timeout>, "The request timed out.", optional},
    {"blocked_destination", forms::number, failed_by<failure_class::blocked_destination>, "The address is blocked.",
     optional},
    {"redirect_rejected", forms::number, failed_by<failure_class::redirect_rejected>, "A redirect was rejected.",
     optional},
    {"http_4xx", forms::number, failed_by<failure_class::http_4xx>, "The response was a 4xx.", optional},
    {"http_5xx", forms::number, failed_by<failure_class::http_5xx>, "The response was a 5xx.", optional},
    {"reset", forms::number, failed_by<failure_class::reset>, "The connection was reset, or the outcome was lost.",
     optional},
});
constexpr written_record<attempt_counts> class_record{
    "AttemptsByClass", "Failed attempts by class; classes without any are omitted.", class_members};
static_assert(class_members.described.size() + 1 == failure_class_count);

constexpr auto counted_attempt_members = members_of<attempt_counts>({
    {"attempts", forms::number, get<&attempt_counts::all>, "Attempts that started in the period and have ended."},
    {"delivered", forms::number, get<&attempt_counts::acknowledged>, "Attempts that got a 2xx response."},
    {"by_class", class_record, itself, "The failed attempts by class."},
});
constexpr written_record<attempt_counts> attempts_record{"CountedAttempts", "Delivery attempts.",
                                                         counted_attempt_members};

template <delivery_kind Kind>
constexpr auto attempts_for =
    [](const period_counts& of) -> const attempt_counts& { return of.attempts[static_cast<std::size_t>(Kind)]; };
constexpr auto callbacks_of = attempts_for<delivery_kind::link_callback>;

constexpr auto counted_callback_members = members_of<period_counts>({
    {"attempts", forms::number, [](auto& of) { return callbacks_of(of).all(); },
     "Attempts that started in the period and have ended."},
    {"delivered", forms::number, [](auto& of) { return callbacks_of(of).acknowledged(); },
     "Attempts that got a 2xx response."},
    {"by_class", class_record, callbacks_of, "The failed attempts by class."},
    {"notified", forms::number, [](auto& of) { return of.notified.count(); },
     "Payments of the period whose callback has been delivered since, out of `payment_links.completed`."},
    {"p50_ms", waited_millis, [](auto& of) { return of.notified.percentile(50); },
     "Median time from the credit to its delivered callback, accurate to about 10 %. `null`: there was none.", nullable,
     "340"},
    {"p95_ms", waited_millis, [](auto& of) { return of.notified.percentile(95); }, "95th percentile of these times.",
     nullable, "1350"},
});
constexpr written_record<period_counts> callbacks_record{
    "CountedCallbacks", "Delivery attempts for callbacks, and the time until delivery.", counted_callback_members};

constexpr auto period_members = members_of<period_counts>({
    {"start", forms::time, get<&period_counts::start>, "When the period starts."},
    {"credits", credits_record, itself, "The money that came in."},
    {"debits", money_record, get<&period_counts::debits>, "The money that went out."},
    {"payment_links", links_record, itself, "Payment links by status."},
    {"callbacks", callbacks_record, itself, "Callbacks."},
    {"webhooks", attempts_record, attempts_for<delivery_kind::webhook>, "Deliveries to webhooks."},
    {"chats", attempts_record, attempts_for<delivery_kind::telegram>, "Messages to chats."},
});
constexpr written_record<period_counts> period_record{"StatisticsPeriod", "A Workspace's statistics for one period.",
                                                      period_members};

period_counts total_of(const workspace_statistics& all) {
  period_counts total{.start = all.from};
  for (const auto& one : all.periods) total.add(one);
  return total;
}

constexpr auto statistics_members = members_of<workspace_statistics>({
    {"bucket", one_of_words<period_length>("day"), get<&workspace_statistics::length>, "The length of the periods."},
    {"from", forms::time, get<&workspace_statistics::from>, "When the first period starts."},
    {"to", forms::time, get<&workspace_statistics::to>, "When the last period ends."},
    {"total", period_record, [](auto& of) { return total_of(of); }, "The totals of all periods."},
    {"periods", period_record, get<&workspace_statistics::periods>, "The periods with any activity, oldest first."},
});

constexpr auto heard_account_members = members_of<open_counts>({
    {"connected", forms::number, get<&open_counts::accounts_connected>, "Connected accounts."},
    {"silent", forms::number, get<&open_counts::accounts_silent>, "Connected accounts without bank data for 24 hours."},
    {"last_heard_at", forms::time, get<&open_counts::last_heard_at>,
     "When the newest transaction of any account was recorded; `null` without one.", nullable},
});
constexpr written_record<open_counts> accounts_record{
    "HeardAccounts", "Whether a Workspace's accounts are receiving bank data.", heard_account_members};

constexpr auto open_members = members_of<open_counts>({
    {"needs_attention", forms::number, get<&open_counts::needs_attention>,
     "Transactions that need review and are not settled, as listed by the filter `attention=open`. Counted up to "
     "1,000."},
    {"merchants_not_notified", forms::number, get<&open_counts::merchants_not_notified>,
     "Paid links whose callback has failed and was never delivered, and whose payment is not settled; among the "
     "newest 1,000 failed callbacks."},
    {"webhooks_not_notified", forms::number, get<&open_counts::webhooks_not_notified>,
     "Failed deliveries to webhooks and chats, for events of the last 7 days, except to webhooks that a person has "
     "disabled or deleted. Counted up to 1,000."},
    {"bank_accounts", accounts_record, itself, "The connected bank accounts."},
});

} // namespace

constexpr written_record<workspace_statistics> statistics_record{
    "Statistics", "A Workspace's statistics by hour or day.", statistics_members};

constexpr written_record<open_counts> open_counts_record{"OpenCounts", "Items in a Workspace that need review.",
                                                         open_members};

} // namespace paylink
