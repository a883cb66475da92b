#pragma once
#include "tests/actors/person.hpp"

namespace paylink::test {

/// An app on a phone whose clock is the node's.
struct authenticator_app {
  authenticator_app(virtual_node& of, const std::string& secret_text);

  /// What it shows now.
  std::string code() const;
  /// Six digits that it shows neither now nor in the periods beside.
  std::string wrong_code() const;

  virtual_node& node;
  std::string secret; ///< Bytes.
  std::vector<std::string> recovery_codes;
};

/// Sets an app up for a signed-in person who has just given the password.
authenticator_app turn_on_app(virtual_node& node, person& of);
http_response confirm_app(person& of, const std::string& code);
std::vector<std::string> codes_of(const http_response& response);
/// `totp true, passkeys 0, codes 10`.
std::string factors_of(person& of);
/// Signs in with the password of `person::join` and further members; keeps the session.
http_response sign_in_with(person& one, const std::string& email, const std::string& members);
/// Takes the session of such an answer.
void keep_session(person& one, const http_response& opened);

} // namespace paylink::test
