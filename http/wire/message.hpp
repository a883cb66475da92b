#pragma once
#include "domain/errors/errc.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/values/time.hpp"
#include "http/wire/portioned_body.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

class early_end;

enum class http_method { get, head, post, put, patch, del, options, other };
std::string_view to_text(http_method method);

/// The state of a request's body when the request is handed over.
enum class body_state {
  here,      ///< Read whole (or there is none).
  expected,  ///< The client waits for permission to send it: status 100 gives it, any other answer ends the request.
  too_large, ///< Larger than allowed, and not read: refused once the caller is known.
};

/// One request that passed the guard: bounded, unambiguous.
struct http_request {
  http_method method = http_method::get;
  std::string path;                                         ///< As sent, without the query.
  std::vector<std::string> segments;                        ///< Of the path, percent-decoded once.
  std::vector<std::pair<std::string, std::string>> query;   ///< Decoded, in order, duplicates kept.
  std::string query_text{};                                 ///< As sent, with its `?`, for signatures; empty: none.
  std::vector<std::pair<std::string, std::string>> headers; ///< Names in lower case. Never trailers.
  std::string body;                                         ///< Raw bytes; empty unless the state is `here`.
  paylink::body_state body_state = paylink::body_state::here;
  std::string peer;     ///< Client address, without port.
  std::string trace_id; ///< 32 hex digits: from a valid `traceparent`, else generated.

  std::string_view header(std::string_view lower_case_name) const; ///< Empty when absent.
  std::ptrdiff_t count(std::string_view lower_case_name) const;    ///< How many headers have this name.
  std::optional<std::string_view> parameter(std::string_view name) const;
};

/// One answer. The server adds Content-Length, Date, X-Request-Id and the headers of every answer.
struct http_response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  /// Instead of `body`, a text that outlives every answer: it is sent from where it is, so that a thousand slow readers
  /// of a large file cost no memory.
  std::string_view lasting_body{};
  /// Instead of `body`: sent portion by portion.
  std::shared_ptr<portioned_body> portions{};
  /// A stream of server-sent events: `body` contains the first event; events published for the responder's topic
  /// follow.
  bool is_event_stream = false;
  std::shared_ptr<const void> kept{};   ///< Kept until the answer is sent, or the stream has ended.
  std::shared_ptr<early_end> may_end{}; ///< Ends the connection while the answer is being sent; null: nobody does.
  bool close = false;                   ///< Close the connection after this answer.

  std::size_t body_bytes() const { return body.size() + lasting_body.size(); }
};

/// The request's body may be sent now: for a caller that waits for this.
inline http_response send_the_body() {
  http_response response;
  response.status = 100;
  return response;
}

/// Carries the one answer of a request back to its connection. Thread-safe. Destroyed without an answer, it answers
/// 500.
class responder {
public:
  struct channel {
    virtual ~channel() = default;
    virtual void answer(http_response response) = 0;
    virtual void subscribe(std::string topic) = 0;
  };
  responder() = default;
  explicit responder(std::unique_ptr<channel> to) : channel_{std::move(to)} {}

  /// At most once; later calls do nothing.
  void answer(http_response response) {
    if (auto to = std::move(channel_)) to->answer(std::move(response));
  }
  /// Call before reading the state for an event stream: everything published for `topic` from now on reaches this
  /// connection.
  void subscribe(std::string topic) {
    if (channel_) channel_->subscribe(std::move(topic));
  }
  explicit operator bool() const { return channel_ != nullptr; }

private:
  std::unique_ptr<channel> channel_;
};

/// Gets every request. Called on a network thread; must not block.
using request_handler = std::function<void(http_request, responder)>;

} // namespace paylink
