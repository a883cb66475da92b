// The connection's bytes, deadlines and end.
#include "http/server/client_connection.hpp"
#include "http/wire/early_end.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <poll.h>

#include <algorithm>

namespace paylink {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t read_bytes_min = 4 * 1024, read_bytes_max = 64 * 1024;
// What an answer's buffer may keep while its connection is idle.
constexpr std::size_t kept_bytes_max = 16 * 1024;
// How much of a refused client's remaining data is discarded, so that a reset does not overtake our answer.
constexpr std::size_t discarded_bytes_max = 2 * 1024 * 1024;
constexpr std::chrono::milliseconds linger_time{1'000};

} // namespace

client_connection::client_connection(std::shared_ptr<server_state> server, tcp::socket socket, std::string address,
                                     asio::ssl::context* tls)
    : server_{std::move(server)}, network_thread_{*socket.get_executor().target<asio::io_context::executor_type>()},
      socket_{std::move(socket)}, wake_{network_thread_, steady_time::max()}, address_{std::move(address)},
      place_{server_->open.size()}, scanner_{server_->limits} {
  if (tls) tls_.emplace(socket_, *tls);
  server_->open.push_back(this);
  ++server_->connections_open;
}

client_connection::~client_connection() { leave_server(); }

void client_connection::leave_server() {
  auto& open = server_->open;
  if (place_ >= open.size() || open[place_] != this) return;
  open[place_] = open.back();
  open[place_]->place_ = place_;
  open.pop_back();
  place_ = static_cast<std::size_t>(-1);
  --(is_streaming_ ? server_->streams_open : server_->connections_open);
  server_->leave(address_);
  if (server_->on_room) server_->on_room();
}

void client_connection::arm(phase now_in, std::chrono::milliseconds time) {
  phase_ = now_in;
  deadline_ = clock::now() + time;
  has_timed_out_ = false;
}

bool client_connection::is_body_too_slow(steady_time now) const {
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - body_began_);
  if (phase_ != phase::body || elapsed < server_->limits.body_rate_grace) return false;
  const auto received = body_raw_bytes_ + in_.size();
  return received * 1000 < server_->limits.body_rate_min * static_cast<std::size_t>(elapsed.count());
}

bool client_connection::is_reader_too_slow(steady_time now) const {
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - sending_began_);
  if (phase_ != phase::write || elapsed < server_->limits.answer_rate_grace) return false;
  return sent_bytes_ * 1000 < server_->limits.answer_rate_min * static_cast<std::size_t>(elapsed.count());
}

void client_connection::begin_sending() {
  sending_began_ = clock::now();
  sent_bytes_ = 0;
}

bool client_connection::has_client_left() {
  pollfd client{socket_.native_handle(), POLLRDHUP, 0};
  return ::poll(&client, 1, 0) > 0;
}

void client_connection::check_deadline(steady_time now) {
  // Who makes the portion has others to make, and holds a place for it.
  if (phase_ == phase::portion && has_client_left()) return abort();
  if (now < deadline_ && !is_body_too_slow(now) && !is_reader_too_slow(now)) return;
  deadline_ = steady_time::max();
  has_timed_out_ = true;
  switch (phase_) {
  case phase::idle:
  case phase::head:
  case phase::body:
    return stop_reading();
  case phase::answer:
    return take_answer(number_, failure(errc::service_unavailable, trace_id_, wall_time()), nullptr);
  case phase::stream:
    is_heartbeat_due_ = true;
    return send_events();
  case phase::portion:
    return abort();
  case phase::write:
    return drop();
  case phase::handshake:
  case phase::closing:
    return close();
  }
}

void client_connection::stop_reading() {
  error_code ignored;
  socket_.cancel(ignored);
}

void client_connection::drain() {
  const bool is_waiting = phase_ == phase::idle || (phase_ == phase::head && in_.size() == 0);
  if (phase_ == phase::stream) send_events();
  if (phase_ == phase::closing || phase_ == phase::handshake || is_waiting) abort();
}

void client_connection::abort() {
  is_aborted_ = true;
  wake_.cancel();
  close();
}

// For a client that does not read, the kernel would keep the sent data for minutes: a reset drops it.
void client_connection::drop() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger{true, 0}, ignored);
  close();
}

void client_connection::obey(const std::shared_ptr<early_end>& end) {
  if (!end) return;
  end->on_ask([weak = weak_from_this(), thread = network_thread_, of = std::weak_ptr{end}] {
    asio::post(thread, [weak, of] {
      // The answer may have been sent meanwhile.
      if (const auto self = weak.lock(); self && !of.expired()) self->end_early();
    });
  });
}

void client_connection::end_early() {
  log::info("http.answer_ended_early", {{"trace_id", trace_id_}});
  is_aborted_ = true;
  wake_.cancel();
  drop();
}

void client_connection::close() {
  error_code ignored;
  socket_.close(ignored);
  deadline_ = steady_time::max();
}

asio::awaitable<bool> client_connection::receive() {
  if (has_timed_out_ || is_aborted_) co_return false;
  const auto space = in_.prepare(std::clamp(in_.capacity() - in_.size(), read_bytes_min, read_bytes_max));
  error_code ec;
  std::size_t received = 0;
  if (tls_)
    received = co_await tls_->async_read_some(space, asio::redirect_error(asio::use_awaitable, ec));
  else
    received = co_await socket_.async_read_some(space, asio::redirect_error(asio::use_awaitable, ec));
  in_.commit(received);
  co_return !ec;
}

asio::awaitable<bool> client_connection::send(std::string_view tail) {
  std::string_view unsent = out_;
  begin_sending();
  while (!unsent.empty() || !tail.empty()) {
    if (unsent.empty()) unsent = std::exchange(tail, {});
    arm(phase::write, server_->limits.write_time);
    const auto rest = asio::buffer(unsent);
    error_code ec;
    std::size_t sent = 0;
    if (tls_)
      sent = co_await tls_->async_write_some(rest, asio::redirect_error(asio::use_awaitable, ec));
    else
      sent = co_await socket_.async_write_some(rest, asio::redirect_error(asio::use_awaitable, ec));
    if (ec || is_aborted_) co_return false;
    unsent.remove_prefix(sent);
    sent_bytes_ += sent;
  }
  if (out_.capacity() > kept_bytes_max) release(out_);
  co_return true;
}

void client_connection::release(std::string& text) { std::string{}.swap(text); }

asio::awaitable<void> client_connection::linger() {
  arm(phase::closing, std::min(linger_time, server_->limits.write_time));
  error_code ec;
  // Fails if the client has sent more meanwhile, which does not matter: our close_notify is sent.
  if (tls_) co_await tls_->async_shutdown(asio::redirect_error(asio::use_awaitable, ec));
  socket_.shutdown(tcp::socket::shutdown_send, ec);
  if (ec) co_return;
  in_.clear();
  for (std::size_t discarded = 0; discarded < discarded_bytes_max && !is_aborted_;) {
    discarded +=
        co_await socket_.async_read_some(in_.prepare(read_bytes_max), asio::redirect_error(asio::use_awaitable, ec));
    if (ec) co_return;
  }
}

} // namespace paylink
