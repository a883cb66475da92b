#include "http/server/server.hpp"

#include "domain/addresses/household.hpp"
#include "http/server/client_connection.hpp"
#include "http/server/listener.hpp"
#include "http/server/tls_server.hpp"
#include "http/wire/envelope.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace paylink {

namespace asio = boost::asio;
using std::chrono::milliseconds;

namespace {

// The precision of deadlines: a quarter of the shortest, within bounds.
milliseconds tick_of(const server_limits& limits) {
  const auto shortest =
      std::min({limits.header_time, limits.body_time, limits.strangers_body_time, limits.idle_time, limits.write_time,
                limits.answer_time, limits.heartbeat_time, limits.body_rate_grace, limits.answer_rate_grace});
  return std::clamp(shortest / 4, milliseconds{5}, milliseconds{250});
}

} // namespace

request_handler with_whole_bodies(request_handler inner) {
  return [inner = std::move(inner)](http_request request, responder reply) {
    switch (request.body_state) {
    case body_state::here:
      return inner(std::move(request), std::move(reply));
    case body_state::too_large:
      return reply.answer(failure(errc::payload_too_large, request.trace_id, wall_time()));
    case body_state::expected:
      break;
    }
    reply.answer(send_the_body());
  };
}

/// Listener, clock and drain. Its pending waits hold it, so it may outlive the `http_server`.
class http_server::implementation : public std::enable_shared_from_this<implementation> {
public:
  implementation(asio::io_context& io, options with, request_handler handler)
      : state_{std::make_shared<server_state>(with.limits, std::move(with.trusted_proxies),
                                              std::move(with.refuse_at_head), std::move(handler))},
        is_tls_{!with.tls_certificate.empty()}, certificate_{with.tls_certificate}, key_{with.tls_key},
        listener_{std::make_shared<listener>(io, with.listen, state_,
                                             is_tls_ ? make_server_tls(with.tls_certificate, with.tls_key) : nullptr)},
        network_thread_{io.get_executor()}, clock_{io}, grace_{io}, tick_{tick_of(state_->limits)} {
    state_->is_public_over_tls = is_tls_ || with.is_public_over_tls;
  }

  void start() {
    state_->on_room = [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->on_room();
    };
    // One message to the network thread for all streams of a topic, however many they are.
    state_->streams->on_ready([thread = network_thread_, weak = std::weak_ptr{state_->streams}] {
      asio::post(thread, [weak] {
        if (const auto streams = weak.lock()) streams->deliver();
      });
    });
    keep_time();
    listener_->accept();
  }

  void retire() {
    asio::post(network_thread_, [state = state_] { state->is_retiring = true; });
  }

  void drain(milliseconds grace, std::function<void()> done) {
    asio::post(network_thread_, [self = shared_from_this(), grace, done = std::move(done)]() mutable {
      self->listener_->stop();
      self->state_->is_draining = true;
      self->drained_ = std::move(done);
      self->grace_.expires_after(grace);
      self->grace_.async_wait([self](const boost::system::error_code& ec) {
        if (ec) return;
        self->abort_all();
        self->finish_drain();
      });
      for (auto* open : self->state_->open) open->drain();
      self->on_room();
    });
  }

  void reload_certificate() {
    if (!is_tls_) return;
    asio::post(network_thread_, [self = shared_from_this(), fresh = make_server_tls(certificate_, key_)]() mutable {
      self->listener_->use(std::move(fresh));
    });
  }

  void stop() {
    listener_->stop();
    clock_.cancel();
    grace_.cancel();
    abort_all();
    state_->on_room = nullptr;
    state_->handler = nullptr;
  }

  const std::shared_ptr<server_state>& state() const { return state_; }
  asio::ip::tcp::endpoint endpoint() const { return listener_->endpoint(); }

private:
  void keep_time() {
    clock_.expires_after(tick_);
    clock_.async_wait([self = shared_from_this()](const boost::system::error_code& ec) {
      if (ec || !self->state_->handler) return;
      self->state_->keep_time();
      const auto now = client_connection::clock::now();
      for (auto* open : self->state_->open) open->check_deadline(now);
      self->listener_->accept();
      self->keep_time();
    });
  }

  void on_room() {
    if (state_->is_draining && state_->open.empty()) return finish_drain();
    listener_->accept();
  }

  void finish_drain() {
    grace_.cancel();
    clock_.cancel();
    if (auto done = std::exchange(drained_, nullptr)) asio::post(network_thread_, std::move(done));
  }

  void abort_all() {
    for (auto* open : state_->open) open->abort();
  }

  const std::shared_ptr<server_state> state_;
  const bool is_tls_;
  const std::string certificate_, key_;
  const std::shared_ptr<listener> listener_;
  const asio::io_context::executor_type network_thread_;
  asio::steady_timer clock_, grace_;
  const milliseconds tick_;
  std::function<void()> drained_;
};

http_server::http_server(asio::io_context& io, options with, request_handler handler)
    : implementation_{std::make_shared<implementation>(io, std::move(with), std::move(handler))} {}

http_server::~http_server() { implementation_->stop(); }

void http_server::start() { implementation_->start(); }

void http_server::reload_certificate() { implementation_->reload_certificate(); }

std::uint16_t http_server::port() const { return implementation_->endpoint().port(); }

std::string http_server::address() const {
  const auto endpoint = implementation_->endpoint();
  const auto host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(endpoint.port());
}

void http_server::trust(const std::string& peer) { implementation_->state()->bodies->trust(household_of(peer)); }

void http_server::publish(const std::string& topic, const std::string& event_text) {
  implementation_->state()->streams->publish(topic, event_text);
}

void http_server::end_streams(const std::string& topic) { implementation_->state()->streams->end(topic); }

void http_server::retire() { implementation_->retire(); }

void http_server::drain(milliseconds grace, std::function<void()> done) {
  implementation_->drain(grace, std::move(done));
}

http_server::counters http_server::count() const {
  const auto& state = *implementation_->state();
  return {.connections_accepted = state.connections_accepted,
          .connections_refused = state.connections_refused,
          .requests = state.requests,
          .requests_refused = state.requests_refused,
          .connections_open = state.connections_open,
          .streams_open = state.streams_open,
          .in_flight = state.in_flight,
          .body_bytes = state.bodies->used()};
}

} // namespace paylink
