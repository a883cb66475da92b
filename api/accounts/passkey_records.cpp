#include "api/accounts/passkey_records.hpp"

#include "api/description/forms.hpp"
#include "secrets/base64.hpp"

#include <boost/json/value.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

using enum presence;

constexpr form base64url{.pattern = "^[A-Za-z0-9_-]+$", .example = "q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8sYc3"};
constexpr form passkey_name{.least = 1, .most = 100, .example = "Linh's phone"};
constexpr form site_domain{.example = "pay.example.com"};
constexpr form key_type{.pattern = "^public-key$", .example = "public-key"};
constexpr form key_algorithm{.type = json_type::whole_number, .example = "-7"};
constexpr form patience{.type = json_type::whole_number, .least = 0, .example = "300000"};
constexpr form required_word{.pattern = "^required$", .example = "required"};
constexpr form none_word{.pattern = "^none$", .example = "none"};
constexpr form site_name{.example = "Service"};

constexpr auto passkey_members = members_of<stored_passkey>({
    {"id", forms::passkey_id, get<&stored_passkey::id>, "The passkey's id."},
    {"name", passkey_name, get<&stored_passkey::name>, "The name that the user gave it."},
    {"synced", forms::truth, get<&stored_passkey::is_backed_up>,
     "Whether it is synchronized to several devices by a cloud account."},
    {"created_at", forms::time, get<&stored_passkey::created_at>, "When it was added."},
    {"last_used_at", forms::time, get<&stored_passkey::used_at>, "Its last use.", nullable, "2026-03-15T02:30:05.123Z"},
});

constexpr auto party_members = members_of<passkey_question>({
    {"id", site_domain, get<&passkey_question::relying_party_id>, "The domain that the passkey belongs to."},
    {"name", site_name, get<&passkey_question::brand>, "The service's name, for display."},
});
constexpr written_record<passkey_question> party_record{"PasskeySite", "The site of a passkey.", party_members};

constexpr auto owner_members = members_of<user_account>({
    {"id", base64url, [](auto& of) { return to_url_text(of.id.view()); }, "The user's id, as bytes."},
    {"name", forms::email, get<&user_account::email>, "The user's address."},
    {"displayName", forms::person_name, get<&user_account::name>, "The user's name."},
});
constexpr written_record<user_account> owner_record{"PasskeyOwner", "The user of a passkey.", owner_members};

constexpr auto parameter_members = members_of<passkey_algorithm>({
    {"type", key_type, [](auto&) { return "public-key"; }, "Always `public-key`."},
    {"alg", key_algorithm, [](auto& of) { return static_cast<std::int32_t>(of); },
     "A signature algorithm by its COSE number."},
});
constexpr written_record<passkey_algorithm> parameter_record{"PasskeyAlgorithm", "A kind of key that is accepted.",
                                                             parameter_members};

constexpr auto known_members = members_of<std::string>({
    {"type", key_type, [](auto&) { return "public-key"; }, "Always `public-key`."},
    {"id", base64url, itself, "The credential's id."},
});
constexpr written_record<std::string> known_record{"PasskeyCredential", "A registered passkey.", known_members};

constexpr auto selection_members = members_of<passkey_question>({
    {"residentKey", required_word, [](auto&) { return "required"; }, "The passkey identifies its user."},
    {"requireResidentKey", forms::truth, [](auto&) { return true; }, "The same for older browsers.", always, "true"},
    {"userVerification", required_word, [](auto&) { return "required"; },
     "A PIN or a biometric check, not just a touch."},
});
constexpr written_record<passkey_question> selection_record{"PasskeySelection", "The authenticator's requirements.",
                                                            selection_members};

constexpr auto creation_members = members_of<passkey_question, user_account>({
    {"rp", party_record, itself, "The site."},
    {"user", owner_record, [](auto&, auto& user) -> auto& { return user; }, "The user."},
    {"challenge", base64url, get<&passkey_question::challenge>, "The bytes to sign; valid once, for five minutes."},
    {"pubKeyCredParams", parameter_record, [](auto&) -> auto& { return passkey_algorithms; },
     "The accepted kinds of keys, preferred first."},
    {"timeout", patience, [](auto&) { return std::chrono::milliseconds{ceremony_life}; },
     "How long the browser waits, in milliseconds."},
    {"excludeCredentials", known_record, get<&passkey_question::known>, "The user's existing passkeys."},
    {"authenticatorSelection", selection_record, itself, "The authenticator's requirements."},
    {"attestation", none_word, [](auto&) { return "none"; }, "Always `none`."},
});

constexpr auto request_members = members_of<passkey_question>({
    {"challenge", base64url, get<&passkey_question::challenge>, "The bytes to sign; valid once, for five minutes."},
    {"timeout", patience, [](auto&) { return std::chrono::milliseconds{ceremony_life}; },
     "How long the browser waits, in milliseconds."},
    {"rpId", site_domain, get<&passkey_question::relying_party_id>, "The domain that the passkey belongs to."},
    {"allowCredentials", known_record, get<&passkey_question::known>,
     "The passkeys of the user; empty: any of this site."},
    {"userVerification", required_word, [](auto&) { return "required"; },
     "A PIN or a biometric check, not just a touch."},
});

