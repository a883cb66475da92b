#include "api/accounts/given_factors.hpp"
#include "api/accounts/recovery_texts.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view too_many = "An account can have at most 10 passkeys. Remove one first.";
constexpr std::string_view known_already = "This passkey is already registered.";

constexpr auto beginning_members = members_of<passkey_question, user_account>({
    {"public_key", creation_question_record, itself, "The options for the browser."},
    {"expires_at", forms::time, get<&passkey_question::expires_at>, "When the challenge expires."},
});
constexpr written_record<passkey_question, user_account> beginning_record{
    "PasskeyCreationOptions", "For `navigator.credentials.create`.", beginning_members};

constexpr route_description asking_for_a_passkey{
    .id = "beginPasskey",
    .tag = account_tag,
    .summary = "Start adding a passkey",
    .details =
        "The page passes `public_key` through `PublicKeyCredential.parseCreationOptionsFromJSON` to the browser, and "
        "sends the result to `POST /v1.1/account/passkeys` within five minutes, from the same session.",
    .answers = {answers::record("The options for the browser.", beginning_record)},
    .errors = {errc::conflict},
};

handled begin_own_passkey(call_context& context) {
  const auto account = context.rows.ask(find_user{context.who.user});
  if (!account) return context.fail(account.error());
  const auto owned = context.rows.ask(find_second_factor{context.who.user});
  if (owned.passkeys.size() >= passkeys_max) return context.fail(errc::conflict, too_many);
  std::vector<std::string> known;
  for (const auto& one : owned.passkeys) known.push_back(one.credential_id);
  return ask_passkey(context, {ceremony_kind::registration, context.who.user, context.who.session}, std::move(known),
                     beginning_record.with(account->account));
}

struct asked_passkey {
  std::optional<std::string> name;
  const boost::json::object* browser = nullptr;
};
constexpr auto new_passkey_members = members_into<asked_passkey>({
    {"name",
     {.least = 1, .most = 100, .example = "Linh's phone"},
     into<&asked_passkey::name>,
     "A name for it, 1 to 100 characters."},
    {"passkey", forms::record(registration_answer_record), into<&asked_passkey::browser>, "The browser's result."},
});
constexpr request_record new_passkey_record{"NewPasskey", "A passkey to add.", new_passkey_members};

constexpr auto added_passkey_members = members_of<stored_passkey, const std::vector<std::string>*>({
    {"passkey", passkey_record, itself, "The passkey."},
    {"recovery_codes", recovery_codes_form, [](auto&, auto* codes) { return codes; },
     "Ten recovery codes, shown once, if this is the account's first second factor; otherwise `null`.", nullable},
});
constexpr written_record<stored_passkey, const std::vector<std::string>*> added_passkey_record{
    "AddedPasskey", "The added passkey.", added_passkey_members};

constexpr std::array<std::string_view, 1> added_passkey_headers{"Location"};

constexpr route_description adding_a_passkey{
    .id = "addPasskey",
    .tag = account_tag,
    .summary = "Add a passkey",
    .details = "From now on, signing in requires a second factor, such as this passkey. All other sessions end.",
    .bodies = {&new_passkey_record},
    .answers = {{{"201", "The passkey.", answer_shape::record, &added_passkey_record, added_passkey_headers}}},
    .errors = {errc::conflict},
};

stored_passkey stored_from(const call_context& context, const passkey& made, const std::string& name) {
  return {.id = passkey_id::make(context.now, context.services.random),
          .user = context.who.user,
          .credential_id = to_url_text(made.credential_id),
          .public_key = to_url_text(made.public_key),
          .algorithm = static_cast<std::int32_t>(made.algorithm),
          .sign_count = made.sign_count,
          .is_backup_eligible = made.is_backup_eligible,
          .is_backed_up = made.is_backed_up,
          .name = name};
}

