#pragma once
#include "domain/errors/errc.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/values/time.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

enum class verb { get, head, post, put, patch, del, options, other };
std::string_view to_text(verb method);

/// How a request's body stands when the request is handed over.
enum class body_state {
  here,      ///< Read whole (or there is none).
  expected,  ///< The client waits to be told that it may send it: an answer of status 100 says so, any other ends it.
  too_large, ///< Larger than is taken, and not read: to be refused, once the caller may know as much.
};

/// One request that passed the guard: bounded, unambiguous.
struct http_request {
  verb method = verb::get;
  std::string path;                                         ///< As sent, without the query.
  std::vector<std::string> segments;                        ///< Of the path, percent-decoded once.
  std::vector<std::pair<std::string, std::string>> query;   ///< Decoded, in order, duplicates kept.
  std::vector<std::pair<std::string, std::string>> headers; ///< Names in lower case. Never trailers.
  std::string body;                                         ///< Raw bytes; empty unless it is `here`.
  paylink::body_state body_state = paylink::body_state::here;
  std::string peer;     ///< Client address, without port.
  std::string trace_id; ///< 32 hex: from a valid `traceparent`, else made.

  std::string_view header(std::string_view lower_case_name) const; ///< Empty when absent.
  std::optional<std::string_view> parameter(std::string_view name) const;
};

/// One answer. The server adds Content-Length, Date, X-Request-Id and the headers that every answer carries.
struct http_response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  /// A stream of server-sent events: `body` holds the first event, and what is published for the responder's topic
  /// follows.
  bool is_event_stream = false;
  bool close = false; ///< Close the connection after this answer.
};

/// The body of the request may come: a caller that waits for this sends it now.
inline http_response send_the_body() {
  http_response response;
  response.status = 100;
  return response;
}

/// Carries the one answer of a request back to its connection, from any thread. Dropped unanswered, it answers 500.
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
  /// Before the state is read for an event stream: whatever is published for `topic` from now on reaches this
  /// connection.
  void subscribe(std::string topic) {
    if (channel_) channel_->subscribe(std::move(topic));
  }
  explicit operator bool() const { return channel_ != nullptr; }

private:
  std::unique_ptr<channel> channel_;
};

/// Hears every request. Called on a network thread; must not block.
using request_handler = std::function<void(http_request, responder)>;

} // namespace paylink
