#pragma once
#include "api/calls/call.hpp"

#include <boost/json/object.hpp>

#include <variant>

namespace paylink {

/// The request's body as a JSON object, or the refusal: 415 for another type or an encoding, 400 if it is not a JSON
/// object.
std::variant<boost::json::object, http_response> read_json_body(const call_context& context);

/// The same for a call all whose members may be left out: an empty body has none.
std::variant<boost::json::object, http_response> read_optional_body(const call_context& context);

/// The same for a call without members: the body may be empty, and any member is refused with `why`.
std::variant<boost::json::object, http_response>
read_no_members(const call_context& context, std::string_view why = "The body of this call has no members.");

} // namespace paylink
