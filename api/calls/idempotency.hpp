#pragma once
#include "api/calls/call.hpp"

#include <boost/json/object.hpp>

namespace paylink {

/// What a request that creates something is called by its caller (the header `Idempotency-Key`), with what it asks for;
/// the key is empty where there is none.
/// A refusal for a header that is no key.
std::variant<idempotency_key, http_response> read_idempotency_key(const call_context& context,
                                                                  const boost::json::object& body);

/// A JSON value written in one way only: members in order, no space. Two bodies that say the same are equal in it.
void append_canonical(std::string& out, const boost::json::value& value);

} // namespace paylink
