#include "api/accounts/given_factors.hpp"
#include "api/accounts/recovery_texts.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "domain/values/product_name.hpp"
#include "http/pages/qr_svg.hpp"
#include "http/wire/envelope.hpp"
#include "secrets/totp.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr auto factor_members = members_of<second_factor>({
    {"totp", forms::truth, get<&second_factor::has_totp>, "Whether an authenticator app is active."},
    {"passkeys", forms::number, [](auto& of) { return std::ssize(of.passkeys); }, "How many passkeys there are."},
    {"recovery_codes", forms::number, get<&second_factor::recovery_codes>, "How many recovery codes are left."},
});
constexpr written_record<second_factor> factor_record{"SecondFactor", "The second factors of an account.",
                                                      factor_members};

constexpr route_description showing_factors{
    .id = "getSecondFactor",
    .tag = account_tag,
    .summary = "Read your second factors",
    .answers = {answers::record("The second factors.", factor_record)},
};

handled show_factors(call_context& context) {
  return success(200, factor_record.json(context.rows.ask(find_second_factor{context.who.user})), context.now);
}

constexpr form secret_text{.pattern = "^[A-Z2-7]{32}$", .example = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"};
constexpr form otpauth{.format = "uri",
                       .example = "otpauth://totp/Service:linh%40shop.example?secret="
                                  "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Service&algorithm=SHA1&digits=6&period=30"};
constexpr form symbol{.example = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"};

struct totp_texts {
  std::string secret, url;
};
constexpr auto begun_members = members_of<totp_texts, timestamp>({
    {"secret", secret_text, get<&totp_texts::secret>, "The secret, to type into the app."},
    {"url", otpauth, get<&totp_texts::url>, "The secret as an `otpauth` address for the app."},
    {"qr_svg", symbol, [](auto& of) { return secret_qr_svg(of.url, "role=\"img\""); },
     "The address as a QR symbol, for the app to scan."},
    {"expires_at", forms::time, [](auto&, auto& now) { return now + new_totp_life; },
     "When the setup expires if no code is given."},
});
constexpr written_record<totp_texts, timestamp> begun_record{
    "NewAuthenticator", "A secret for an authenticator app. It is not shown again.", begun_members};

constexpr route_description beginning_totp{
    .id = "beginSecondFactor",
    .tag = account_tag,
    .summary = "Set up an authenticator app",
    .details =
        "The app becomes active once `POST /v1.1/account/second-factor/confirm` receives one of its codes. Another "
        "call returns a new secret and discards the previous one. 409 if an app is active: turn it off first.",
    .answers = {answers::record("The secret.", begun_record)},
    .errors = {errc::conflict},
};

handled begin_own_totp(call_context& context) {
  const auto account = context.rows.ask(find_user{context.who.user});
  if (!account) return context.fail(account.error());
  const auto& services = context.services;
  const auto secret = make_totp_secret(services.random);
  const auto url = totp_address(secret, product_name(services.brand), account->account.email);
  begin_totp wanted{context.who.user,
                    services.keys.seal(secret, totp_secret_place(context.who.user.view()), services.random)};
  return continue_with{
      {.write = std::move(wanted)},
      [text = totp_secret_text(secret), url](const reply_context& done, result<write_reply>& outcome) -> handled {
        const auto begun = reply_to<begin_totp>(outcome);
        if (!begun && to_errc(begun.error()) == errc::conflict)
          return done.fail(errc::conflict, "An authenticator app is active. Turn it off first.");
        if (!begun) return done.fail(begun.error());
        return success(200, begun_record.json({text, url}, done.now), done.now);
      }};
}

struct first_code {
  std::string code;
};
constexpr auto confirming_members = members_into<first_code>({
    {"code", code_member.has, into<&first_code::code>, "The code from the authenticator app."},
});
constexpr request_record confirming_record{"FirstCode", "A code from the app that is being set up.",
                                           confirming_members};

constexpr route_description confirming_totp{
    .id = "confirmSecondFactor",
    .tag = account_tag,
    .summary = "Turn the authenticator app on",
    .details =
        "From now on, signing in requires a code from the app or another second factor. The response contains ten "
        "recovery codes, shown once; earlier ones become invalid. All other sessions end.",
    .bodies = {&confirming_record},
    .answers = {answers::record("The recovery codes.", recovery_codes_record)},
    .errors = {errc::conflict},
};

constexpr std::string_view nothing_waits = "No authenticator app is being set up. Start again.";

handled turn_on(call_context& context, const stored_totp& waiting, std::int64_t step, settled_try tried) {
  const recovery_texts codes{context.services.random};
  confirm_totp wanted{.change = {context.who.user, context.who.session, factor_mail("totp_on"), context.by_caller()},
                      .begun_at = waiting.begun_at,
                      .step = step,
                      .recovery_codes = codes.digests,
                      .tried = std::move(tried)};
  return continue_with{{.write = std::move(wanted)},
                       [codes](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto turned_on = reply_to<confirm_totp>(outcome);
                         if (turned_on) return success(200, recovery_codes_record.json(codes), done.now);
                         const bool is_over = to_errc(turned_on.error()) == errc::not_found;
                         return is_over ? done.fail(errc::conflict, nothing_waits) : done.fail(turned_on.error());
                       }};
}

handled check_first_code(call_context& context, const std::string& code, const settled_try& tried) {
  const auto owned = context.rows.ask(find_second_factor{context.who.user});
  if (!owned.totp || owned.totp->is_in_force) return context.fail(errc::conflict, nothing_waits);
  const auto secret = open_totp(context, context.who.user, *owned.totp);
  if (!secret) return context.fail(errc::service_unavailable);
  const auto step = verify_totp(*secret, code, context.now, std::nullopt);
  if (!step) return context.refuse({"code", "format", "The code is wrong. Check the clock of the device."});
  return turn_on(context, *owned.totp, *step, tried);
}

handled confirm_own_totp(call_context& context) {
  auto [asked, faults] = confirming_record.read(context.body);
  if (asked.code.empty() && faults.empty()) faults.push_back({"code", "required", "Provide the code from the app."});
  if (!faults.empty()) return context.refuse(faults);
  auto attempt = confirmation_attempt(context);
  attempt.place.reset();
  return count_attempt_then(context, attempt, [code = asked.code, tried = attempt.settled](call_context& counted) {
    return check_first_code(counted, code, tried);
  });
}

constexpr route_description ending_totp{
    .id = "endSecondFactor",
    .tag = account_tag,
    .summary = "Turn the authenticator app off",
    .details = "If no second factor is left, the recovery codes become invalid, too.",
    .answers = {answers::nothing("The app has been turned off.")},
    .errors = {errc::not_found},
};

handled end_own_totp(call_context& context) {
  end_totp wanted{{context.who.user, context.who.session, factor_mail("totp_off"), context.by_caller()}};
  return continue_with{{.write = std::move(wanted)},
                       on_success<end_totp>([](const reply_context&) { return done_without_body(); })};
}

constexpr route_description renewing_codes{
    .id = "renewRecoveryCodes",
    .tag = account_tag,
    .summary = "Create new recovery codes",
    .details = "The earlier ones become invalid. 409 without a second factor.",
    .answers = {answers::record("Ten recovery codes, shown once.", recovery_codes_record)},
    .errors = {errc::conflict},
};

handled renew_own_codes(call_context& context) {
  const recovery_texts codes{context.services.random};
  renew_recovery_codes wanted{
      {context.who.user, context.who.session, factor_mail("codes_renewed"), context.by_caller()}, codes.digests};
  return continue_with{
      {.write = std::move(wanted)}, [codes](const reply_context& done, result<write_reply>& outcome) -> handled {
        const auto renewed = reply_to<renew_recovery_codes>(outcome);
        if (renewed) return success(200, recovery_codes_record.json(codes), done.now);
        if (to_errc(renewed.error()) == errc::conflict)
          return done.fail(errc::conflict, "Recovery codes require a second factor. Set one up first.");
        return done.fail(renewed.error());
      }};
}

} // namespace

constexpr api_route second_factor_rows[]{
    routes::signed_in(http_method::get, "/v1.1/account/second-factor", show_factors, showing_factors),
    routes::guarded(
        routes::signed_in(http_method::post, "/v1.1/account/second-factor", begin_own_totp, beginning_totp)),
    routes::guarded(
        routes::signed_in(http_method::post, "/v1.1/account/second-factor/confirm", confirm_own_totp, confirming_totp)),
    routes::guarded(routes::signed_in(http_method::del, "/v1.1/account/second-factor", end_own_totp, ending_totp)),
    routes::guarded(routes::signed_in(http_method::post, "/v1.1/account/second-factor/recovery-codes", renew_own_codes,
                                      renewing_codes)),
};
constexpr std::span<const api_route> second_factor_routes{second_factor_rows};

} // namespace paylink
