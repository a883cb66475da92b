// A connection that has become a stream of server-sent events. It never returns to requests, and thousands of payers
// keep one open for a single event: so it has no coroutine, and frees everything that only requests need.
#include "http/server/client_connection.hpp"
#include "http/server/response_writer.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// A comment: it keeps proxies and sockets awake, and readers ignore it.
constexpr std::string_view heartbeat = ":\n\n";
// A reader of events must not send anything; one that keeps sending is disconnected.
constexpr std::size_t reader_bytes_max = 16 * 1024;

} // namespace

void client_connection::begin_stream(http_response response, std::shared_ptr<event_stream> events) {
  is_streaming_ = true;
  --server_->connections_open;
  ++server_->streams_open;
  is_chunked_ = parser_->version() >= 11;
  response.content_type = "text/event-stream";
  // nginx would buffer events until the buffer is full.
  response.headers.emplace_back("X-Accel-Buffering", "no");
  out_.clear();
  append_response(out_, response,
                  {.trace_id = trace_id_,
                   .date = server_->date,
                   .is_keep_alive = false,
                   .is_chunked = is_chunked_,
                   .is_over_tls = server_->is_public_over_tls,
                   .is_until_close = !is_chunked_});
  append_events(response.body);
  begin_sending();
  forget_request();

  kept_ = std::move(response.kept);
  events_ = events ? std::move(events) : server_->streams->make_stream(); // no topic: only heartbeats
  events_->attach(weak_from_this());
  watch_reader();
  send_events();
  if (server_->on_room) server_->on_room();
}

void client_connection::forget_request() {
  parser_.reset();
  request_ = {};
  release(trace_id_);
  in_.clear();
  in_.shrink_to_fit();
}

void client_connection::on_event() {
  // A write that is stuck would not notice.
  if (events_->has_overflowed()) return abort();
  send_events();
}

// One connection's bad luck (no memory, say) must not end the thread that serves all.
void client_connection::send_events() try {
  if (phase_ == phase::write || is_aborted_) return;
  std::string text;
  const bool is_ending = server_->is_draining || events_->has_ended();
  if (!events_->take(text)) return abort(); // too slow: the client reconnects and reads the current state
  if (out_.empty() && text.empty() && is_heartbeat_due_) text = heartbeat;
  is_heartbeat_due_ = false;
  if (out_.empty()) begin_sending();
  append_events(text);
  if (is_ending && !std::exchange(is_farewell_said_, true) && is_chunked_) out_ += "0\r\n\r\n";
  if (out_.empty()) {
    if (is_ending) return abort();
    release(out_);
    return arm(phase::stream, server_->limits.heartbeat_time);
  }
  arm(phase::write, server_->limits.write_time);
  auto sent = [self = shared_from_this()](const error_code& ec, std::size_t bytes) { self->on_sent(ec, bytes); };
  if (tls_)
    tls_->async_write_some(asio::buffer(out_), std::move(sent));
  else
    socket_.async_write_some(asio::buffer(out_), std::move(sent));
} catch (const std::exception& problem) {
  log::error("http.stream_failed", {{"reason", problem.what()}});
  abort();
}

void client_connection::on_sent(const error_code& ec, std::size_t bytes) {
  phase_ = phase::stream;
  if (ec) return abort();
  out_.erase(0, bytes);
  sent_bytes_ += bytes;
  send_events();
}

void client_connection::append_events(std::string_view text) {
  if (text.empty()) return;
  if (is_chunked_)
    append_chunk(out_, text);
  else
    out_ += text;
}

void client_connection::watch_reader() {
  auto heard = [self = shared_from_this()](const error_code& ec, std::size_t bytes) {
    self->reader_bytes_ += bytes;
    if (ec || self->reader_bytes_ > reader_bytes_max) return self->abort();
    self->watch_reader();
  };
  if (tls_)
    tls_->async_read_some(asio::buffer(ignored_), std::move(heard));
  else
    socket_.async_read_some(asio::buffer(ignored_), std::move(heard));
}

} // namespace paylink
