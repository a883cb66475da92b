#pragma once
#include "sandbox/books/connections.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace paylink::sandbox {

/// Why the bank does not connect an account.
struct application_refusal {
  unsigned status = 422;
  std::string_view code, message, field;
};

/// The pending connection that the body of `POST /connections` asks for, without id and OTP, or the bank's refusal.
/// `feed` is the connector's code; at the switch the body names the account's bank.
std::variant<connection, application_refusal> read_application(const boost::json::object& body, std::string_view feed);

} // namespace paylink::sandbox
