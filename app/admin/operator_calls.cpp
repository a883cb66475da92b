#include "app/admin/operator_calls.hpp"

#include "app/admin/quarantine.hpp"
#include "domain/banks/bank.hpp"
#include "domain/identity/mail_address.hpp"
#include "domain/values/ascii.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

#include <boost/json.hpp>

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr int portion = 500;

/// The person's name on this machine, also behind sudo.
std::string name_of_operator() {
  if (const char* asked_by = std::getenv("SUDO_USER"); asked_by && *asked_by) return asked_by;
  const auto* entry = ::getpwuid(::geteuid());
  return entry ? entry->pw_name : std::to_string(::geteuid());
}

json::object refuse_account(const operator_call& call, const boost::system::error_code& error) {
  if (to_errc(error) == errc::not_found)
    return refuse_order("there is no account with the address " + call.text("email"));
  return refuse_order("the account could not be read: " + error.message());
}

json::object summary(const std::string& text) { return {{"ok", true}, {"summary", text}}; }

json::value time_or_null(const std::optional<timestamp>& time) {
  return time ? json::value(format_rfc3339(*time)) : json::value(nullptr);
}

std::string_view state_of(const user_account& user) { return user.is_active ? "active" : "locked"; }

json::object to_json(const user_account& user) {
  return {{"id", user.id.view()},
          {"email", user.email},
          {"name", user.name},
          {"plan", user.plan},
          {"status", state_of(user)},
          {"locale", to_text(user.lang)},
          {"created_at", format_rfc3339(user.created_at)}};
}

json::object to_json(const listed_token& token, timestamp now) {
  const auto* status = token.revoked_at ? "revoked" : token.expires_at <= now ? "expired" : "active";
  return {{"id", token.id.view()},
          {"user_id", token.user.view()},
          {"email", token.email},
          {"name", token.name},
          {"last4", token.last4},
          {"status", status},
          {"created_at", format_rfc3339(token.created_at)},
          {"expires_at", format_rfc3339(token.expires_at)},
          {"last_used_at", time_or_null(token.last_used_at)}};
}

/// A list of at most `limit` rows, read portion by portion with `read(before_row, limit)`.
template <class Read, class Write>
json::object list_rows(std::int64_t limit, Read read, Write write) {
  json::array rows;
  std::int64_t before = 0;
  bool has_more = true;
  while (has_more && static_cast<std::int64_t>(rows.size()) < limit) {
    const auto left = limit - static_cast<std::int64_t>(rows.size());
    const auto found = read(before, static_cast<int>(std::min<std::int64_t>(left, portion)));
    for (const auto& row : found.rows) rows.push_back(write(row));
    has_more = found.has_more;
    before = found.last_row;
  }
  return {{"ok", true}, {"rows", std::move(rows)}, {"has_more", has_more}};
}

json::object show_users(const operator_call& call) {
  const auto reader = call.access.open_reader();
  return list_rows(
      call.request.at("limit").as_int64(),
      [&](std::int64_t before, int limit) { return reader->ask(list_users{before, limit}); },
      [](const user_account& user) { return to_json(user); });
}

json::object set_lock(const operator_call& call, bool is_locked) {
  const auto account = call.account();
  if (!account) return refuse_account(call, account.error());
  const auto done = call.done(set_user_lock{.user = account->id, .is_locked = is_locked, .by = call.by()});
  if (!done) return refuse_storing(done.error());
  return summary(account->email + (is_locked ? " is locked" : " is unlocked"));
}

std::string no_such_plan(const std::string& name) {
  return "unknown plan " + name + "; the plans are " + listed_plans();
}

std::string describe_plan(const std::string& email, const held_plan& held) {
  auto text = email + " has the plan " + held.name;
  if (held.next_at) text += ", and will have " + held.next + " from " + calendar_month{*held.next_at}.text() + " on";
  return text;
}

json::object show_plan(const operator_call& call, const user_account& account) {
  const auto now = call.access.now();
  const auto reader = call.access.open_reader();
  const auto held = reader->ask(find_held_plan{account.id, now});
  if (!held) return refuse_account(call, held.error());
  const auto used = reader->ask(find_statement{account.id, calendar_month{now}, now});
  if (!used) return refuse_account(call, used.error());
  const auto& bill = used->bill;
  return summary(describe_plan(account.email, *held) + "; " + used->month.text() + ": " +
                 std::to_string(bill.transactions) + " of " + std::to_string(bill.quota) + " transactions, " +
                 to_digits(bill.total) + " dong so far");
}

