#pragma once
#include "api/calls/call.hpp"

#include <boost/json/object.hpp>

namespace paylink {

/// What a request that creates something is called by its caller (the header `Idempotency-Key`), with what it asks for;
/// the key is empty where there is none.
/// A refusal for a header that is no key.
std::variant<idempotency_key, http_response> read_idempotency_key(const call_context& context,
                                                                  const boost::json::object& body);

/// What a used key was used for; none while it is free, or the request has none. The answer, when the call ends here.
std::variant<std::optional<std::string>, http_response> look_up_key(call_context& context, const idempotency_key& key);

/// Says of an answer that an earlier request with the same key is the one that took effect.
void mark_replay(http_response& response, bool is_replay);

/// A JSON value written in one way only: members in order, no space. Two bodies that say the same are equal in it.
void append_canonical(std::string& out, const boost::json::value& value);

} // namespace paylink
