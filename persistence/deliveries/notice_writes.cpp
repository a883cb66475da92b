#include "domain/identity/workspace.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// Within this time every recipient has been tried, or the process is gone.
constexpr std::chrono::minutes notice_claim_length{15};

struct notice_row {
  number_column<"row"> row;
  number_column<"tries"> tries;
  text_column<"workspace_id"> workspace;
  number_column<"kind"> kind;
  text_column<"endpoint"> endpoint;
  number_column<"failures"> failures;
  number_column<"began_at"> began_at;
  number_column<"last_failed_at"> last_failed_at;
  number_column<"failed_by"> failed_by;
  number_column<"status_code"> status_code;
  text_column<"link_id"> link;
  number_column<"is_failing"> is_failing;
  number_column<"created_at"> created_at;

  notice read() const;
};

const sql_statement<notice_row(sql_number, sql_number, sql_number)> claim_notices_sql{[](dialect spoken) {
  return "UPDATE notices SET next_at = :until, tries = tries + 1 WHERE " +
         is_picked(spoken, "SELECT row FROM notices WHERE next_at <= :now ORDER BY next_at LIMIT :limit" +
                               std::string{pick_rows(spoken)}) +
         " RETURNING " + sql_columns<notice_row>();
}};

// The current recipients: no former members, and none if the Workspace has turned this kind off.
const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_text>(sql_text)> notice_recipients_sql{
    [](dialect spoken) {
      return "SELECT n.row, w.name, w.language, u.id, u.email FROM notices n JOIN workspaces w ON w.id = "
             "n.workspace_id JOIN memberships m ON m.workspace_id = w.id AND m.status = 'active' AND m.role IN "
             "('owner', 'admin') JOIN users u ON u.id = m.user_id AND u.status = 'active' WHERE n.row" +
             std::string{is_among_numbers(spoken)} +
             " AND (w.notices_off & (1 << n.kind)) = 0 AND NOT EXISTS (SELECT 1 FROM notified_users t WHERE "
             "t.notice_row "
             "= n.row AND t.user_id = u.id) ORDER BY n.row, u.row";
    }};

const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_text>(sql_text)> noticed_webhooks_sql{
    [](dialect spoken) {
      return "SELECT n.row, h.id, h.name, h.url, h.chat_id FROM notices n JOIN webhooks h ON h.id = n.endpoint AND "
             "h.workspace_id = n.workspace_id WHERE n.row" +
             std::string{is_among_numbers(spoken)};
    }};

const sql_statement<sql_row<sql_number>()> next_due_notice_sql{"SELECT MIN(next_at) FROM notices"};