json::object set_plan(const operator_call& call) {
  const auto account = call.account();
  if (!account) return refuse_account(call, account.error());
  const auto plan = call.text("plan");
  if (plan.empty()) return show_plan(call, *account);
  change_plan wanted{
      .user = account->id, .plan = plan, .by = call.by(), .later = audit_id::make(call.access.now(), call.random)};
  auto outcome = call.access.apply(std::move(wanted));
  const auto done = reply_to<change_plan>(outcome);
  if (!done && to_errc(done.error()) == errc::validation_error) return refuse_order(no_such_plan(plan));
  if (!done && to_errc(done.error()) == errc::plan_workspace_limit)
    return refuse_order(account->email + " owns more Workspaces than the plan " + plan + " allows");
  if (!done) return refuse_storing(done.error());
  return summary(describe_plan(account->email, *done));
}

json::object reset_factors(const operator_call& call) {
  const auto account = call.account();
  if (!account) return refuse_account(call, account.error());
  reset_second_factor wanted{{.user = account->id, .kept = {}, .mail = {}, .by = call.by()}};
  wanted.change.mail.kind = "second_factor_changed";
  wanted.change.mail.content = R"({"reset":"1"})";
  const auto done = call.done(std::move(wanted));
  if (!done && to_errc(done.error()) == errc::not_found) return refuse_order(account->email + " has no second factor");
  if (!done) return refuse_storing(done.error());
  return summary("the second factors of " + account->email + " are removed; their sessions have ended");
}

std::string link_of(const operator_access& access, const std::string& token) {
  return access.around.public_url + "/console/invitation#" + token;
}

json::object invite(const operator_call& call) {
  const auto email = call.text("email");
  if (!is_mail_address(email)) return refuse_order(email + " is not an email address");
  const auto token = make_one_time_token(call.random);
  invite_user wanted{.id = invitation_id::make(call.access.now(), call.random),
                     .digest = sha256_hex(token),
                     .email = email,
                     .by = call.by()};
  if (call.access.around.has_mail_server) {
    auto& mail = wanted.mail.emplace();
    mail.kind = "operator_invitation";
    mail.recipient = email;
    mail.lang = parse_language(call.text("locale")).value_or(language::vi);
    mail.digest = wanted.digest;
    mail.sealed = call.access.keys.seal(token, mail_token_place(wanted.digest), call.random);
  }
  const auto done = call.done(std::move(wanted));
  if (!done && to_errc(done.error()) == errc::conflict) return refuse_order(email + " already has an account");
  if (!done) return refuse_storing(done.error());
  return {{"ok", true},
          {"link", link_of(call.access, token)},
          {"email", email},
          {"expires_at", format_rfc3339(call.access.now() + invitation_life)},
          {"mailed", call.access.around.has_mail_server}};
}

json::object list_banks(const operator_call& call) {
  const auto set = call.access.open_reader()->ask(list_bank_statuses{});
  json::array rows;
  const auto add = [&](const std::string& code, std::string_view bin, std::string_view name) {
    rows.push_back(json::object{{"code", code},
                                {"bin", bin.empty() ? json::value(nullptr) : json::value(bin)},
                                {"name", name},
                                {"status", to_text(call.status_of(code, set))},
                                {"has_feed", call.access.around.banks.contains(code)}});
  };
  add(std::string{switch_code}, {}, "The national switch");
  for (const auto& bank : all_banks())
    if (!bank.code.empty()) add(std::string{bank.code}, bank.bin, bank.short_name);
  return {{"ok", true}, {"rows", std::move(rows)}, {"has_more", false}};
}

json::object change_bank(const operator_call& call) {
  const auto code = call.text("code"), word = call.text("status");
  if (code != switch_code && find_bank(code) == nullptr)
    return refuse_order(ascii_lowered(code) == ascii_lowered(switch_code)
                            ? "unknown bank " + code + "; did you mean " + std::string{switch_code} + "?"
                            : no_such_bank(code));
  const auto status = parse_bank_status(word);
  if (!status) return refuse_order(word + " is not a status; allowed: active, maintenance, discontinued");
  const auto done = call.done(set_bank_status{.code = code, .status = *status, .by = call.by()});
  if (!done) return refuse_storing(done.error());
  return summary(code + " is " + std::string{to_text(*status)});
}

