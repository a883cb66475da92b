#pragma once
#include "api/accounts/passkey_records.hpp"
#include "api/calls/call.hpp"

/// Questions to passkeys, and their answers.
namespace paylink {

/// Keeps the question, and answers with what `append` writes of it.
continue_with<> ask_passkey(call_context& context, const ceremony& asked, std::vector<std::string> known,
                            std::function<void(std::string& out, const passkey_question&)> append);

/// What an answer to the challenge must fit, on this service.
passkey_ceremony expected_ceremony(const api_services& services, std::string_view client_data_json);

/// Takes the challenge that the answer names, which works once, and goes on with `then`: whether it was given for this
/// kind of call and, except for signing in, to this session.
continue_with<> take_challenge(const std::string& client_data_json, ceremony_kind wanted,
                               std::function<handled(call_context& context, bool fits)> then);

/// The passkey as its answers are verified.
passkey as_verified(const stored_passkey& stored);

} // namespace paylink
