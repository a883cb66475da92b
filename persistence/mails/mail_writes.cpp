#include "persistence/mails/mail_writes.hpp"

#include "domain/deliveries/notice.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

/// Within this time a mail has been sent, or the process is gone.
constexpr std::chrono::minutes claim_length{15};

std::string claim_sql(dialect spoken) {
  return "UPDATE mails SET next_at = :until, tries = tries + 1 WHERE " +
         is_picked(spoken, "SELECT row FROM mails WHERE next_at <= :now ORDER BY next_at LIMIT :limit" +
                               std::string{pick_rows(spoken)}) +
         " RETURNING row, tries, kind, recipient, language, sealed, digest, content, created_at";
}

} // namespace

mail_writes::mail_writes(soci::session& session, dialect spoken)
    : insert_{session, "INSERT INTO mails (kind, recipient, language, sealed, digest, content, created_at, next_at) "
                       "VALUES (:kind, :recipient, :language, :sealed, :digest, :content, :created_at, :next_at)"},
      claim_{session, claim_sql(spoken)}, next_due_{session, "SELECT MIN(next_at) FROM mails"},
      find_{session, "SELECT created_at, tries FROM mails WHERE row = :row" + std::string{lock_row(spoken)}},
      put_off_{session, "UPDATE mails SET next_at = :next_at WHERE row = :row"},
      remove_{session, "DELETE FROM mails WHERE row = :row"} {}

void mail_writes::store(const personal_mail& mail, timestamp now) {
  insert_.run(mail.kind, mail.recipient, to_text(mail.lang), mail.sealed, mail.digest, mail.content, to_millis(now),
              to_millis(now));
}

result<claimed_mails> mail_writes::carry_out(const claim_mails& command, const moment& when) {
  claimed_mails claimed;
  claim_.each(
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
      to_millis(when.now + claim_length), to_millis(when.now), std::int64_t{command.limit});
  if (next_due_.first() && !next_due_.column<0>().is_null())
    claimed.next_due = from_millis(next_due_.column<0>().value);
  return claimed;
}

result<no_reply> mail_writes::carry_out(const settle_mail& command, const moment& when) {
  if (!find_.first(command.row)) return errc::conflict;
  const auto [created_at, tries] = find_.out().fields;
  if (tries.value != command.tries) return errc::conflict;
  const auto wait =
      command.is_done ? std::nullopt : wait_after_try(command.tries, when.now - from_millis(created_at.value));
  if (wait) {
    put_off_.run(to_millis(when.now + *wait), command.row);
    return no_reply{};
  }
  if (!command.is_done) log::error("mail.abandoned", {{"mail", command.row}, {"tries", command.tries}});
  remove_.run(command.row);
  return no_reply{};
}

} // namespace paylink
