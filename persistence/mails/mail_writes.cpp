#include "persistence/mails/mail_writes.hpp"

#include "domain/deliveries/notice.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"

namespace paylink {
namespace {

/// Within this time a mail has been sent, or the process is gone.
constexpr std::chrono::minutes mail_claim_length{15};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number)>
    insert_mail_sql{"INSERT INTO mails (kind, recipient, language, sealed, digest, content, created_at, next_at) "
                    "VALUES (:kind, :recipient, :language, :sealed, :digest, :content, :created_at, :next_at)"};

const sql_statement<sql_row<sql_number, sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text,
                            sql_number>(sql_number, sql_number, sql_number)>
    claim_mails_sql{[](dialect spoken) {
      return "UPDATE mails SET next_at = :until, tries = tries + 1 WHERE " +
             is_picked(spoken, "SELECT row FROM mails WHERE next_at <= :now ORDER BY next_at LIMIT :limit" +
                                   std::string{pick_rows(spoken)}) +
             " RETURNING row, tries, kind, recipient, language, sealed, digest, content, created_at";
    }};

const sql_statement<sql_row<sql_number>()> next_due_mail_sql{"SELECT MIN(next_at) FROM mails"};

const sql_statement<sql_row<sql_number, sql_number>(sql_number)> find_claimed_mail_sql{[](dialect spoken) {
  return "SELECT created_at, tries FROM mails WHERE row = :row" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_number, sql_number)> put_off_mail_sql{
    "UPDATE mails SET next_at = :next_at WHERE row = :row"};

const sql_statement<void(sql_number)> remove_mail_sql{"DELETE FROM mails WHERE row = :row"};

} // namespace

void mail_writes::store(const personal_mail& mail, timestamp now) {
  db_[insert_mail_sql].run(mail.kind, mail.recipient, to_text(mail.lang), mail.sealed, mail.digest, mail.content,
                           to_millis(now), to_millis(now));
}

result<claimed_mails> carry_out(writing& at, const claim_mails& command) {
  claimed_mails claimed;
  at.db[claim_mails_sql].each(
      [&](const auto& columns) {
        const auto& [row, tries, kind, recipient, lang, sealed, digest, content, created_at] = columns.fields;
        claimed.mails.push_back({.row = row.value,
                                 .tries = static_cast<int>(tries.value),
                                 .kind = kind.value,
                                 .recipient = recipient.value,
                                 .lang = parse_language(lang.view()).value_or(language::vi),
                                 .sealed = sealed.value,
                                 .digest = digest.value,
                                 .content = content.value,
                                 .created_at = from_millis(created_at.value)});
      },
      to_millis(at.when.now + mail_claim_length), to_millis(at.when.now), std::int64_t{command.limit});
  auto& next_due = at.db[next_due_mail_sql];
  if (next_due.first() && !next_due.column<0>().is_null()) claimed.next_due = from_millis(next_due.column<0>().value);
  return claimed;
}

result<no_reply> carry_out(writing& at, const settle_mail& command) {
  auto& found = at.db[find_claimed_mail_sql];
  if (!found.first(command.row)) return errc::conflict;
  const auto [created_at, tries] = found.out().fields;
  if (tries.value != command.tries) return errc::conflict;
  const auto wait =
      command.is_done ? std::nullopt : wait_after_try(command.tries, at.when.now - from_millis(created_at.value));
  if (wait) {
    at.db[put_off_mail_sql].run(to_millis(at.when.now + *wait), command.row);
    return no_reply{};
  }
  if (!command.is_done) log::error("mail.abandoned", {{"mail", command.row}, {"tries", command.tries}});
  at.db[remove_mail_sql].run(command.row);
  return no_reply{};
}

} // namespace paylink