const sql_statement<sql_row<sql_number, sql_number>(sql_number)> find_claimed_notice_sql{[](dialect spoken) {
  return "SELECT created_at, tries FROM notices WHERE row = :row" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_text, sql_number)> note_notified_users_sql{[](dialect spoken) {
  return "INSERT INTO notified_users (notice_row, user_id) SELECT n.row, noted.id FROM (SELECT id FROM users WHERE id "
         "IN (" +
         std::string{texts_of_json(spoken)} +
         ")) noted JOIN notices n ON n.row = :row WHERE n.row > 0 ON CONFLICT DO NOTHING";
}};

const sql_statement<void(sql_number, sql_number)> put_off_notice_sql{
    "UPDATE notices SET next_at = :next_at WHERE row = :row"};

const sql_statement<void(sql_text)> forget_notified_users_sql{[](dialect spoken) {
  return "DELETE FROM notified_users WHERE notice_row" + std::string{is_among_numbers(spoken)};
}};

const sql_statement<void(sql_text)> remove_notices_sql{
    [](dialect spoken) { return "DELETE FROM notices WHERE row" + std::string{is_among_numbers(spoken)}; }};

notice notice_row::read() const {
  notice one;
  one.row = row.value;
  one.tries = static_cast<int>(tries.value);
  one.workspace = workspace_id::from_store(workspace.view());
  one.kind = static_cast<notice_kind>(kind.value);
  one.endpoint = endpoint.value;
  one.failures = failures.value;
  one.began_at = from_millis(began_at.value);
  one.last = {from_millis(last_failed_at.value), static_cast<failure_class>(failed_by.value),
              static_cast<int>(status_code.value), payment_link_id::from_store(link.view())};
  one.is_failing = is_failing.value != 0;
  one.created_at = from_millis(created_at.value);
  return one;
}

void remove_notices(connection& db, const std::vector<std::int64_t>& rows) {
  if (rows.empty()) return;
  db[forget_notified_users_sql].run(to_json(rows));
  db[remove_notices_sql].run(to_json(rows));
}

/// What webhooks are called and where they are now.
void find_noticed_webhooks(connection& db, std::vector<notice>& of) {
  std::vector<std::int64_t> rows;
  for (const auto& one : of)
    if (webhook_id::parse(one.endpoint)) rows.push_back(one.row);
  if (rows.empty()) return;
  db[noticed_webhooks_sql].each(
      [&](const auto& columns) {
        const auto& [row_of, id, name, url, chat] = columns.fields;
        auto& about = *std::ranges::find(of, row_of.value, &notice::row);
        about.webhook = noticed_webhook{webhook_id::from_store(id.view()), name.value, url.value, chat.value};
      },
      to_json(rows));
}

/// Removes the notices that have none.
void find_recipients(connection& db, std::vector<notice>& of) {
  std::vector<std::int64_t> rows;
  rows.reserve(of.size());
  for (const auto& one : of) rows.push_back(one.row);
  db[notice_recipients_sql].each(
      [&](const auto& columns) {
        const auto& [row_of, name, lang, user, address] = columns.fields;
        auto& about = *std::ranges::find(of, row_of.value, &notice::row);
        about.workspace_name = name.value;
        about.lang = parse_language(lang.view()).value_or(language::vi);
        about.recipients.push_back({user_id::from_store(user.view()), address.value});
      },
      to_json(rows));
  rows.clear();
  for (const auto& one : of)
    if (one.recipients.empty()) {
      log::info("notice.no_recipients", {{"workspace", one.workspace.view()}, {"kind", to_text(one.kind)}});
      rows.push_back(one.row);
    }
  std::erase_if(of, [](const notice& one) { return one.recipients.empty(); });
  remove_notices(db, rows);
}

} // namespace

result<claimed_notices> carry_out(writing& at, const claim_notices& command) {
  at.endpoints.settle_hours(at.when.now);
  claimed_notices claimed;
  at.db[claim_notices_sql].each([&](const notice_row& columns) { claimed.notices.push_back(columns.read()); },
                                to_millis(at.when.now + notice_claim_length), to_millis(at.when.now),
                                std::int64_t{command.limit});
  if (!claimed.notices.empty()) {
    find_noticed_webhooks(at.db, claimed.notices);
    find_recipients(at.db, claimed.notices);
  }
  auto& next_due = at.db[next_due_notice_sql];
  if (next_due.first() && !next_due.column<0>().is_null()) claimed.next_due = from_millis(next_due.column<0>().value);
  return claimed;
}

result<no_reply> carry_out(writing& at, const settle_notice& command) {
  auto& found = at.db[find_claimed_notice_sql];
  if (!found.first(command.row)) return errc::conflict;
  const auto [created_at, tries] = found.out().fields;
  std::vector<std::string> notified;
  notified.reserve(command.settled.size());
  for (const auto& user : command.settled) notified.push_back(user.text());
  // Another claim may own the notice by now; the mails sent are recorded anyway.
  if (!notified.empty()) at.db[note_notified_users_sql].run(to_json(notified), command.row);
  if (tries.value != command.tries) return errc::conflict;
  if (command.is_done) {
    remove_notices(at.db, {command.row});
    return no_reply{};
  }
  const auto wait = wait_after_try(command.tries, at.when.now - from_millis(created_at.value));
  if (wait) {
    at.db[put_off_notice_sql].run(to_millis(at.when.now + *wait), command.row);
    return no_reply{};
  }
  log::error("mail.abandoned", {{"notice", command.row}, {"tries", command.tries}});
  remove_notices(at.db, {command.row});
  return no_reply{};
}

} // namespace paylink
