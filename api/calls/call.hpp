#pragma once
#include "api/answers/answer_budget.hpp"
#include "api/calls/handled.hpp"
#include "api/calls/rate_limits.hpp"
#include "api/calls/router.hpp"
#include "domain/addresses/address_policy.hpp"
#include "domain/banks/bank_status.hpp"
#include "domain/identity/access.hpp"
#include "persistence/store.hpp"
#include "secrets/hash_places.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealing.hpp"

#include <boost/json/object.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace paylink {

struct api_route;
struct api_services;
class change_board;
class page_cache;

/// What a request shows of its caller: a token, or else a session.
struct request_credential {
  std::string digest{}; ///< SHA-256; empty: none that could be one, or none is needed.
  bool is_session = false;
};

/// One request from outside, until it is answered. One thread at a time works on it, but another may answer it
/// meanwhile because it waited too long: answer, rate-limit headers and stream are guarded.
struct http_call {
  http_request request;
  responder reply;
  std::chrono::steady_clock::time_point arrived_at = std::chrono::steady_clock::now();
  const api_route* route = nullptr;
  path_parameters path;
  request_credential credential;
  caller who;             ///< Set once it is admitted; empty on public paths.
  workspace_id workspace; ///< From the path, once the caller may see it.
  bool is_admitted = false;
  const api_services* services = nullptr;  ///< Once it has a route: bounds its answer.
  std::optional<write_command> aside;      ///< A write that the call causes besides its own, and that nobody waits for.
  std::shared_ptr<const void> hash_turn{}; ///< Its place among those who wait for a hash.
  bool is_portioned = false;               ///< Its answer has portions: it counts neither as a list nor as a search.
  std::shared_ptr<const void> place{};     ///< Among the answers in portions, until its own begins and holds it.
  next_step next;                          ///< Once admitted: where it goes on, if it has got further than its handler.
  std::shared_ptr<portioned_read> body;    ///< Of an answer that is read while it is sent.
  std::function<void(std::optional<std::string>)> take; ///< Gets the next portion of `body`, on a reader's thread.

  /// Sends the answer, with the headers of every answer to this call, and logs it under the trace id. Only the first
  /// answer is sent: a caller that waited too long already has one. Gives up its places, for a hash and
  /// among the answers in portions. Thread-safe.
  void answer(http_response response);
  bool is_answered() const { return is_answered_; }
  /// Takes a place among those who wait for a hash, unless it has one; false if none is free.
  bool take_hash_turn(const hash_place& wanted);
  /// Whose turn it is: the requested Workspace, or the user if it asks across several; before it is admitted, the
  /// client's household.
  std::string asker() const;
  /// Who holds what is being sent.
  answer_asker answered_to() const;
  /// The limit that it counts against; every answer reports it.
  void count_against(const rate_reading& reading);
  /// As `responder::subscribe`; nothing once it is answered.
  void subscribe(std::string topic);

private:
  void hold_until_sent(http_response& response) const;

  std::mutex mutex_;
  std::optional<rate_reading> limit_;
  std::atomic<bool> is_answered_ = false;
};

/// What the service says of its own API.
struct api_document {
  std::string text; ///< OpenAPI, as JSON.
  std::string etag; ///< Names this text.
};

/// What handlers need besides the rows: interfaces and configured values. Outlives every call.
struct api_services {
  const wall_clock& clock;
  random_source& random;
  const master_keys& keys; ///< Seals cursors.
  page_cache& pages;
  change_board& changes;
  rate_limits& limits;
  const readiness& state;
  bank_times& bank_clocks;
  std::string public_url; ///< Without a slash at its end.
  std::string brand;
  session_limits sessions{};
  bool sign_up_is_open = false;
  int tries = 10; ///< Of a password in 15 minutes, from an address and by a device; 0: any number.
  money amount_max{499'999'999};
  address_policy addresses;
  bool is_sandbox = false;
  bool sends_mail = false;    ///< Otherwise mails are written to files.
  std::string bank_origin{};  ///< `http://127.0.0.1:8090`, where the bank of a sandbox has its pages; empty: nowhere.
  std::string_view version{}; ///< Of the program.
  std::size_t held_entries_per_portion = 50;         ///< Few, so that credits behind a reactivation do not wait long.
  std::map<std::string, std::string> feed_secrets;   ///< By the bank's code.
  std::map<std::string, std::string> feed_formats{}; ///< By the bank's code, as in `feed_formats()`; none: native.
  std::map<std::string, configured_bank> banks{};    ///< By the bank's code; a status that an operator has set wins.
  std::set<std::string, std::less<>> connectors{};   ///< Codes of the feeds whose connectors can be asked.
  std::shared_ptr<const api_document> document{};    ///< Null: it is not shown.
  std::shared_ptr<answer_budget> answers = std::make_shared<answer_budget>();
  hash_places places_for_hashes{};
  /// A request from this address had a valid signature: its large bodies have priority over those of strangers.
  std::function<void(const std::string& peer)> trust_sender{};
};

/// A call, for the code that answers it.
struct reply_context {
  http_call& call;
  const api_services& services;
  timestamp now;

  http_response fail(errc error, std::string_view message = {}, std::span<const field_fault> details = {}) const;
  http_response fail(const boost::system::error_code& error) const { return fail(to_errc(error)); }
  http_response fail(errc error, std::string_view message, const field_fault& detail) const {
    return fail(error, message, std::span{&detail, 1});
  }
  /// 422 with these faults.
  http_response refuse(std::span<const field_fault> faults) const { return fail(errc::validation_error, {}, faults); }
  http_response refuse(const field_fault& fault) const { return fail(errc::validation_error, {}, fault); }
  /// For the resource that the path names at `place`, after its Workspace: 404 that names the missing id.
  http_response fail_to_find(std::string_view kind, const boost::system::error_code& error,
                             std::size_t place = 1) const;
  /// 429; the caller may repeat it soon.
  http_response come_again(std::string_view message) const;
  /// The same if the error is `rate_limited`, or else a failure.
  http_response turn_away(errc error, std::string_view message) const {
    return error == errc::rate_limited ? come_again(message) : fail(error, message);
  }
};

/// How a call continues with a command: fails as its verb did, or else passes the reply on to `then`, if that takes
/// one.
template <class Verb, class Then>
auto on_success(Then then) {
  return [then = std::move(then)](const reply_context& done, result<write_reply>& outcome) -> handled {
    auto reply = reply_to<Verb>(outcome);
    if (!reply) return done.fail(reply.error());
    if constexpr (std::invocable<const Then&, const reply_context&>)
      return then(done);
    else
      return then(done, *reply);
  };
}

/// A call with the rows, for a handler.
struct call_context : reply_context {
  read_store& rows;
  caller who;             ///< Empty on public paths.
  workspace_id workspace; ///< From the path, once the caller may see it.
  // For the handler, if the description of its route has them; no later step has them again.
  boost::json::object body{};
  idempotency_key key{}; ///< Empty: the request has none.

  /// The caller acts, for the audit log.
  act by_caller() const;
};

/// Whether the rows contain what was looked for. Throws `database_error` if the query failed: a caller must not get 404
/// because the database is unavailable.
template <class Record>
bool was_found(const result<Record>& answer) {
  if (!answer && to_errc(answer.error()) != errc::not_found) throw database_error{"a lookup got no response"};
  return answer.has_value();
}

} // namespace paylink