constexpr member_description registered_members[]{
    {"clientDataJSON", base64url, "The client data from the browser."},
    {"attestationObject", base64url, "The new key."},
};
constexpr record_description registered_record{
    .name = "PasskeyAttestation", .sentence = "The authenticator's response.", .members = registered_members};

constexpr member_description asserted_members[]{
    {"clientDataJSON", base64url, "The client data from the browser."},
    {"authenticatorData", base64url, "The authenticator data."},
    {"signature", base64url, "The signature over both."},
    {"userHandle", base64url,
     "The user's id, as bytes. Required if the passkey signs in alone, since it identifies the account.", withheld},
};
constexpr record_description asserted_record{
    .name = "PasskeySignature", .sentence = "The authenticator's response.", .members = asserted_members};

constexpr member_description registration_members[]{
    {"id", base64url, "The credential's id."},
    {"response", forms::record(registered_record), "The authenticator's response."},
};
constexpr member_description assertion_members[]{
    {"id", base64url, "The credential's id."},
    {"response", forms::record(asserted_record), "The authenticator's response."},
};

constexpr auto asked_members = members_of<passkey_question>({
    {"public_key", request_question_record, itself, "A challenge for a passkey."},
    {"expires_at", forms::time, get<&passkey_question::expires_at>, "When the challenge expires."},
});

/// The members of an answer, one after the other.
class answer_reader {
public:
  answer_reader(const json::object& answer, field_faults& faults) : answer_{answer}, faults_{faults} {
    const auto* response = answer.if_contains("response");
    response_ = response ? response->if_object() : nullptr;
    if (response_ == nullptr) fault("response", "required");
  }

  std::string bytes_of_id() { return bytes(answer_.if_contains("id"), "id"); }
  std::string bytes_of(std::string_view name) {
    return response_ ? bytes(response_->if_contains(name), "response." + std::string{name}) : "";
  }
  /// None if it is left out or `null`.
  std::optional<std::string> bytes_if_given(std::string_view name) {
    const auto* value = response_ ? response_->if_contains(name) : nullptr;
    if (value == nullptr || value->is_null()) return std::nullopt;
    return bytes(value, "response." + std::string{name});
  }
  bool is_whole() const { return is_whole_; }

private:
  std::string bytes(const json::value* value, const std::string& name) {
    const auto* text = value ? value->if_string() : nullptr;
    if (text == nullptr) return fault(name, value ? "type" : "required");
    const auto read = from_url_text({text->data(), text->size()});
    return read ? *read : fault(name, "format");
  }
  std::string fault(const std::string& name, std::string_view code) {
    faults_.push_back({"passkey." + name, std::string{code}, "Send what the browser's `toJSON()` returns."});
    is_whole_ = false;
    return {};
  }

  const json::object& answer_;
  field_faults& faults_;
  const json::object* response_ = nullptr;
  bool is_whole_ = true;
};

} // namespace

constexpr written_record<stored_passkey> passkey_record{"Passkey", "A user's passkey.", passkey_members};
constexpr written_record<passkey_question, user_account> creation_question_record{
    "PasskeyCreation", "Input for `PublicKeyCredential.parseCreationOptionsFromJSON`.", creation_members};
constexpr written_record<passkey_question> request_question_record{
    "PasskeyRequest", "Input for `PublicKeyCredential.parseRequestOptionsFromJSON`.", request_members};
constexpr record_description registration_answer_record{
    .name = "PasskeyRegistration",
    .sentence = "The result of the credential's `toJSON()`; further members are ignored.",
    .members = registration_members};
constexpr record_description assertion_answer_record{
    .name = "PasskeyAssertion",
    .sentence = "The result of the credential's `toJSON()`; further members are ignored.",
    .members = assertion_members};

constexpr written_record<passkey_question> passkey_question_record{"PasskeyRequestOptions",
                                                                   "For `navigator.credentials.get`.", asked_members};

std::optional<passkey_registration> read_registration(const json::object& answer, field_faults& faults) {
  answer_reader reader{answer, faults};
  passkey_registration read{reader.bytes_of("clientDataJSON"), reader.bytes_of("attestationObject")};
  return reader.is_whole() ? std::optional{std::move(read)} : std::nullopt;
}

std::optional<passkey_assertion> read_assertion(const json::object& answer, field_faults& faults) {
  answer_reader reader{answer, faults};
  passkey_assertion read;
  read.credential_id = reader.bytes_of_id();
  read.client_data_json = reader.bytes_of("clientDataJSON");
  read.authenticator_data = reader.bytes_of("authenticatorData");
  read.signature = reader.bytes_of("signature");
  read.user_handle = reader.bytes_if_given("userHandle");
  return reader.is_whole() ? std::optional{std::move(read)} : std::nullopt;
}

std::string to_url_text(std::string_view bytes) {
  return to_base64url({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

std::optional<std::string> from_url_text(std::string_view text) {
  const auto bytes = from_base64url(text);
  if (!bytes) return std::nullopt;
  return std::string{bytes->begin(), bytes->end()};
}

} // namespace paylink