json::object show_tokens(const operator_call& call) {
  user_id of;
  if (!call.text("email").empty()) {
    const auto account = call.account();
    if (!account) return refuse_account(call, account.error());
    of = account->id;
  }
  const auto reader = call.access.open_reader();
  const auto now = call.access.now();
  return list_rows(
      call.request.at("limit").as_int64(),
      [&](std::int64_t before, int limit) { return reader->ask(list_all_tokens{of, before, limit}); },
      [&](const listed_token& token) { return to_json(token, now); });
}

json::object revoke(const operator_call& call) {
  const auto text = call.text("token");
  const auto id = token_id::parse(text);
  if (!id) return refuse_order(text + " is not the id of an API token (tok_…)");
  const auto done = call.done(revoke_any_token{.token = *id, .by = call.by()});
  if (!done && to_errc(done.error()) == errc::not_found) return refuse_order("there is no API token " + text);
  if (!done) return refuse_storing(done.error());
  return summary(text + " is revoked");
}

struct operator_verb {
  std::string_view name;
  json::object (*carry_out)(const operator_call&);
};
constexpr operator_verb all_verbs[]{
    {"users list", show_users},
    {"users lock", [](const operator_call& call) { return set_lock(call, true); }},
    {"users reset-second-factor", reset_factors},
    {"users unlock", [](const operator_call& call) { return set_lock(call, false); }},
    {"users plan", set_plan},
    {"invite", invite},
    {"banks list", list_banks},
    {"banks status", change_bank},
    {"bank-accounts connect", connect_bank_account},
    {"bank-accounts disconnect", disconnect_bank_account},
    {"bank-accounts evict", evict_bank_account},
    {"quarantine list", list_quarantine},
    {"quarantine retry", retry_quarantine},
    {"tokens list", show_tokens},
    {"tokens revoke", revoke},
};

const operator_verb* find_verb(const json::object& request) {
  const auto* asked = request.if_contains("verb");
  if (!asked || !asked->is_string()) return nullptr;
  const auto found = std::ranges::find(all_verbs, std::string_view{asked->as_string()}, &operator_verb::name);
  return found == std::end(all_verbs) ? nullptr : &*found;
}

} // namespace

json::object refuse_order(const std::string& message) { return {{"ok", false}, {"message", message}}; }

json::object refuse_storing(const boost::system::error_code& error) {
  return refuse_order("it could not be stored: " + error.message());
}

std::string operator_call::text(std::string_view name) const { return json::value_to<std::string>(request.at(name)); }

act operator_call::by() const {
  return {.id = audit_id::make(access.now(), random), .by = {audit_actor::kind::operating, text("operator")}};
}

result<user_account> operator_call::account() const {
  const auto found = access.open_reader()->ask(find_sign_in{text("email")});
  if (!found) return found.error();
  return found->account;
}

bank_status operator_call::status_of(const std::string& code, const std::vector<set_status>& set) const {
  const auto found = std::ranges::find(set, code, &set_status::code);
  if (found != set.end()) return found->status;
  const auto configured = access.around.banks.find(code);
  if (configured == access.around.banks.end()) return bank_status::active;
  return configured->second.status;
}

json::object request_of(const operator_order& order) {
  return {{"verb", order.verb},     {"operator", name_of_operator()},
          {"email", order.email},   {"plan", order.plan},
          {"code", order.code},     {"status", order.status},
          {"token", order.token},   {"workspace", order.workspace},
          {"number", order.number}, {"holder", order.holder},
          {"locale", order.locale}, {"limit", order.limit},
          {"entry", order.entry}};
}

bool is_operator_request(const json::object& request) { return find_verb(request) != nullptr; }

json::object carry_out_order(const json::object& request, const operator_access& access, random_source& random) {
  return find_verb(request)->carry_out({request, access, random});
}

std::string invite_first_person(const operator_access& access, random_source& random) {
  try {
    if (access.open_reader()->ask(has_users{})) return {};
    const auto token = make_one_time_token(random);
    auto outcome = access.apply(
        invite_first_user{.id = invitation_id::make(access.now(), random),
                          .digest = sha256_hex(token),
                          .by = {.id = audit_id::make(access.now(), random), .by = {audit_actor::kind::service, ""}}});
    return reply_to<invite_first_user>(outcome) ? link_of(access, token) : std::string{};
  } catch (const database_error& fault) {
    log::warning("accounts.first_not_invited",
                 {{"reason", fault.what()}, {"advice", "run paylinkd admin invite, or restart"}});
    return {};
  }
}

} // namespace paylink
