#include "http/server/client_connection.hpp"
#include "domain/addresses/household.hpp"
#include "http/server/answer_channel.hpp"
#include "http/server/response_writer.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>

namespace paylink {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

namespace {

/// The envelope of a refusal; statuses without a row of their own are malformed requests.
http_response to_response(const refusal& why, const std::string& trace_id) {
  auto error = errc::malformed_request;
  if (why.status == 404) error = errc::not_found;
  if (why.status == 413) error = errc::payload_too_large;
  if (why.status == 503) error = errc::service_unavailable;
  auto response = failure(error, trace_id, wall_time(), why.message);
  response.status = why.status;
  response.close = true;
  return response;
}

/// Whether a request line ends in some version of HTTP: then it is an unsupported one.
bool names_a_version(std::string_view head) {
  auto rest = head.substr(0, head.find("\r\n"));
  for (int skipped = 0; skipped < 2; ++skipped) {
    const auto space = rest.find(' ');
    if (space == rest.npos) return false;
    rest.remove_prefix(space + 1);
  }
  return rest.starts_with("HTTP/") && rest.find(' ') == rest.npos;
}

refusal to_refusal(const error_code& ec, std::string_view head) {
  if (ec == beast_http::error::header_limit) return {431, "The header is too large."};
  if (ec == beast_http::error::bad_version && names_a_version(head))
    return {505, "Only HTTP/1.1 and HTTP/1.0 are supported."};
  return {400, "The request is not valid HTTP."};
}

/// Whether a body may be as large as a feed's or a statement. A query makes no difference.
bool may_be_large(http_method method, std::string_view target, const server_limits& limits) {
  if (method != http_method::post) return false;
  const auto path = target.substr(0, target.find('?'));
  if (path.starts_with(limits.feed_prefix)) return path.find('/', limits.feed_prefix.size()) == path.npos;
  return path.starts_with(limits.statement_prefix) && path.ends_with(limits.statement_suffix);
}

std::string_view text_of(const boost::beast::flat_buffer& buffer) {
  return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

} // namespace

void client_connection::start() {
  asio::co_spawn(network_thread_, [self = shared_from_this()] { return self->run(); }, asio::detached);
}

asio::awaitable<void> client_connection::run() {
  const auto self = shared_from_this();
  // One connection's failure (such as no memory) must not end the thread that serves all.
  try {
    co_await live();
  } catch (const std::exception& problem) {
    log::error("http.connection_failed", {{"reason", problem.what()}});
    abort();
  }
  if (!is_streaming_) close();
}

asio::awaitable<void> client_connection::live() {
  if (tls_ && !co_await shake_hands()) co_return;
  auto next = next_step::proceed;
  while (next == next_step::proceed) next = co_await serve_one();
  if (next == next_step::linger) co_await linger();
}

asio::awaitable<bool> client_connection::shake_hands() {
  arm(phase::handshake, server_->limits.header_time);
  error_code ec;
  co_await tls_->async_handshake(asio::ssl::stream_base::server, asio::redirect_error(asio::use_awaitable, ec));
  co_return !ec;
}

asio::awaitable<client_connection::next_step> client_connection::serve_one() {
  request_ = {};
  trace_id_.clear();
  is_for_head_ = wants_close_ = false;
  body_share_.reset();
  auto read = co_await read_head();
  if (read == outcome::ready && is_refused_at_head()) co_return co_await write_answer();
  if (read == outcome::ready && !co_await ask_to_go_on()) {
    if (is_aborted_ || !answer_) co_return next_step::close;
    co_return co_await write_answer();
  }
  if (read == outcome::ready) read = co_await read_body();
  if (read == outcome::gone) co_return next_step::close;
  if (read == outcome::refused) co_return co_await answer_refusal();
  ++served_;
  if (request_.method == http_method::get || is_for_head_)
    request_.body.clear(); // read, so that the next request is found; means nothing
  co_await hand_over(std::move(request_));
  if (is_aborted_ || !answer_) co_return next_step::close;
  co_return co_await write_answer();
}

asio::awaitable<client_connection::outcome> client_connection::read_head() {
  scanner_.restart();
  bool has_skipped_line = false;
  arm(served_ == 0 ? phase::head : phase::idle, served_ == 0 ? server_->limits.header_time : server_->limits.idle_time);
  for (;;) {
    // Some clients send an empty line after the body of their previous request.
    if (!has_skipped_line && text_of(in_).starts_with("\r\n")) {
      in_.consume(2);
      has_skipped_line = true;
    }
    if (in_.size() != 0) {
      if (phase_ == phase::idle) arm(phase::head, server_->limits.header_time);
      if (auto why = scanner_.scan(text_of(in_))) co_return refuse(*why);
    }
    if (scanner_.is_complete()) break;
    if (!co_await receive())
      co_return has_timed_out_&& in_.size() != 0 ? refuse({408, "The header took too long to arrive."}) : outcome::gone;
  }
  if (auto why = take_head()) co_return refuse(*why);
  co_return outcome::ready;
}

std::optional<refusal> client_connection::take_head() {
  const auto& limits = server_->limits;
  const auto head = text_of(in_).substr(0, scanner_.size());
  parser_.emplace(request_, limits.header_bytes_max);
  error_code ec;
  parser_->put(asio::buffer(head), ec);
  request_.trace_id = trace_id_ = trace_of(request_);
  if (ec) return to_refusal(ec, head);
  is_for_head_ = request_.method == http_method::head;
  body_bytes_max_ =
      may_be_large(request_.method, parser_->target(), limits) ? limits.large_body_bytes_max : limits.body_bytes_max;
  framing_ = {};
  if (auto why = check_headers(request_, parser_->version(), body_bytes_max_, framing_)) return why;
  if (auto why = take_target(parser_->target(), limits.target_bytes_max, request_)) return why;
  request_.peer = server_->client_of(address_, request_);
  parser_->set_body_limit(body_bytes_max_);
  wants_close_ = !parser_->keep_alive();
  in_.consume(head.size());
  return std::nullopt;
}

/// Whether there is an answer before the body: then the body stays unread and takes no memory. The gate has logged why.
bool client_connection::is_refused_at_head() {
  if (parser_->is_done() || !server_->refuse_at_head) return false;
  auto refused = server_->refuse_at_head(request_);
  if (!refused) return false;
  ++server_->requests_refused;
  answer_.emplace(std::move(*refused), nullptr);
  wants_close_ = true; // the body may still arrive
  return true;
}

/// Received bytes count against the memory for all bodies, until the request is answered.
bool client_connection::has_room_for_body() {
  if (body_share::is_free(request_.body.capacity())) return true;
  if (!body_share_) {
    body_share_ = std::make_unique<body_share>(server_->bodies, household_of(request_.peer));
    // Memory used by an unknown client must be freed soon.
    if (body_share_->is_strangers()) arm(phase::body, server_->limits.strangers_body_time);
  }
  return body_share_->grow_to(request_.body.capacity());
}

/// The handler decides whether a waiting client may send its body: it can refuse the request by its headers. False: it
/// has, or the client is gone.
asio::awaitable<bool> client_connection::ask_to_go_on() {
  if (parser_->is_done() || !framing_.expects_continue || framing_.is_too_large || in_.size() != 0) co_return true;
  auto head = request_;
  head.body_state = body_state::expected;
  co_await hand_over(std::move(head));
  if (is_aborted_ || !answer_) co_return false;
  if (answer_->response.status != 100) {
    wants_close_ = true; // the body may come all the same
    co_return false;
  }
  answer_.reset();
  out_ = "HTTP/1.1 100 Continue\r\n\r\n";
  co_return co_await send();
}

/// The body stays unread: the handler refuses the request, because it knows what the caller may learn.
client_connection::outcome client_connection::leave_body() {
  release(request_.body);
  body_share_.reset();
  request_.body_state = body_state::too_large;
  wants_close_ = true;
  return outcome::ready;
}

asio::awaitable<client_connection::outcome> client_connection::read_body() {
  if (parser_->is_done()) co_return outcome::ready;
  if (framing_.is_too_large) co_return leave_body();
  arm(phase::body, server_->limits.body_time);
  body_began_ = clock::now();
  body_raw_bytes_ = 0;
  const std::size_t least = framing_.is_chunked ? request_parser::chunked_bytes_min : 1;
  // Extensions and trailers count too, although they are not body: with them a request may be this long.
  const auto raw_bytes_max = body_bytes_max_ + 2 * server_->limits.header_bytes_max;
  for (;;) {
    while (in_.size() >= least) {
      error_code ec;
      const auto used = parser_->put(in_.cdata(), ec);
      in_.consume(used);
      body_raw_bytes_ += used;
      if (ec == beast_http::error::body_limit) co_return leave_body();
      if (ec && ec != beast_http::error::need_more) co_return refuse(to_refusal(ec, {}));
      if (!has_room_for_body())
        co_return refuse({503, "Too many large bodies are being received. Send the request again."});
      if (parser_->is_done()) co_return outcome::ready;
      if (ec || used == 0) break;
    }
    if (framing_.is_chunked && body_raw_bytes_ + in_.size() > raw_bytes_max) co_return refuse({413, {}});
    if (!co_await receive())
      co_return has_timed_out_ ? refuse({408, "The body took too long to arrive."}) : outcome::gone;
  }
}

client_connection::outcome client_connection::refuse(refusal why) {
  refusal_ = why;
  ++server_->requests_refused;
  return outcome::refused;
}

std::string client_connection::trace_of(const http_request& request) {
  std::string_view given;
  int times = 0;
  for (const auto& [name, value] : request.headers) {
    if (name != "traceparent") continue;
    given = value;
    ++times;
  }
  if (times == 1)
    if (auto trace = parse_traceparent(given)) return std::string{*trace};
  return server_->traces.make();
}

asio::awaitable<void> client_connection::hand_over(http_request request) {
  ++server_->requests;
  ++number_;
  answer_.reset();
  if (server_->in_flight >= server_->limits.in_flight_max) {
    take_answer(number_, failure(errc::service_unavailable, trace_id_, wall_time()), nullptr);
    co_return;
  }
  if (!server_->handler) co_return;
  arm(phase::answer, server_->limits.answer_time);
  try {
    server_->handler(std::move(request), responder{std::make_unique<answer_channel>(
                                             shared_from_this(), server_, number_, trace_id_, std::move(body_share_))});
  } catch (const std::exception& problem) {
    // The responder was destroyed with the handler, and has answered 500.
    log::error("http.handler_failed", {{"trace_id", trace_id_}, {"reason", problem.what()}});
  }
  while (!answer_ && !is_aborted_) {
    error_code woken;
    co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
}

void client_connection::take_answer(std::uint64_t number, http_response response,
                                    std::shared_ptr<event_stream> events) {
  if (number != number_ || answer_ || is_aborted_) return;
  answer_.emplace(std::move(response), std::move(events));
  wake_.cancel();
}

asio::awaitable<client_connection::next_step> client_connection::answer_refusal() {
  if (trace_id_.empty()) trace_id_ = server_->traces.make();
  log::info("http.refused", {{"trace_id", trace_id_}, {"status", refusal_.status}, {"reason", refusal_.message}});
  release(request_.body);
  body_share_.reset();
  out_.clear();
  append_response(out_, to_response(refusal_, trace_id_),
                  {.trace_id = trace_id_,
                   .date = server_->date,
                   .is_keep_alive = false,
                   .is_for_head = is_for_head_,
                   .is_over_tls = server_->is_public_over_tls});
  const bool is_sent = co_await send();
  co_return is_sent ? next_step::linger : next_step::close;
}

asio::awaitable<client_connection::next_step> client_connection::write_answer() {
  auto answer = std::exchange(answer_, std::nullopt);
  if (answer->response.is_event_stream && !is_for_head_) {
    if (may_stream(*answer)) {
      begin_stream(std::move(answer->response), std::move(answer->events));
      co_return next_step::stream;
    }
    answer->response = failure(errc::service_unavailable, trace_id_, wall_time());
    answer->response.close = true;
  }
  answer->events.reset();
  if (answer->response.portions && !is_for_head_) {
    auto response = std::move(answer->response);
    answer.reset();
    co_return co_await write_portions(std::move(response));
  }
  const bool stays_open = may_stay_open() && !answer->response.close;
  out_.clear();
  const auto tail = append_response(out_, answer->response,
                                    {.trace_id = trace_id_,
                                     .date = server_->date,
                                     .is_keep_alive = stays_open,
                                     .is_for_head = is_for_head_,
                                     .is_chunked = answer->response.is_event_stream || answer->response.portions,
                                     .is_over_tls = server_->is_public_over_tls});
  auto kept = std::move(answer->response.kept);
  auto end = std::move(answer->response.may_end);
  answer.reset();
  obey(end);
  const bool is_sent = co_await send(tail);
  end.reset();
  kept.reset();
  if (!is_sent) co_return next_step::close;
  // If a drain began while the answer was being sent, the client was not notified; it sees an idle connection close.
  if (stays_open && server_->is_draining) co_return next_step::close;
  co_return stays_open ? next_step::proceed : next_step::linger;
}

bool client_connection::may_stream(const pending_answer& answer) const {
  const auto& limits = server_->limits;
  if (server_->streams_open >= limits.streams_max) return false;
  return !answer.events || std::cmp_less_equal(answer.events->company(), limits.streams_per_topic_max);
}

bool client_connection::may_stay_open() const {
  return !wants_close_ && !server_->is_retiring && !server_->is_draining &&
         served_ < server_->limits.requests_per_connection_max;
}

} // namespace paylink
