#include "persistence/deliveries/notice_writes.hpp"

#include "domain/identity/workspace.hpp"
#include "logging/log.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

/// Within this time every recipient has been tried, or the process is gone.
constexpr std::chrono::minutes claim_length{15};

std::string claim_sql(dialect spoken, std::string_view names) {
  return "UPDATE notices SET next_at = :until, tries = tries + 1 WHERE " +
         is_picked(spoken, "SELECT row FROM notices WHERE next_at <= :now ORDER BY next_at LIMIT :limit" +
                               std::string{pick_rows(spoken)}) +
         " RETURNING " + std::string{names};
}

// The current recipients: no former members, and none if the Workspace has turned this kind off.
std::string recipients_sql(dialect spoken) {
  return "SELECT n.row, w.name, w.language, u.id, u.email FROM notices n JOIN workspaces w ON w.id = n.workspace_id "
         "JOIN memberships m ON m.workspace_id = w.id AND m.status = 'active' AND m.role IN ('owner', 'admin') JOIN "
         "users u ON u.id = m.user_id AND u.status = 'active' WHERE n.row" +
         std::string{is_among_numbers(spoken)} +
         " AND (w.notices_off & (1 << n.kind)) = 0 AND NOT EXISTS (SELECT 1 FROM told_users t WHERE t.notice_row = "
         "n.row AND t.user_id = u.id) ORDER BY n.row, u.row";
}

std::string webhooks_sql(dialect spoken) {
  return "SELECT n.row, h.id, h.name, h.url, h.chat_id FROM notices n JOIN webhooks h ON h.id = n.endpoint AND "
         "h.workspace_id = n.workspace_id WHERE n.row" +
         std::string{is_among_numbers(spoken)};
}

std::string note_told_sql(dialect spoken) {
  return "INSERT INTO told_users (notice_row, user_id) SELECT n.row, told.id FROM (SELECT id FROM users WHERE id IN (" +
         std::string{texts_of_json(spoken)} +
         ")) told JOIN notices n ON n.row = :row WHERE n.row > 0 ON CONFLICT DO "
         "NOTHING";
}

} // namespace

notice notice_writes::notice_columns::read() const {
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

notice_writes::notice_writes(soci::session& session, dialect spoken, endpoint_watch& endpoints)
    : endpoints_{endpoints}, claim_{session, claim_sql(spoken, notice_columns::names)},
      recipients_{session, recipients_sql(spoken)}, webhooks_{session, webhooks_sql(spoken)},
      next_due_{session, "SELECT MIN(next_at) FROM notices"},
      find_{session, "SELECT created_at, tries FROM notices WHERE row = :row" + std::string{lock_row(spoken)}},
      note_told_{session, note_told_sql(spoken)},
      put_off_{session, "UPDATE notices SET next_at = :next_at WHERE row = :row"},
      remove_told_{session, "DELETE FROM told_users WHERE notice_row" + std::string{is_among_numbers(spoken)}},
      remove_{session, "DELETE FROM notices WHERE row" + std::string{is_among_numbers(spoken)}} {}

result<claimed_notices> notice_writes::carry_out(const claim_notices& command, const moment& when) {
  endpoints_.settle_hours(when.now);
  claimed_notices claimed;
  claim_.each([&](const notice_columns& columns) { claimed.notices.push_back(columns.read()); },
              to_millis(when.now + claim_length), to_millis(when.now), std::int64_t{command.limit});
  if (!claimed.notices.empty()) {
    find_webhooks(claimed.notices);
    find_recipients(claimed.notices);
  }
  if (next_due_.first() && !next_due_.column<0>().is_null())
    claimed.next_due = from_millis(next_due_.column<0>().value);
  return claimed;
}

void notice_writes::find_webhooks(std::vector<notice>& of) {
  std::vector<std::int64_t> rows;
  for (const auto& one : of)
    if (webhook_id::parse(one.endpoint)) rows.push_back(one.row);
  if (rows.empty()) return;
  webhooks_.each(
      [&](const auto& columns) {
        const auto& [row_of, id, name, url, chat] = columns.fields;
        auto& about = *std::ranges::find(of, row_of.value, &notice::row);
        about.webhook = noticed_webhook{webhook_id::from_store(id.view()), name.value, url.value, chat.value};
      },
      to_json(rows));
}

void notice_writes::find_recipients(std::vector<notice>& of) {
  std::vector<std::int64_t> rows;
  rows.reserve(of.size());
  for (const auto& one : of) rows.push_back(one.row);
  recipients_.each(
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
  remove(rows);
}

result<no_reply> notice_writes::carry_out(const settle_notice& command, const moment& when) {
  if (!find_.first(command.row)) return errc::conflict;
  const auto [created_at, tries] = find_.out().fields;
  std::vector<std::string> told;
  told.reserve(command.settled.size());
  for (const auto& user : command.settled) told.push_back(user.text());
  // Another claim may own the notice by now; the mails sent are recorded anyway.
  if (!told.empty()) note_told_.run(to_json(told), command.row);
  if (tries.value != command.tries) return errc::conflict;
  if (command.is_done) {
    remove({command.row});
    return no_reply{};
  }
  const auto wait = wait_after_try(command.tries, when.now - from_millis(created_at.value));
  if (wait) {
    put_off_.run(to_millis(when.now + *wait), command.row);
    return no_reply{};
  }
  log::error("mail.abandoned", {{"notice", command.row}, {"tries", command.tries}});
  remove({command.row});
  return no_reply{};
}

void notice_writes::remove(const std::vector<std::int64_t>& rows) {
  if (rows.empty()) return;
  remove_told_.run(to_json(rows));
  remove_.run(to_json(rows));
}

} // namespace paylink
