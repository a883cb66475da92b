#pragma once
#include "api/accounts/account_record.hpp"
#include "persistence/records/second_factor_records.hpp"
#include "secrets/passkeys/passkeys.hpp"

#include <boost/json/object.hpp>

/// Passkeys in JSON: our records, and what browsers read and write (`PublicKeyCredential.parseCreationOptionsFromJSON`,
/// `parseRequestOptionsFromJSON` and `toJSON`), whose names are those of the standard.
namespace paylink {

extern const written_record<stored_passkey> passkey_record;
/// The answers, in the member `passkey` of a body.
extern const record_description registration_answer_record, assertion_answer_record;

/// What is asked. `challenge` and the ids are base64url.
struct passkey_question {
  std::string challenge, relying_party_id, brand;
  timestamp expires_at;
  std::vector<std::string> known; ///< Credential ids: excluded when a passkey is made, else allowed; empty: any.
};
/// The questions to a browser, in the member `public_key`. The first needs the user.
extern const written_record<passkey_question, user_account> creation_question_record;
extern const written_record<passkey_question> request_question_record;
/// The second of them with its end.
extern const written_record<passkey_question> passkey_question_record;

/// Reads an answer; what is missing or no base64url is a fault of `passkey`.
std::optional<passkey_registration> read_registration(const boost::json::object& answer, field_faults& faults);
std::optional<passkey_assertion> read_assertion(const boost::json::object& answer, field_faults& faults);

/// Bytes as base64url, and back; none if it is none.
std::string to_url_text(std::string_view bytes);
std::optional<std::string> from_url_text(std::string_view text);

} // namespace paylink
