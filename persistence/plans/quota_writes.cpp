#include "persistence/plans/quota_writes.hpp"

#include "domain/values/json_string.hpp"

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

std::string text_of_counting(const counting_place& at) {
  std::string text;
  for (const auto row : {at.counted, at.sure, at.awaited, at.newest}) text += std::to_string(row) + " ";
  return text + at.moment;
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

} // namespace

quota_writes::quota_writes(soci::session& session, dialect spoken, mail_writes& mails)
    : mails_{mails}, history_{session}, writers_{session, spoken},
      newest_{session, "SELECT MAX(row) FROM transactions"},
      new_of_workspaces_{
          session, "SELECT (SELECT w.owner_id FROM workspaces w WHERE w.id = n.workspace_id), n.first_at, n.last_at, "
                   "(SELECT o.month FROM open_month o WHERE o.row = 1) FROM (SELECT workspace_id, "
                   "MIN(received_at) AS first_at, MAX(received_at) AS last_at FROM transactions WHERE row > :after AND "
                   "row <= :until GROUP BY workspace_id) n"},
      metered_{session, "SELECT COUNT(*) FROM usage WHERE owner_id = :owner AND month = :month AND transaction_row > "
                        ":after AND transaction_row <= :until"},
      add_{session, "INSERT INTO quota_counts (owner_id, month, counted) VALUES (:owner, :month, :counted) ON CONFLICT "
                    "(owner_id, month) DO UPDATE SET counted = quota_counts.counted + excluded.counted RETURNING "
                    "counted, told"},
      // One Workspace that wants it is enough.
      recipient_{session, "SELECT u.email, u.language, (SELECT COUNT(*) FROM workspaces w WHERE w.owner_id = u.id AND "
                          "w.deleted_at IS NULL AND (w.notices_off & :switch) = 0) FROM users u WHERE u.id = :id AND "
                          "u.status = 'active'"},
      set_told_{session, "UPDATE quota_counts SET told = :told WHERE owner_id = :owner AND month = :month"} {}

void quota_writes::tell(user_id owner, calendar_month month, std::int64_t transactions, int told, timestamp now) {
  const auto known = history_.find(owner);
  if (!known) return;
  const auto& held = highest_plan(history_.periods(owner, *known, now), month);
  const auto notice = notice_due(transactions, held.transactions, told);
  if (!notice) return;
  set_told_.run(std::int64_t{percent_of(*notice)}, owner.view(), month.text());
  if (!recipient_.first(std::int64_t{switch_of(*notice)}, owner.view())) return;
  const auto& [email, lang_text, wanting] = recipient_.out().fields;
  if (wanting.value == 0) return;
  const auto lang = parse_language(lang_text.view()).value_or(language::vi);
  mails_.store({.kind = std::string{to_text(*notice)},
                .recipient = email.value,
                .lang = lang,
                .content = notice_content(month, lang, transactions, held)},
               now);
}

// The last minutes of a month are counted in the next one: the month is that in which the usage stands, not the
// present.
void quota_writes::count(std::int64_t after, std::int64_t until, timestamp now) {
  std::set<std::pair<std::string, calendar_month>> found;
  new_of_workspaces_.each(
      [&](const auto& columns) {
        const auto& [owner, first, last, open] = columns.fields;
        const calendar_month end{from_millis(last.value)};
        for (calendar_month month{from_millis(first.value)}; month <= end; month = month.plus(1))
          found.emplace(owner.value, month);
        if (const auto month = calendar_month::parse(open.view())) found.emplace(owner.value, *month);
      },
      after, until);
  for (const auto& [owner, month] : found) {
    metered_.first(owner, month.text(), after, until);
    const auto transactions = metered_.column<0>().value;
    if (transactions == 0) continue;
    add_.first(owner, month.text(), transactions);
    tell(user_id::from_store(owner), month, add_.column<0>().value, static_cast<int>(add_.column<1>().value), now);
  }
}

chore_portion quota_writes::work(const std::string& progress, timestamp now) {
  auto at = read_counting(progress);
  if (at.counted == at.sure && (at.moment.empty() || writers_.are_gone(at.moment))) {
    newest_.first();
    at.sure = at.awaited;
    at.awaited = at.newest;
    at.newest = newest_.column<0>().or_zero();
    at.moment = writers_.moment();
  }
  const auto until = std::min(at.sure, at.counted + rows_per_count);
  if (until > at.counted) count(at.counted, until, now);
  at.counted = until;
  return {.is_done = at.counted == at.sure, .next_at = now + quota_interval, .progress = text_of_counting(at)};
}

} // namespace paylink
