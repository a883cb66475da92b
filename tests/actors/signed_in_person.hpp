#pragma once
#include "tests/actors/virtual_node.hpp"

namespace paylink::test {

/// A person with an account and a session at a node.
class signed_in_person {
public:
  /// The account with this address, made if there is none.
  signed_in_person(virtual_node& node, const std::string& email);

  http_response call(http_method method, const std::string& target, const std::string& body = {});
  http_response get(const std::string& target) { return call(http_method::get, target); }
  http_response post(const std::string& target, const std::string& body = {}) {
    return call(http_method::post, target, body);
  }
  http_response patch(const std::string& target, const std::string& body) {
    return call(http_method::patch, target, body);
  }
  http_response del(const std::string& target) { return call(http_method::del, target); }
  std::vector<std::pair<std::string, std::string>> headers() const;

  user_id id;
  std::string email;

private:
  virtual_node* node_;
  std::string cookie_;
};

/// The parts of an answer's body, asked for to its end; without a value, it was cut off.
std::optional<std::string> read_to_end(virtual_node& node, const http_response& response);

} // namespace paylink::test
