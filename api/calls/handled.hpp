#pragma once
#include "http/wire/message.hpp"
#include "persistence/store.hpp"

#include <memory>
#include <variant>

namespace paylink {

/// One request of the outside world, on its way to the answer.
struct http_call;
using call_ptr = std::shared_ptr<http_call>;

/// Sends the callbacks of all links again that a filter matches.
struct resend_all_callbacks {
  workspace_id workspace;
  link_filter filter;
  creator asked_by;
  idempotency_key key{};
};

/// What a handler made of a call: its answer, or a command for an actor.
using api_command = std::variant<create_link, close_link, annotate_transaction, resend_callback, resend_all_callbacks>;
/// A list or a search that is in order, and takes its turn among the others.
struct waits_for_turn {};
using handled = std::variant<http_response, api_command, waits_for_turn>;

} // namespace paylink
