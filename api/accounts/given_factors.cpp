#include "api/accounts/given_factors.hpp"

#include "api/accounts/mailed_tokens.hpp"
#include "domain/values/json_string.hpp"
#include "logging/log.hpp"
#include "secrets/recovery_codes.hpp"
#include "secrets/totp.hpp"

namespace paylink {

namespace {

using then_use = std::function<handled(call_context& context, const factor_use& use)>;

factor_use code_use(const call_context& context, const std::string& code, user_id of) {
  const auto owned = context.rows.ask(find_second_factor{of});
  if (!owned.has_totp()) return {};
  const auto secret = open_totp(context, of, *owned.totp);
  if (!secret) throw database_error{"the secret of an authenticator app cannot be decrypted"};
  const auto step = verify_totp(*secret, code, context.now, owned.totp->last_step);
  return step ? factor_use{used_totp{*step}} : factor_use{};
}

factor_use passkey_answer_use(const call_context& context, const passkey_assertion& answer, user_id of) {
  const auto id = to_url_text(answer.credential_id);
  const auto owned = context.rows.ask(find_second_factor{of});
  for (const auto& stored : owned.passkeys) {
    if (stored.credential_id != id) continue;
    const auto use =
        verify_passkey(answer, as_verified(stored), expected_ceremony(context.services, answer.client_data_json));
    if (use) return used_passkey{stored.id, stored.sign_count, use->sign_count, use->is_backed_up};
    log::warning("passkey.refused", {{"trace_id", context.call.request.trace_id},
                                     {"passkey", stored.id.view()},
                                     {"reason", describe(use.error())}});
  }
  return {};
}

} // namespace

std::string_view given_factor::member() const {
  if (!code.empty()) return "code";
  if (!recovery_code.empty()) return "recovery_code";
  return passkey ? "passkey" : std::string_view{};
}

void check_single(const given_factor& given, field_faults& faults) {
  const int count = (given.code.empty() ? 0 : 1) + (given.recovery_code.empty() ? 0 : 1) + (given.passkey ? 1 : 0);
  if (count > 1) faults.push_back({std::string{given.member()}, "format", "Provide only one second factor."});
}

handled check_factor(call_context& context, const given_factor& given, user_id of, ceremony_kind wanted,
                     then_use then) {
  if (!given.code.empty()) return then(context, code_use(context, given.code, of));
  if (!given.recovery_code.empty()) {
    const auto digest = recovery_code_digest(given.recovery_code);
    return then(context, digest ? factor_use{used_recovery_code{*digest}} : factor_use{});
  }
  if (!given.passkey) return then(context, {});
  const auto& answer = *given.passkey;
  return take_challenge(answer.client_data_json, wanted,
                        [answer, of, then = std::move(then)](call_context& taken, bool fits) {
                          return then(taken, fits ? passkey_answer_use(taken, answer, of) : factor_use{});
                        });
}

user_id user_named_by(const passkey_assertion& answer) {
  return user_id::parse(answer.user_handle.value_or("")).value_or(user_id{});
}

std::optional<std::string> open_totp(const call_context& context, user_id of, const stored_totp& stored) {
  auto secret = context.services.keys.open(stored.sealed, totp_secret_place(of.view()));
  if (!secret)
    log::error("totp.secret_unreadable",
               {{"user", of.view()}, {"advice", "restart this node with the newest master key file"}});
  return secret;
}

personal_mail factor_mail(std::string_view what, std::string_view detail) {
  auto mail = mail_without_token("second_factor_changed", {}, language::vi);
  mail.content = "{\"" + std::string{what} + "\":";
  append_json_string(mail.content, detail);
  mail.content += '}';
  return mail;
}

} // namespace paylink
