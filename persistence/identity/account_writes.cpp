#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/identity/session_writes.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/members/member_writes.hpp"
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
std::string sign_ups_dropped_sql(dialect spoken, const std::string& more = {}) {
  return "DELETE FROM sign_ups WHERE " +
         is_picked(spoken, "SELECT row FROM sign_ups WHERE lower(email) = lower(:email)" + more +
                               std::string{pick_rows(spoken)});
}

const sql_statement<sql_row<sql_text, sql_text, sql_text>(sql_text)> find_active_user_sql{
    "SELECT id, email, language FROM users WHERE lower(email) = lower(:email) AND status = 'active'"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>(
    sql_text)>
    find_account_sql{[](dialect) {
      return "SELECT id, email, name, plan, language, status, created_at, " + factors_of_sql("users.id") +
             " FROM users WHERE id = :id";
    }};

const sql_statement<void(sql_text)> drop_sign_ups_sql{[](dialect spoken) { return sign_ups_dropped_sql(spoken); }};

// One sign-up adds one: there are hardly ever two too many.
const sql_statement<void(sql_text)> drop_older_sign_ups_sql{[](dialect spoken) {
  return sign_ups_dropped_sql(spoken, " ORDER BY created_at DESC, row DESC LIMIT 20 OFFSET " +
                                          std::to_string(sign_ups_per_address));
}};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number)> insert_sign_up_sql{
    "INSERT INTO sign_ups (digest, email, name, password_hash, language, created_at, expires_at) VALUES (:digest, "
    ":email, :name, :hash, :language, :now, :expires_at)"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_text>(sql_text, sql_number)> take_sign_up_sql{
    "DELETE FROM sign_ups WHERE digest = :digest AND expires_at > :now RETURNING email, name, password_hash, language"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_number)> insert_account_sql{
    "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) VALUES (:id, :email, "
    ":name, :hash, 'Free', :language, 'active', :now) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_number)> begin_first_plan_sql{
    "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:id, :now, 'Free')"};

const sql_statement<sql_row<sql_number, sql_text, sql_text>(sql_text, sql_number)> find_account_invitation_sql{
    "SELECT row, email, workspace_id FROM invitations WHERE digest = :digest AND status = 'pending' AND expires_at > "
    ":now"};

const sql_statement<void(sql_number, sql_number)> accept_account_invitation_sql{
    "UPDATE invitations SET status = 'accepted', closed_at = :now WHERE row = :row AND status = 'pending'"};

const sql_statement<void(sql_text, sql_text, sql_text)> change_account_sql{
    "UPDATE users SET name = :name, language = :language WHERE id = :id"};

const sql_statement<void(sql_text, sql_text)> set_password_sql{"UPDATE users SET password_hash = :hash WHERE id = :id"};

const sql_statement<sql_row<sql_number>(sql_text, sql_number)> find_recent_recovery_sql{
    "SELECT row FROM recoveries WHERE user_id = :user AND created_at > :since LIMIT 1"};

const sql_statement<void(sql_text)> drop_recoveries_sql{"DELETE FROM recoveries WHERE user_id = :user"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number)> insert_recovery_sql{
    "INSERT INTO recoveries (digest, user_id, created_at, expires_at) VALUES (:digest, :user, :now, :expires_at)"};

const sql_statement<sql_row<sql_text>(sql_text, sql_number)> take_recovery_sql{
    "DELETE FROM recoveries WHERE digest = :digest AND expires_at > :now RETURNING user_id"};

const sql_statement<void(sql_number)> forget_sign_ups_sql{
    [](dialect spoken) { return forget_ended_sql(spoken, "sign_ups"); }};

const sql_statement<void(sql_number)> forget_recoveries_sql{
    [](dialect spoken) { return forget_ended_sql(spoken, "recoveries"); }};

std::optional<user_account> find_account_to_change(writing& at, user_id id) {
  auto& found = at.db[find_account_sql];
  if (!found.first(id.view())) return std::nullopt;
  const auto& [own_id, email, name, plan, lang, status, created_at, factors] = found.out().fields;
  return user_account{.id = user_id::from_store(own_id.view()),
                      .email = email.value,
                      .name = name.value,
                      .plan = plan.value,
                      .lang = parse_language(lang.view()).value_or(language::vi),
                      .is_active = status.view() == "active",
                      .has_second_factor = factors.value > 0,
                      .created_at = from_millis(created_at.value)};
}

/// A person's account is made, and nobody else's for its address; `conflict`: the address has one.
result<user_account> make_account(writing& at, const user_account& account, std::string_view password_hash,
                                  const act& by) {
  if (at.db[insert_account_sql].run(account.id.view(), account.email, account.name, password_hash,
                                    to_text(account.lang), to_millis(at.when.now)) == 0)
    return errc::conflict;
  at.db[drop_sign_ups_sql].run(account.email);
  at.db[begin_first_plan_sql].run(account.id.view(), to_millis(at.when.now));
  at.audit.note(by,
                {account.id.view(), "account.created", account.id.view(), {}, described(account.name, account.lang)},
                at.when.now);
  auto made = account;
  made.plan = first_plan;
  made.created_at = at.when.now;
  return made;
}

void set_password(writing& at, const user_account& of, std::string_view hash, session_id kept, personal_mail mail) {
  at.db[set_password_sql].run(hash, of.id.view());
  end_all_sessions(at, of.id, kept);
  at.db[drop_recoveries_sql].run(of.id.view());
  mail.recipient = of.email;
  mail.lang = of.lang;
  at.mails.store(mail, at.when.now);
}

void forget_ended_requests(writing& at) {
  at.db[forget_sign_ups_sql].run(to_millis(at.when.now));
  at.db[forget_recoveries_sql].run(to_millis(at.when.now));
}

} // namespace