handled keep_passkey(call_context& context, const stored_passkey& made) {
  const recovery_texts codes{context.services.random};
  add_passkey wanted{
      .change = {context.who.user, context.who.session, factor_mail("passkey_added", made.name), context.by_caller()},
      .made = made,
      .recovery_codes = codes.digests};
  return continue_with{{.write = std::move(wanted)},
                       [made, list = codes.codes](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto added = reply_to<add_passkey>(outcome);
                         if (!added && to_errc(added.error()) == errc::conflict)
                           return done.fail(errc::conflict, known_already);
                         if (!added) return done.fail(added.error());
                         auto shown = made;
                         shown.created_at = added->created_at;
                         auto response = success(
                             201, added_passkey_record.json(shown, added->has_new_codes ? &list : nullptr), done.now);
                         response.headers.emplace_back("Location", "/v1.1/account/passkeys/" + made.id.text());
                         return response;
                       }};
}

handled add_own_passkey(call_context& context) {
  auto [asked, faults] = new_passkey_record.read(context.body);
  if (const auto fault = check_passkey_name(asked.name)) add_faults(faults, {*fault});
  if (asked.browser == nullptr) add_faults(faults, {{"passkey", "required", "Send the browser's result."}});
  const auto answer = asked.browser ? read_registration(*asked.browser, faults) : std::nullopt;
  if (!faults.empty() || !answer) return context.refuse(faults);
  return take_challenge(
      answer->client_data_json, ceremony_kind::registration,
      [answer = *answer, name = *asked.name](call_context& taken, bool fits) -> handled {
        if (!fits)
          return taken.refuse(
              {"passkey", "format", "The challenge has been used, has expired, or belongs to another session."});
        const auto made =
            register_passkey(answer, expected_ceremony(taken.services, answer.client_data_json), taken.who.user.text());
        if (made) return keep_passkey(taken, stored_from(taken, *made, name));
        log::info("passkey.not_registered",
                  {{"trace_id", taken.call.request.trace_id}, {"reason", describe(made.error())}});
        return taken.refuse({"passkey", "format", std::string{describe(made.error())}});
      });
}

constexpr route_description listing_passkeys{
    .id = "listPasskeys",
    .tag = account_tag,
    .summary = "List your passkeys",
    .answers = {answers::rows("The passkeys, oldest first.", passkey_record)},
};

handled list_own_passkeys(call_context& context) {
  const auto owned = context.rows.ask(find_second_factor{context.who.user});
  return success(200, list_of(owned.passkeys, passkey_record), context.now);
}

constexpr route_description removing_a_passkey{
    .id = "removePasskey",
    .tag = account_tag,
    .summary = "Remove one of your passkeys",
    .details = "If no second factor is left, the recovery codes become invalid.",
    .answers = {answers::nothing("The passkey has been removed.")},
};

handled remove_own_passkey(call_context& context) {
  const auto named = passkey_id::parse(context.call.path[0]);
  if (!named) return context.fail(errc::not_found);
  const auto owned = context.rows.ask(find_second_factor{context.who.user});
  const auto found = std::ranges::find(owned.passkeys, *named, &stored_passkey::id);
  if (found == owned.passkeys.end()) return context.fail(errc::not_found);
  remove_passkey wanted{
      {context.who.user, context.who.session, factor_mail("passkey_removed", found->name), context.by_caller()},
      *named};
  return continue_with{{.write = std::move(wanted)},
                       on_success<remove_passkey>([](const reply_context&) { return done_without_body(); })};
}

} // namespace

constexpr api_route passkey_rows[]{
    routes::guarded(routes::signed_in(http_method::post, "/v1.1/account/passkeys/options", begin_own_passkey,
                                      asking_for_a_passkey)),
    routes::guarded(routes::signed_in(http_method::post, "/v1.1/account/passkeys", add_own_passkey, adding_a_passkey)),
    routes::signed_in(http_method::get, "/v1.1/account/passkeys", list_own_passkeys, listing_passkeys),
    routes::guarded(routes::signed_in(http_method::del, "/v1.1/account/passkeys/{passkey_id}", remove_own_passkey,
                                      removing_a_passkey)),
};
constexpr std::span<const api_route> passkey_routes{passkey_rows};

} // namespace paylink
