#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// The header `Idempotency-Key` of a request that creates something, with a fingerprint of the request and the body
/// that was read; empty without one. A refusal if the header is not a valid key.
std::variant<idempotency_key, http_response> read_idempotency_key(const call_context& context);

/// What the request's key was used for; none if it is unused, or the request has none. An answer if the call ends here.
std::variant<std::optional<std::string>, http_response> look_up_key(call_context& context);

/// The answer to a request whose key was used before, by `answer(context, subject)`; none if it was not. Handlers ask
/// before they check values: a request that was valid when first sent is answered again, even if its time has passed
/// since.
template <class Answer>
std::optional<http_response> replay(call_context& context, Answer answer) {
  auto used = look_up_key(context);
  if (auto* refused = std::get_if<http_response>(&used)) return std::move(*refused);
  const auto& subject = std::get<std::optional<std::string>>(used);
  return subject ? std::optional<http_response>{answer(context, *subject)} : std::nullopt;
}

/// The answer, with the path of what is new, if any; marked as a replay if an earlier request with the same key took
/// effect.
http_response repeatable(http_response response, bool is_replay, std::string location = {});

/// A JSON value in canonical form: members sorted, no spaces. Bodies with the same content are equal in it.
void append_canonical(std::string& out, const boost::json::value& value);

} // namespace paylink
