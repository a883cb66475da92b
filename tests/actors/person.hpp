#pragma once
#include "tests/actors/virtual_node.hpp"

namespace paylink::test {

/// A person with a browser: keeps the cookies of a session and of its device, and the CSRF token, and sends all.
class person {
public:
  explicit person(virtual_node& node, std::string address = "192.0.2.44") : node_{node}, address_{std::move(address)} {}

  http_response call(http_method method, const std::string& target, const std::string& body = {});
  /// The same without waiting; the answer comes into the returned place.
  std::shared_ptr<std::optional<http_response>> begin_call(http_method method, const std::string& target,
                                                           const std::string& body = {});
  /// Makes an account by its mailed link.
  void join(const std::string& email);
  http_response sign_in(const std::string& email, const std::string& password = "Pass word 1");
  /// Is a member of the node's Workspace from now on, or has another role there.
  void take_role(const std::string& email, const std::string& role);
  /// Makes an account, and signs in with it.
  void enter(const std::string& email) { join(email), sign_in(email); }

  std::string cookie, csrf;
  std::string device; ///< Its cookie; empty: the browser has signed in to nothing yet, or has lost it.
  std::vector<std::pair<std::string, std::string>> more; ///< Further headers of each request.

private:
  http_request request(http_method method, const std::string& target, const std::string& body) const;
  void keep_cookies(const http_response& answer);

  virtual_node& node_;
  std::string address_;
};

/// What is wrong with a refused body: `name required`, sorted.
std::vector<std::string> faults_in(const http_response& response);
/// The one-time token of the last mail to the address; empty: it carries none.
std::string mailed_token(virtual_node& node, const std::string& address);

} // namespace paylink::test
