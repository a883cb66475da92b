#include "api/accounts/ceremonies.hpp"

#include "domain/values/product_name.hpp"
#include "http/wire/envelope.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

/// `https://pay.example.com:8443` of the public address, as browsers write it: without the port of the scheme.
std::string origin_of(const api_services& services) {
  const std::string_view url = services.public_url;
  const auto host_at = url.find("://") + 3;
  auto origin = url.substr(0, url.find('/', host_at));
  for (const auto& [scheme, port] : {std::pair{"https://", ":443"}, std::pair{"http://", ":80"}})
    if (origin.starts_with(scheme) && origin.ends_with(port)) origin.remove_suffix(std::string_view{port}.size());
  return std::string{origin};
}

/// The host of the origin: passkeys belong to it, whatever the port.
std::string relying_party_of(const api_services& services) {
  const auto origin = origin_of(services);
  const auto host = origin.substr(origin.find("://") + 3);
  return host.substr(0, host.rfind(':'));
}

} // namespace

continue_with<> ask_passkey(call_context& context, const ceremony& asked, std::vector<std::string> known,
                            std::function<void(std::string& out, const passkey_question&)> append) {
  const passkey_question question{.challenge = make_one_time_token(context.services.random),
                                  .relying_party_id = relying_party_of(context.services),
                                  .brand = std::string{product_name(context.services.brand)},
                                  .expires_at = context.now + ceremony_life,
                                  .known = std::move(known)};
  return {{.write = begin_ceremony{sha256_hex(question.challenge), asked}},
          on_success<begin_ceremony>([question, append = std::move(append)](const reply_context& done) {
            std::string data;
            append(data, question);
            return success(200, data, done.now);
          })};
}

passkey_ceremony expected_ceremony(const api_services& services, std::string_view client_data_json) {
  const auto challenge = passkey_challenge(client_data_json).value_or("");
  return {.challenge = from_url_text(challenge).value_or(""),
          .origin = origin_of(services),
          .relying_party_id = relying_party_of(services),
          .needs_verified_user = true};
}

continue_with<> take_challenge(const std::string& client_data_json, ceremony_kind wanted,
                               std::function<handled(call_context& context, bool fits)> then) {
  const auto challenge = passkey_challenge(client_data_json).value_or("");
  return {{.write = take_ceremony{sha256_hex(challenge)}},
          [wanted, then = std::move(then)](const reply_context& done, result<write_reply>& outcome) -> handled {
            const auto taken = reply_to<take_ceremony>(outcome);
            if (!taken && to_errc(taken.error()) != errc::not_found) return done.fail(taken.error());
            const auto asked = taken ? std::optional{*taken} : std::nullopt;
            return next_step{[wanted, then, asked](call_context& context) {
              const bool fits = asked && asked->kind == wanted && asked->user == context.who.user &&
                                asked->session == context.who.session;
              return then(context, fits);
            }};
          }};
}

passkey as_verified(const stored_passkey& stored) {
  passkey known;
  known.credential_id = from_url_text(stored.credential_id).value_or("");
  known.user_handle = stored.user.text();
  known.algorithm = static_cast<passkey_algorithm>(stored.algorithm);
  known.public_key = from_url_text(stored.public_key).value_or("");
  known.sign_count = static_cast<std::uint32_t>(stored.sign_count);
  known.is_backup_eligible = stored.is_backup_eligible;
  known.is_backed_up = stored.is_backed_up;
  return known;
}

} // namespace paylink
