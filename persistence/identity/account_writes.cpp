#include "persistence/identity/account_writes.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {

namespace {

constexpr std::string_view first_plan = "Free";

/// Strangers can ask for recoveries as often as they like: an account is mailed one in this time, and its link stays.
constexpr std::chrono::minutes recovery_mailed_every{5};

/// What the audit log tells of an account.
std::string described(std::string_view name, language lang) {
  std::string text = R"({"name":)";
  append_json_string(text, name);
  text.append(R"(,"locale":")").append(to_text(lang)).append("\"}");
  return text;
}

/// Of an address, or those of them that `more` leaves. One that another transaction confirms is not waited for: the
/// address can have one account.
std::string drop_sign_ups_sql(dialect spoken, const std::string& more = {}) {
  return "DELETE FROM sign_ups WHERE " +
         is_picked(spoken, "SELECT row FROM sign_ups WHERE lower(email) = lower(:email)" + more +
                               std::string{pick_rows(spoken)});
}

/// One sign-up adds one: there are hardly ever two too many.
std::string drop_older_sign_ups_sql(dialect spoken) {
  return drop_sign_ups_sql(spoken, " ORDER BY created_at DESC, row DESC LIMIT 20 OFFSET " +
                                       std::to_string(sign_ups_per_address));
}

} // namespace

account_writes::account_writes(soci::session& session, dialect spoken, tries& counted, session_writes& sessions,
                               mail_writes& mails, invitation_writes& invitations, audit_writes& log)
    : tries_{counted}, sessions_{sessions}, mails_{mails}, invitations_{invitations}, log_{log},
      find_by_email_{session,
                     "SELECT id, email, language FROM users WHERE lower(email) = lower(:email) AND status = 'active'"},
      find_{session, "SELECT id, email, name, plan, language, status, created_at, " + factors_of_sql("users.id") +
                         " FROM users WHERE id = :id"},
      drop_sign_ups_{session, drop_sign_ups_sql(spoken)},
      drop_older_sign_ups_{session, drop_older_sign_ups_sql(spoken)},
      insert_sign_up_{session, "INSERT INTO sign_ups (digest, email, name, password_hash, language, created_at, "
                               "expires_at) VALUES (:digest, :email, :name, :hash, :language, :now, :expires_at)"},
      take_sign_up_{session, "DELETE FROM sign_ups WHERE digest = :digest AND expires_at > :now RETURNING email, name, "
                             "password_hash, language"},
      insert_user_{session, "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) "
                            "VALUES (:id, :email, :name, :hash, 'Free', :language, 'active', :now) ON CONFLICT DO "
                            "NOTHING"},
      add_period_{session, "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:id, :now, 'Free')"},
      find_invitation_{session, "SELECT row, email, workspace_id FROM invitations WHERE digest = :digest AND status = "
                                "'pending' AND expires_at > :now"},
      accept_invitation_{session, "UPDATE invitations SET status = 'accepted', closed_at = :now WHERE row = :row AND "
                                  "status = 'pending'"},
      change_{session, "UPDATE users SET name = :name, language = :language WHERE id = :id"},
      set_hash_{session, "UPDATE users SET password_hash = :hash WHERE id = :id"},
      find_recovery_{session, "SELECT row FROM recoveries WHERE user_id = :user AND created_at > :since LIMIT 1"},
      drop_recoveries_{session, "DELETE FROM recoveries WHERE user_id = :user"},
      insert_recovery_{session, "INSERT INTO recoveries (digest, user_id, created_at, expires_at) VALUES (:digest, "
                                ":user, :now, :expires_at)"},
      take_recovery_{session, "DELETE FROM recoveries WHERE digest = :digest AND expires_at > :now RETURNING user_id"},
      forget_sign_ups_{session, forget_ended_sql(spoken, "sign_ups")},
      forget_recoveries_{session, forget_ended_sql(spoken, "recoveries")} {}

std::optional<user_account> account_writes::find(user_id id) {
  if (!find_.first(id.view())) return std::nullopt;
  const auto& [found, email, name, plan, lang, status, created_at, factors] = find_.out().fields;
  return user_account{.id = user_id::from_store(found.view()),
                      .email = email.value,
                      .name = name.value,
                      .plan = plan.value,
                      .lang = parse_language(lang.view()).value_or(language::vi),
                      .is_active = status.view() == "active",
                      .has_second_factor = factors.value > 0,
                      .created_at = from_millis(created_at.value)};
}

result<user_account> account_writes::make(const user_account& account, std::string_view password_hash, const act& by,
                                          timestamp now) {
  if (insert_user_.run(account.id.view(), account.email, account.name, password_hash, to_text(account.lang),
                       to_millis(now)) == 0)
    return errc::conflict;
  drop_sign_ups_.run(account.email);
  add_period_.run(account.id.view(), to_millis(now));
  log_.note(by, {account.id.view(), "account.created", account.id.view(), {}, described(account.name, account.lang)},
            now);
  auto made = account;
  made.plan = first_plan;
  made.created_at = now;
  return made;
}

result<no_reply> account_writes::carry_out(const begin_sign_up& command, const moment& when) {
  const bool is_known = find_by_email_.first(command.email);
  insert_sign_up_.run(command.confirm.digest, command.email, command.name, command.password_hash, to_text(command.lang),
                      to_millis(when.now), to_millis(is_known ? when.now : when.now + sign_up_life));
  drop_older_sign_ups_.run(command.email);
  auto known = command.known;
  if (is_known) known.recipient = find_by_email_.column<1>().value;
  mails_.store(is_known ? known : command.confirm, when.now);
  forget_ended(when.now);
  return no_reply{};
}

