#pragma once
#include "api/calls/call.hpp"

#include <boost/json/object.hpp>

namespace paylink {

/// The header `Idempotency-Key` of a request that creates something, with a fingerprint of the request; empty if there
/// is none. A refusal if the header is not a valid key.
std::variant<idempotency_key, http_response> read_idempotency_key(const call_context& context,
                                                                  const boost::json::object& body);

/// What a key was used for; none if it is unused, or the request has none. An answer if the call ends here.
std::variant<std::optional<std::string>, http_response> look_up_key(call_context& context, const idempotency_key& key);

/// Marks an answer as a replay: an earlier request with the same key took effect.
void mark_replay(http_response& response, bool is_replay);

/// A JSON value in canonical form: members sorted, no spaces. Bodies with the same content are equal in it.
void append_canonical(std::string& out, const boost::json::value& value);

} // namespace paylink
