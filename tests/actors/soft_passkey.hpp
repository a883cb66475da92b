#pragma once
#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace paylink::test {

/// An authenticator in software, and the browser around it: answers the service's questions as `toJSON()` shows them.
class soft_passkey {
public:
  explicit soft_passkey(std::string origin = "https://pay.test", std::string site = "pay.test");
  ~soft_passkey();
  soft_passkey(soft_passkey&&) noexcept;

  /// Answers `navigator.credentials.create`; remembers the user.
  boost::json::object create(const boost::json::object& question);
  /// Answers `navigator.credentials.get`; the count goes up before.
  boost::json::object get(const boost::json::object& question);

  std::string origin, site;
  std::uint32_t count = 0;
  std::uint32_t counts_by = 1; ///< 0: it does not count.
  bool verifies_user = true;

private:
  struct key_pair;
  std::string data(bool with_credential) const;
  std::string client_data(const char* type, const boost::json::object& question) const;

  std::unique_ptr<key_pair> key_;
  std::string credential_id_;
  std::string user_handle_; ///< As the question has it: base64url.
};

} // namespace paylink::test