result<user_account> account_writes::carry_out(const confirm_sign_up& command, const moment& when) {
  if (!take_sign_up_.first(command.digest, to_millis(when.now))) return errc::not_found;
  const auto [email, name, hash, lang] = take_sign_up_.out().fields;
  auto by = command.by;
  by.by = {audit_actor::kind::user, command.id.text()};
  tries_.settle(command.tried, when.now);
  return make({.id = command.id,
               .email = email.value,
               .name = name.value,
               .plan = {},
               .lang = parse_language(lang.view()).value_or(language::vi)},
              hash.view(), by, when.now);
}

result<joined_account> account_writes::carry_out(const accept_sign_up& command, const moment& when) {
  if (!find_invitation_.first(command.digest, to_millis(when.now))) return errc::not_found;
  const auto [row, email, workspace] = find_invitation_.out().fields;
  if (!email.view().empty() && ascii_lowered(email.view()) != ascii_lowered(command.email)) return errc::not_found;
  if (find_by_email_.first(command.email)) return errc::conflict;
  auto by = command.by;
  by.by = {audit_actor::kind::user, command.id.text()};
  const bool is_operators = workspace.is_null();
  const auto invitation_row = row.value;
  const auto taken = is_operators ? std::nullopt : invitations_.find_pending(command.digest, when.now);
  if (!is_operators && !taken) return errc::not_found;
  auto made = make({.id = command.id, .email = command.email, .name = command.name, .plan = {}, .lang = command.lang},
                   command.password_hash, by, when.now);
  if (!made) return made.error();
  // Another node was first: the whole batch sees that the next time.
  if (is_operators && accept_invitation_.run(to_millis(when.now), invitation_row) == 0) throw write_conflict{};
  if (is_operators) return joined_account{std::move(*made)};
  auto joins = command.joins;
  joins.by = by.by;
  const auto joined = invitations_.accept(
      *taken, {.id = command.membership, .workspace = {}, .user = command.id, .email = {}, .name = {}}, joins,
      when.now);
  ensure(joined.has_value(), "a new person is a member of no Workspace");
  return joined_account{std::move(*made), taken->workspace};
}

result<user_account> account_writes::carry_out(const change_account& command, const moment& when) {
  const auto before = find(command.id);
  if (!before) return errc::not_found;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.lang = command.lang.value_or(before->lang);
  if (after.name == before->name && after.lang == before->lang) return after;
  change_.run(after.name, to_text(after.lang), command.id.view());
  log_.note(command.by,
            {command.id.view(), "account.changed", command.id.view(), described(before->name, before->lang),
             described(after.name, after.lang)},
            when.now);
  return after;
}

void account_writes::set_password(const user_account& of, std::string_view hash, session_id kept, personal_mail told,
                                  timestamp now) {
  set_hash_.run(hash, of.id.view());
  sessions_.end_all(of.id, kept);
  drop_recoveries_.run(of.id.view());
  told.recipient = of.email;
  told.lang = of.lang;
  mails_.store(told, now);
}

result<no_reply> account_writes::carry_out(const change_password& command, const moment& when) {
  const auto account = find(command.id);
  if (!account) return errc::not_found;
  // A recovery may have come first: it ends the session, and its password stays.
  if (!sessions_.has_password(command.id, command.checked_hash)) return errc::conflict;
  if (!sessions_.is_open(command.kept, command.id)) return errc::authentication_error;
  set_password(*account, command.password_hash, command.kept, command.told, when.now);
  log_.note(command.by, {command.id.view(), "account.password_changed", command.id.view()}, when.now);
  return no_reply{};
}

result<no_reply> account_writes::carry_out(const begin_recovery& command, const moment& when) {
  const bool is_known = find_by_email_.first(command.email);
  auto mail = command.mail;
  std::optional<std::string> user;
  if (is_known) {
    const auto [id, email, lang] = find_by_email_.out().fields;
    user = id.value;
    // Never to the address as it was given: what a database takes for the same may be another's.
    mail.recipient = email.value;
    mail.lang = parse_language(lang.view()).value_or(language::vi);
  }
  if (find_recovery_.first(user.value_or(""), to_millis(when.now - recovery_mailed_every))) user.reset();
  if (!user) mail.kind.clear();
  // Without an account, or so soon, nothing is deleted, and all the rest is the same.
  drop_recoveries_.run(user.value_or(""));
  insert_recovery_.run(mail.digest, user, to_millis(when.now), to_millis(when.now + recovery_life));
  mails_.store(mail, when.now);
  forget_ended(when.now);
  return no_reply{};
}

result<user_account> account_writes::carry_out(const recover_account& command, const moment& when) {
  if (!take_recovery_.first(command.digest, to_millis(when.now))) return errc::not_found;
  const auto account = find(user_id::from_store(take_recovery_.column<0>().view()));
  if (!account || !account->is_active) return errc::not_found;
  set_password(*account, command.password_hash, {}, command.told, when.now);
  sessions_.remember_household(account->id, command.household, when.now);
  auto by = command.by;
  by.by = {audit_actor::kind::user, account->id.text()};
  log_.note(by, {account->id.view(), "account.recovered", account->id.view()}, when.now);
  return *account;
}

void account_writes::forget_ended(timestamp now) {
  forget_sign_ups_.run(to_millis(now));
  forget_recoveries_.run(to_millis(now));
}

} // namespace paylink
