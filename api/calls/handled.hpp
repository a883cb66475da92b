#pragma once
#include "api/calls/workspace_command.hpp"
#include "connectors/connector_line.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/wire/feed_codec.hpp"
#include "http/wire/message.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace paylink {

/// One request from outside, until it is answered.
struct http_call;
using call_ptr = std::shared_ptr<http_call>;

struct reply_context;
struct call_context;
struct handled;

/// What follows when a command or a password has been dealt with: it has the rows again.
using next_step = std::function<handled(call_context& context)>;
using command_outcome = std::variant<http_response, next_step>;

/// Who waits for a password to be hashed. Few can, and these are shared out.
struct hash_place {
  std::string account, household; ///< As digests or ids: each has a share.
  bool is_known = false;          ///< No stranger to the account: strangers leave some places to such callers.
};

/// A command, and how its reply becomes the answer. One that names no Workspace goes straight to the store.
struct asked_command {
  workspace_command command;
  std::function<command_outcome(const reply_context& context, result<write_reply>& outcome)> tell;
  std::optional<hash_place> place{}; ///< Needed before it is carried out, for a password that follows: else 503.
};

/// A password to check against a hash, or, without one, to be hashed. It takes a tenth of a second of CPU, so it has
/// threads of its own and a short queue, in which the call has a place since its try was counted.
struct asked_password {
  std::string password;
  std::string hash{};
  struct verdict {
    bool fits = false;        ///< The password belongs to the hash.
    bool is_outdated = false; ///< The hash that it belongs to was made with another cost than new ones are.
    std::string made{};       ///< The new hash.
  };
  std::function<handled(call_context& context, const verdict& found)> then;
};

/// A request to an endpoint that belongs to no delivery: nothing of it is stored, and what comes back decides how the
/// call goes on. It takes as long as an attempt may. The job has no row and no claim.
struct asked_trial {
  delivery_job job;
  std::function<handled(call_context& context, const attempt& made)> then;
};

/// A call of a bank's connector, whose answer decides how the call goes on. It may take half a minute.
struct asked_connector {
  connector_request request;
  bank_account_id account{}; ///< Whose connection is in progress; empty: it is about none.
  std::function<handled(call_context& context, const connector_answer& answer)> then;
};

/// The entries of a statement of an account; what follows gets what became of each, in their order. A statement that is
/// imported again changes nothing.
struct asked_import {
  std::shared_ptr<const bank_account> account;
  std::vector<decoded_entry> entries; ///< Usable ones, with statement ids; at least one.
  std::function<handled(call_context& context, const std::vector<entry_answer>& answers)> then;
};

/// An answer that is read while it is sent, a portion at a time, each on the rows as they are then.
class portioned_read {
public:
  virtual ~portioned_read() = default;
  /// The next portion; empty: the end; none: it cannot be read. Throws `database_error`. On a reader's thread.
  virtual std::optional<std::string> next(call_context& context) = 0;
};
struct asked_portions {
  http_response head; ///< Without a body.
  std::shared_ptr<portioned_read> body;
};
/// The next portion of such an answer; none: it ends here, without its end.
struct made_portion {
  std::optional<std::string> text;
};

/// A list or a search that has been checked, and takes its turn among the others.
struct waits_for_turn {};

/// A handler's result.
struct handled : std::variant<http_response, asked_command, asked_password, asked_trial, asked_connector, asked_import,
                              asked_portions, made_portion, waits_for_turn> {
  using variant::variant;
};

} // namespace paylink
