// A connection that has become a stream of server-sent events. It does not go back to requests.
#include "http/connection.hpp"
#include "http/envelope.hpp"
#include "http/response_writer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>

namespace paylink {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// A comment: it keeps proxies and sockets awake, and readers ignore it.
constexpr std::string_view heartbeat = ":\n\n";
// A reader of events has nothing more to say; one that goes on talking is let go.
constexpr std::size_t reader_bytes_max = 16 * 1024;

} // namespace

asio::awaitable<void> connection::stream_events(http_response response, std::shared_ptr<event_stream> events) {
  const bool is_refused = server_->streams_open >= server_->limits.streams_max;
  if (is_refused) response = failure(errc::service_unavailable, trace_id_, wall_time());
  const bool is_chunked = !is_refused && parser_->version() >= 11;
  if (!is_refused) {
    response.content_type = "text/event-stream";
    // nginx would keep events back until a buffer is full.
    response.headers.emplace_back("X-Accel-Buffering", "no");
  }
  out_.clear();
  append_response(out_, response,
                  {.trace_id = trace_id_,
                   .date = server_->date,
                   .is_keep_alive = false,
                   .is_chunked = is_chunked,
                   .is_until_close = !is_refused && !is_chunked});
  if (is_refused) {
    co_await send();
    co_return;
  }
  is_streaming_ = true;
  --server_->connections_open;
  ++server_->streams_open;
  if (server_->on_room) server_->on_room();
  append_events(response.body, is_chunked);

  if (!events) events = server_->streams->make_stream(); // nothing to hear: heartbeats alone
  asio::co_spawn(network_thread_, [self = shared_from_this()] { return self->watch_reader(); }, asio::detached);
  events->attach([weak = weak_from_this(), waiting = std::weak_ptr{events}, thread = network_thread_] {
    asio::post(thread, [weak, waiting] {
      const auto self = weak.lock();
      const auto stream = waiting.lock();
      if (!self || !stream) return;
      // A write that is stuck would not notice.
      if (stream->has_overflowed()) self->abort();
      self->wake_.cancel();
    });
  });
  co_await send_events(*events, is_chunked);
  events->attach(nullptr);
}

asio::awaitable<void> connection::send_events(event_stream& events, bool is_chunked) {
  std::string text;
  for (;;) {
    if (!out_.empty() && !co_await send()) co_return;
    out_.clear();
    if (is_aborted_ || is_reader_gone_) co_return;
    text.clear();
    if (!events.take(text)) co_return; // too slow: it will come back and read the state anew
    if (text.empty() && std::exchange(is_heartbeat_due_, false)) text = heartbeat;
    append_events(text, is_chunked);
    if (server_->is_draining) {
      if (is_chunked) out_ += "0\r\n\r\n";
      co_await send();
      co_return;
    }
    if (!out_.empty()) continue;
    arm(phase::stream, server_->limits.heartbeat_time);
    error_code woken;
    co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
}

void connection::append_events(std::string_view text, bool is_chunked) {
  if (text.empty()) return;
  if (is_chunked)
    append_chunk(out_, text);
  else
    out_ += text;
}

asio::awaitable<void> connection::watch_reader() {
  const auto self = shared_from_this();
  std::array<char, 512> ignored;
  error_code ec;
  for (std::size_t heard = 0; !ec && heard < reader_bytes_max;) {
    if (tls_)
      heard += co_await tls_->async_read_some(asio::buffer(ignored), asio::redirect_error(asio::use_awaitable, ec));
    else
      heard += co_await socket_.async_read_some(asio::buffer(ignored), asio::redirect_error(asio::use_awaitable, ec));
  }
  is_reader_gone_ = true;
  wake_.cancel();
}

} // namespace paylink
