#include "api/accounts/passkey_records.hpp"

#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"
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

constexpr member_description passkey_members[]{
    {"id", forms::passkey_id, "The passkey's id."},
    {"name", passkey_name, "The name that the user gave it."},
    {"synced", forms::truth, "Whether it is synchronized to several devices by a cloud account."},
    {"created_at", forms::time, "When it was added."},
    {"last_used_at", forms::time, "Its last use.", nullable, "2026-03-15T02:30:05.123Z"},
};

constexpr member_description party_members[]{
    {"id", site_domain, "The domain that the passkey belongs to."},
    {"name", site_name, "The service's name, for display."},
};
constexpr record_description party_record{
    .name = "PasskeySite", .sentence = "The site of a passkey.", .members = party_members};

constexpr member_description owner_members[]{
    {"id", base64url, "The user's id, as bytes."},
    {"name", forms::email, "The user's address."},
    {"displayName", forms::person_name, "The user's name."},
};
constexpr record_description owner_record{
    .name = "PasskeyOwner", .sentence = "The user of a passkey.", .members = owner_members};

constexpr member_description parameter_members[]{
    {"type", key_type, "Always `public-key`."},
    {"alg", key_algorithm, "A signature algorithm by its COSE number."},
};
constexpr record_description parameter_record{
    .name = "PasskeyAlgorithm", .sentence = "A kind of key that is accepted.", .members = parameter_members};

constexpr member_description known_members[]{
    {"type", key_type, "Always `public-key`."},
    {"id", base64url, "The credential's id."},
};
constexpr record_description known_record{
    .name = "PasskeyCredential", .sentence = "A registered passkey.", .members = known_members};

constexpr member_description selection_members[]{
    {"residentKey", required_word, "The passkey identifies its user."},
    {"requireResidentKey", forms::truth, "The same for older browsers.", always, "true"},
    {"userVerification", required_word, "A PIN or a biometric check, not just a touch."},
};
constexpr record_description selection_record{
    .name = "PasskeySelection", .sentence = "The authenticator's requirements.", .members = selection_members};

constexpr member_description creation_members[]{
    {"rp", forms::record(party_record), "The site."},
    {"user", forms::record(owner_record), "The user."},
    {"challenge", base64url, "The bytes to sign; valid once, for five minutes."},
    {"pubKeyCredParams", forms::records(parameter_record), "The accepted kinds of keys, preferred first."},
    {"timeout", patience, "How long the browser waits, in milliseconds."},
    {"excludeCredentials", forms::records(known_record), "The user's existing passkeys."},
    {"authenticatorSelection", forms::record(selection_record), "The authenticator's requirements."},
    {"attestation", none_word, "Always `none`."},
};

constexpr member_description request_members[]{
    {"challenge", base64url, "The bytes to sign; valid once, for five minutes."},
    {"timeout", patience, "How long the browser waits, in milliseconds."},
    {"rpId", site_domain, "The domain that the passkey belongs to."},
    {"allowCredentials", forms::records(known_record), "The passkeys of the user; empty: any of this site."},
    {"userVerification", required_word, "A PIN or a biometric check, not just a touch."},
};

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

constexpr member_description asked_members[]{
    {"public_key", forms::record(request_question_record), "A challenge for a passkey."},
    {"expires_at", forms::time, "When the challenge expires."},
};

void append_known(std::string& out, const std::vector<std::string>& ids) {
  out += '[';
  for (const auto& id : ids) {
    if (&id != &ids.front()) out += ',';
    record_writer{out}.text("type", "public-key").text("id", id).close();
  }
  out += ']';
}

constexpr std::int64_t browser_patience = std::chrono::duration_cast<std::chrono::milliseconds>(ceremony_life).count();

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

constexpr record_description passkey_record{
    .name = "Passkey", .sentence = "A user's passkey.", .members = passkey_members};
constexpr record_description creation_question_record{
    .name = "PasskeyCreation",
    .sentence = "Input for `PublicKeyCredential.parseCreationOptionsFromJSON`.",
    .members = creation_members};
constexpr record_description request_question_record{.name = "PasskeyRequest",
                                                     .sentence =
                                                         "Input for `PublicKeyCredential.parseRequestOptionsFromJSON`.",
                                                     .members = request_members};
constexpr record_description registration_answer_record{
    .name = "PasskeyRegistration",
    .sentence = "The result of the credential's `toJSON()`; further members are ignored.",
    .members = registration_members};
constexpr record_description assertion_answer_record{
    .name = "PasskeyAssertion",
    .sentence = "The result of the credential's `toJSON()`; further members are ignored.",
    .members = assertion_members};

constexpr record_description passkey_question_record{
    .name = "PasskeyRequestOptions",
    .sentence = "For `navigator.credentials.get`.",
    .members = asked_members,
};

void append_passkey(std::string& out, const stored_passkey& key) {
  record_writer{out}
      .text("id", key.id.view())
      .text("name", key.name)
      .flag("synced", key.is_backed_up)
      .time("created_at", key.created_at)
      .time("last_used_at", key.used_at)
      .close();
}

void append_creation_question(std::string& out, const passkey_question& asked, const user_account& user) {
  record_writer record{out};
  record_writer{record.member("rp")}.text("id", asked.relying_party_id).text("name", asked.brand).close();
  record_writer{record.member("user")}
      .text("id", to_url_text(user.id.view()))
      .text("name", user.email)
      .text("displayName", user.name)
      .close();
  record.text("challenge", asked.challenge);
  auto& kinds = record.member("pubKeyCredParams");
  for (const auto kind : passkey_algorithms) {
    kinds += kind == passkey_algorithms.front() ? '[' : ',';
    record_writer{kinds}.text("type", "public-key").number("alg", static_cast<std::int32_t>(kind)).close();
  }
  kinds += ']';
  record.number("timeout", browser_patience);
  append_known(record.member("excludeCredentials"), asked.known);
  record_writer{record.member("authenticatorSelection")}
      .text("residentKey", "required")
      .flag("requireResidentKey", true)
      .text("userVerification", "required")
      .close();
  record.text("attestation", "none").close();
}

void append_request_question(std::string& out, const passkey_question& asked) {
  record_writer record{out};
  record.text("challenge", asked.challenge).number("timeout", browser_patience).text("rpId", asked.relying_party_id);
  append_known(record.member("allowCredentials"), asked.known);
  record.text("userVerification", "required").close();
}

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
