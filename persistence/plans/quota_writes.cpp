#include "domain/plans/quota_notice.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/plans/open_writers.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/plans/plan_scheduled_jobs.hpp"

#include <set>
#include <sstream>

namespace paylink {
namespace {

constexpr std::chrono::minutes quota_interval{1};
constexpr std::int64_t rows_per_count = 1'000;

/// Rows of transactions. Several nodes write at once, so that a row can appear below one that was seen already: `sure`
/// is the row up to which none can. `awaited` was the newest before the transaction whose number is `moment`; once all
/// that were open then are over, it is sure.
struct counting_place {
  std::int64_t counted = 0, sure = 0, awaited = 0, newest = 0;
  std::string moment;
};

counting_place read_counting(const std::string& progress) {
  counting_place read;
  std::istringstream{progress} >> read.counted >> read.sure >> read.awaited >> read.newest >> read.moment;
  return read;
}

std::string text_of_counting(const counting_place& place) {
  std::string text;
  for (const auto row : {place.counted, place.sure, place.awaited, place.newest}) text += std::to_string(row) + " ";
  return text + place.moment;
}

std::string notice_content(calendar_month month, language lang, std::int64_t transactions, const plan& held) {
  std::string text = "{";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (text.size() > 1) text += ',';
    append_json_string(text, name);
    text += ':';
    append_json_string(text, value);
  };
  add("month", month.title(lang));
  add("plan", held.name);
  add("quota", std::to_string(held.transactions));
  add("transactions", std::to_string(transactions));
  add("overage", format_money(held.overage, lang));
  return text + '}';
}

const sql_statement<sql_row<sql_number>()> newest_transaction_sql{"SELECT MAX(row) FROM transactions"};

const sql_statement<sql_row<sql_text, sql_number, sql_number, sql_text>(sql_number, sql_number)>
    list_new_transactions_sql{
        "SELECT (SELECT w.owner_id FROM workspaces w WHERE w.id = n.workspace_id), n.first_at, n.last_at, (SELECT "
        "o.month FROM open_month o WHERE o.row = 1) FROM (SELECT workspace_id, MIN(received_at) AS first_at, "
        "MAX(received_at) AS last_at FROM transactions WHERE row > :after AND row <= :until GROUP BY workspace_id) n"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_number, sql_number)> count_metered_sql{
    "SELECT COUNT(*) FROM usage WHERE owner_id = :owner AND month = :month AND transaction_row > :after AND "
    "transaction_row <= :until"};

const sql_statement<sql_row<sql_number, sql_number>(sql_text, sql_text, sql_number)> add_to_quota_sql{
    "INSERT INTO quota_counts (owner_id, month, counted) VALUES (:owner, :month, :counted) ON CONFLICT (owner_id, "
    "month) DO UPDATE SET counted = quota_counts.counted + excluded.counted RETURNING counted, noticed"};

// One Workspace that wants it is enough.
const sql_statement<sql_row<sql_text, sql_text, sql_number>(sql_number, sql_text)> find_quota_recipient_sql{
    "SELECT u.email, u.language, (SELECT COUNT(*) FROM workspaces w WHERE w.owner_id = u.id AND w.deleted_at IS NULL "
    "AND (w.notices_off & :switch) = 0) FROM users u WHERE u.id = :id AND u.status = 'active'"};

const sql_statement<void(sql_number, sql_text, sql_text)> note_quota_notice_sql{
    "UPDATE quota_counts SET noticed = :noticed WHERE owner_id = :owner AND month = :month"};

void send_quota_notice(writing& at, user_id owner, calendar_month month, std::int64_t transactions, int noticed) {
  const auto known = find_account_plan(at.db, owner);
  if (!known) return;
  const auto& held = highest_plan(list_plan_periods(at.db, owner, *known, at.when.now), month);
  const auto notice = notice_due(transactions, held.transactions, noticed);
  if (!notice) return;
  at.db[note_quota_notice_sql].run(std::int64_t{percent_of(*notice)}, owner.view(), month.text());
  auto& recipient = at.db[find_quota_recipient_sql];
  if (!recipient.first(std::int64_t{switch_of(*notice)}, owner.view())) return;
  const auto& [email, lang_text, wanting] = recipient.out().fields;
  if (wanting.value == 0) return;
  const auto lang = parse_language(lang_text.view()).value_or(language::vi);
  at.mails.store({.kind = std::string{to_text(*notice)},
                  .recipient = email.value,
                  .lang = lang,
                  .content = notice_content(month, lang, transactions, held)},
                 at.when.now);
}

/// A range of rows, for each owner and month in which they are metered. The last minutes of a month are counted in the
/// next one: the month is that in which the usage stands, not the present.
void count_for_quotas(writing& at, std::int64_t after, std::int64_t until) {
  std::set<std::pair<std::string, calendar_month>> found;
  at.db[list_new_transactions_sql].each(
      [&](const auto& columns) {
        const auto& [owner, first, last, open] = columns.fields;
        const calendar_month end{from_millis(last.value)};
        for (calendar_month month{from_millis(first.value)}; month <= end; month = month.plus(1))
          found.emplace(owner.value, month);
        if (const auto month = calendar_month::parse(open.view())) found.emplace(owner.value, *month);
      },
      after, until);
  for (const auto& [owner, month] : found) {
    auto& metered = at.db[count_metered_sql];
    metered.first(owner, month.text(), after, until);
    const auto transactions = metered.column<0>().value;
    if (transactions == 0) continue;
    auto& added = at.db[add_to_quota_sql];
    added.first(owner, month.text(), transactions);
    send_quota_notice(at, user_id::from_store(owner), month, added.column<0>().value,
                      static_cast<int>(added.column<1>().value));
  }
}

} // namespace

scheduled_job_portion count_next_usage(writing& at, const std::string& progress) {
  auto place = read_counting(progress);
  if (place.counted == place.sure && (place.moment.empty() || are_writers_gone(at.db, place.moment))) {
    auto& newest = at.db[newest_transaction_sql];
    newest.first();
    place.sure = place.awaited;
    place.awaited = place.newest;
    place.newest = newest.column<0>().or_zero();
    place.moment = number_of_transaction(at.db);
  }
  const auto until = std::min(place.sure, place.counted + rows_per_count);
  if (until > place.counted) count_for_quotas(at, place.counted, until);
  place.counted = until;
  return {.is_done = place.counted == place.sure,
          .next_at = at.when.now + quota_interval,
          .progress = text_of_counting(place)};
}

} // namespace paylink
