#pragma once
#include "api/calls/workspace_command.hpp"
#include "http/wire/message.hpp"

#include <memory>
#include <variant>

namespace paylink {

/// One request from outside, until it is answered.
struct http_call;
using call_ptr = std::shared_ptr<http_call>;

struct reply_context;
struct call_context;

/// An answer that needs another query after the command was carried out.
using row_answer = http_response (*)(call_context& context);
using told_reply = std::variant<http_response, row_answer>;

/// A command, and how its reply becomes the answer.
struct asked_command {
  workspace_command command;
  told_reply (*tell)(const reply_context& context, result<write_reply>& outcome) = nullptr;
};

/// A list or a search that has been checked, and takes its turn among the others.
struct waits_for_turn {};

/// A handler's result.
using handled = std::variant<http_response, asked_command, waits_for_turn>;

} // namespace paylink
