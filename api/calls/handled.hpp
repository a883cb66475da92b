#pragma once
#include "api/calls/workspace_command.hpp"
#include "connectors/connector_line.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/wire/feed_codec.hpp"
#include "http/wire/message.hpp"

#include <concepts>
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

/// Goes on at a reader, with the rows.
using next_step = std::function<handled(call_context& context)>;

/// Takes the outcome of a call's work, and returns the answer or what follows. A function that takes a `call_context`
/// does so at a reader.
template <class Outcome>
class continuation {
public:
  template <class Then>
  continuation(Then then) {
    if constexpr (std::invocable<Then&, const reply_context&, Outcome&>)
      then_ = std::move(then);
    else
      then_ = [then = std::move(then)](const reply_context&, Outcome& outcome) {
        return next_step{
            [then, outcome = std::move(outcome)](call_context& context) { return then(context, outcome); }};
      };
  }
  auto operator()(const reply_context& context, Outcome& outcome) const { return then_(context, outcome); }

private:
  std::function<handled(const reply_context&, Outcome&)> then_;
};

/// Work that an actor does for a call, and how the call goes on with its outcome. A command that names no Workspace
/// goes straight to the store.
template <class Work = workspace_command>
struct continue_with {
  Work work;
  continuation<typename Work::outcome> then;
};

/// A password to check against a hash, or, without one, to be hashed. It takes a tenth of a second of CPU, so it has
/// threads of its own and a short queue, in which the call has a place since its try was counted.
struct password_check {
  std::string password;
  std::string hash{};
  struct outcome {
    bool fits = false;        ///< The password belongs to the hash.
    bool is_outdated = false; ///< The hash that it belongs to was made with another cost than new ones are.
    std::string made{};       ///< The new hash.
  };
};

/// A request to an endpoint that belongs to no delivery: nothing of it is stored. It takes as long as an attempt may.
/// The job has no row and no claim.
struct endpoint_test {
  using outcome = attempt;
  delivery_job job;
};

/// A call of a bank's connector. It may take half a minute.
struct connector_call {
  using outcome = connector_answer;
  connector_request request;
  bank_account_id account{}; ///< Whose connection is in progress; empty: it is about none.
};

/// The entries of a statement of an account; the outcome is what became of each, in their order. A statement that is
/// imported again changes nothing.
struct statement_import {
  using outcome = std::vector<entry_answer>;
  std::shared_ptr<const bank_account> account;
  std::vector<decoded_entry> entries; ///< Usable ones, with statement ids; at least one.
};

/// An answer that is read while it is sent, a portion at a time, each on the rows as they are then.
class portioned_read {
public:
  virtual ~portioned_read() = default;
  /// The next portion; empty: the end; none: it cannot be read. Throws `database_error`. On a reader's thread.
  virtual std::optional<std::string> next(call_context& context) = 0;
};
struct answer_in_portions {
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
struct handled : std::variant<http_response, next_step, continue_with<>, continue_with<password_check>,
                              continue_with<endpoint_test>, continue_with<connector_call>,
                              continue_with<statement_import>, answer_in_portions, made_portion, waits_for_turn> {
  using variant::variant;
};

} // namespace paylink