result<no_reply> carry_out(writing& at, const begin_sign_up& command) {
  auto& user = at.db[find_active_user_sql];
  const bool is_known = user.first(command.email);
  at.db[insert_sign_up_sql].run(command.confirm.digest, command.email, command.name, command.password_hash,
                                to_text(command.lang), to_millis(at.when.now),
                                to_millis(is_known ? at.when.now : at.when.now + sign_up_life));
  at.db[drop_older_sign_ups_sql].run(command.email);
  auto known = command.known;
  if (is_known) known.recipient = user.column<1>().value;
  at.mails.store(is_known ? known : command.confirm, at.when.now);
  forget_ended_requests(at);
  return no_reply{};
}

result<user_account> carry_out(writing& at, const confirm_sign_up& command) {
  auto& taken = at.db[take_sign_up_sql];
  if (!taken.first(command.digest, to_millis(at.when.now))) return errc::not_found;
  const auto [email, name, hash, lang] = taken.out().fields;
  auto by = command.by;
  by.by = {audit_actor::kind::user, command.id.text()};
  settle_tries(at, command.tried);
  return make_account(at,
                      {.id = command.id,
                       .email = email.value,
                       .name = name.value,
                       .plan = {},
                       .lang = parse_language(lang.view()).value_or(language::vi)},
                      hash.view(), by);
}

result<joined_account> carry_out(writing& at, const accept_sign_up& command) {
  auto& found = at.db[find_account_invitation_sql];
  if (!found.first(command.digest, to_millis(at.when.now))) return errc::not_found;
  const auto [row, email, workspace] = found.out().fields;
  if (!email.view().empty() && ascii_lowered(email.view()) != ascii_lowered(command.email)) return errc::not_found;
  if (at.db[find_active_user_sql].first(command.email)) return errc::conflict;
  auto by = command.by;
  by.by = {audit_actor::kind::user, command.id.text()};
  const bool is_operators = workspace.is_null();
  const auto taken = is_operators ? std::nullopt : find_pending_invitation(at, command.digest);
  if (!is_operators && !taken) return errc::not_found;
  auto made = make_account(
      at, {.id = command.id, .email = command.email, .name = command.name, .plan = {}, .lang = command.lang},
      command.password_hash, by);
  if (!made) return made.error();
  // Another node was first: the whole batch sees that the next time.
  if (is_operators && at.db[accept_account_invitation_sql].run(to_millis(at.when.now), row.value) == 0)
    throw write_conflict{};
  if (is_operators) return joined_account{std::move(*made)};
  auto joins = command.joins;
  joins.by = by.by;
  const auto joined = take_invitation(
      at, *taken, {.id = command.membership, .workspace = {}, .user = command.id, .email = {}, .name = {}}, joins);
  ensure(joined.has_value(), "a new person is a member of no Workspace");
  return joined_account{std::move(*made), taken->workspace};
}

result<user_account> carry_out(writing& at, const change_account& command) {
  const auto before = find_account_to_change(at, command.id);
  if (!before) return errc::not_found;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.lang = command.lang.value_or(before->lang);
  if (after.name == before->name && after.lang == before->lang) return after;
  at.db[change_account_sql].run(after.name, to_text(after.lang), command.id.view());
  at.audit.note(command.by,
                {command.id.view(), "account.changed", command.id.view(), described(before->name, before->lang),
                 described(after.name, after.lang)},
                at.when.now);
  return after;
}

result<no_reply> carry_out(writing& at, const change_password& command) {
  const auto account = find_account_to_change(at, command.id);
  if (!account) return errc::not_found;
  // A recovery may have come first: it ends the session, and its password stays.
  if (!has_password(at, command.id, command.checked_hash)) return errc::conflict;
  if (!is_session_open(at, command.kept, command.id)) return errc::authentication_error;
  set_password(at, *account, command.password_hash, command.kept, command.mail);
  at.audit.note(command.by, {command.id.view(), "account.password_changed", command.id.view()}, at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const begin_recovery& command) {
  auto mail = command.mail;
  std::optional<std::string> user;
  if (auto& known = at.db[find_active_user_sql]; known.first(command.email)) {
    const auto& [id, email, lang] = known.out().fields;
    user = id.value;
    // Never to the address as it was given: what a database takes for the same may be another's.
    mail.recipient = email.value;
    mail.lang = parse_language(lang.view()).value_or(language::vi);
  }
  if (at.db[find_recent_recovery_sql].first(user.value_or(""), to_millis(at.when.now - recovery_mailed_every)))
    user.reset();
  if (!user) mail.kind.clear();
  // Without an account, or so soon, nothing is deleted, and all the rest is the same.
  at.db[drop_recoveries_sql].run(user.value_or(""));
  at.db[insert_recovery_sql].run(mail.digest, user, to_millis(at.when.now), to_millis(at.when.now + recovery_life));
  at.mails.store(mail, at.when.now);
  forget_ended_requests(at);
  return no_reply{};
}

result<user_account> carry_out(writing& at, const recover_account& command) {
  auto& taken = at.db[take_recovery_sql];
  if (!taken.first(command.digest, to_millis(at.when.now))) return errc::not_found;
  const auto account = find_account_to_change(at, user_id::from_store(taken.column<0>().view()));
  if (!account || !account->is_active) return errc::not_found;
  set_password(at, *account, command.password_hash, {}, command.mail);
  remember_household(at, account->id, command.household);
  auto by = command.by;
  by.by = {audit_actor::kind::user, account->id.text()};
  at.audit.note(by, {account->id.view(), "account.recovered", account->id.view()}, at.when.now);
  return *account;
}

} // namespace paylink
