#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/links/payment_link.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace paylink {

/// A payment link as sent by the caller, and all faults that need no look-up: types, nulls, unknown members.
struct decoded_link_request {
  link_request request;
  field_faults faults;
};
decoded_link_request decode_link_request(const boost::json::object& body);

/// The record of a link; `public_url` is the service's address, without a final slash.
void append_link(std::string& out, const payment_link& link, std::string_view public_url, timestamp now);
void append_payment(std::string& out, const payment_link& link, const payment& row);

} // namespace paylink
