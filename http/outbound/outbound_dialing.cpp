#include "http/outbound/outbound_dialing.hpp"

#include "logging/log.hpp"

#include <openssl/x509_vfy.h>

#include <algorithm>

namespace paylink {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::size_t dials_max = 3;
constexpr std::string_view translated_name = "ipv4only.arpa";

asio::ip::address to_asio(const ip_address& address) {
  if (address.is_v6) return asio::ip::address_v6{address.bytes};
  return asio::ip::address_v4{{address.bytes[0], address.bytes[1], address.bytes[2], address.bytes[3]}};
}

std::string endpoint_text(const ip_address& address, std::uint16_t port) {
  std::string text = address.is_v6 ? '[' + address.text() + ']' : address.text();
  return text.append(":").append(std::to_string(port));
}

} // namespace

outbound_dialing::outbound_dialing(outbound_services& services, const dial_target& target, handler done)
    : services_{services}, done_{std::move(done)}, host_{target.url.host}, origin_{target.origin},
      host_is_address_{target.url.literal.has_value()}, is_https_{target.url.is_https},
      is_operators_{target.is_operators}, port_{target.url.port} {
  if (target.url.literal) candidates_.push_back(*target.url.literal);
}

void outbound_dialing::start() {
  connect_limit_.on_due([this] {
    const auto keep = shared_from_this();
    try_next("did not accept a connection in time");
  });
  services_.guard.refresh_own_addresses(std::chrono::steady_clock::now());
  if (host_is_address_) return needs_translation() ? learn_translation() : choose();
  services_.lookup.find(host_,
                        [self = shared_from_this()](lookup_result found) { self->on_addresses(std::move(found)); });
}

void outbound_dialing::cancel() {
  done_ = nullptr;
  connect_limit_.disarm();
  connection_.reset();
}

void outbound_dialing::on_addresses(lookup_result found) {
  if (!done_) return;
  if (found.addresses.empty()) return fail(failure_class::dns, found.answered, std::move(found.error));
  candidates_ = std::move(found.addresses);
  needs_translation() ? learn_translation() : choose();
}

// A public IPv6 address may be a translated private IPv4 address; only the network knows which ones are.
bool outbound_dialing::needs_translation() const {
  if (is_operators_) return false;
  const auto is_public_v6 = [](const ip_address& address) { return address.is_v6 && !is_special_purpose(address); };
  return std::ranges::any_of(candidates_, is_public_v6) &&
         !services_.guard.knows_translation(std::chrono::steady_clock::now());
}

void outbound_dialing::learn_translation() {
  services_.lookup.find(translated_name, [self = shared_from_this()](const lookup_result& found) {
    if (!self->done_) return;
    const bool answered = found.answered || !found.addresses.empty();
    self->services_.guard.learn_translation(found.addresses, answered, std::chrono::steady_clock::now());
    self->choose();
  });
}

bool outbound_dialing::may_dial(const ip_address& address) const {
  return is_operators_ || services_.guard.may_dial(address, port_);
}

void outbound_dialing::choose() {
  const auto is_refused = [this](const ip_address& address) {
    return !may_dial(address) || (!is_https_ && !is_operators_ && !services_.guard.may_use_http(address, port_));
  };
  const std::size_t found = candidates_.size();
  const ip_address first = candidates_.empty() ? ip_address{} : candidates_.front();
  std::erase_if(candidates_, is_refused);
  if (candidates_.empty()) {
    services_.refused_dials.add();
    // The record is the merchant's, who must not learn what private names lead to.
    log::info("outbound.address_refused",
              {{"host", host_}, {"address", endpoint_text(first, port_)}, {"found", found}});
    return fail(failure_class::blocked_destination, true,
                "The host " + host_ +
                    " resolves only to private, reserved or blocked addresses. Use a public address, or ask the "
                    "operator to allow it.");
  }
  if (candidates_.size() > dials_max) candidates_.resize(dials_max);
  dial_next();
}

void outbound_dialing::dial_next() {
  const ip_address& address = candidates_[next_];
  address_ = endpoint_text(address, port_);
  doing_ = "connecting to";
  connection_ = std::make_unique<outbound_connection>(services_.io, origin_);
  tcp::socket& socket = connection_->socket();
  const tcp::endpoint endpoint{to_asio(address), port_};
  boost::system::error_code error;
  socket.open(endpoint.protocol(), error);
  if (!error) socket.native_non_blocking(true, error);
  if (error) return try_next(error.message());
  socket.set_option(tcp::no_delay{true}, error);

  // The last check before the system call. It can fail only through a bug of ours, which must be visible and must not
  // connect.
  if (!may_dial(address)) {
    services_.connects_to_refused.add();
    return fail(failure_class::blocked_destination, true, "The address " + address_ + " is blocked.");
  }
  services_.dials.add();
  if (next_ + 1 < candidates_.size()) // the last one may use all the time that is left
    services_.connect_limits.arm(connect_limit_);
  socket.async_connect(endpoint,
                       [self = shared_from_this(), attempt = next_](const boost::system::error_code& outcome) {
                         if (self->done_ && self->next_ == attempt && self->connection_) self->on_connected(outcome);
                       });
}

void outbound_dialing::on_connected(const boost::system::error_code& error) {
  connect_limit_.disarm();
  if (error) return try_next(error.message());
  boost::system::error_code gone; // a peer that reset the connection already has no address any more
  const tcp::endpoint peer = connection_->socket().remote_endpoint(gone);
  if (gone) return try_next(gone.message());
  if (peer != tcp::endpoint{to_asio(candidates_[next_]), port_})
    return fail(failure_class::blocked_destination, true,
                "The connection to " + address_ + " reached a different address.");
  connection_->connected(address_);
  if (is_https_) return begin_handshake();
  finish({.connection = std::move(connection_), .failed_by = failure_class::none, .final = false, .error = {}});
}

void outbound_dialing::try_next(const std::string& why) {
  connect_limit_.disarm();
  connection_.reset();
  tried_.append(tried_.empty() ? "" : "; ").append(address_).append(": ").append(why);
  if (++next_ < candidates_.size()) return dial_next();
  fail(failure_class::connect, false,
       "No connection to " + host_ + " (" + tried_ + "). Check that the receiver is running and reachable.");
}

void outbound_dialing::begin_handshake() {
  doing_ = "negotiating TLS with";
  connection_->secure(
      services_.tls.attach(connection_->socket().native_handle(), host_, host_is_address_, connection_->origin()));
  if (connection_->ssl() == nullptr)
    return fail(failure_class::tls, false,
                "TLS cannot be set up for " + host_ + ": " + take_tls_error("out of memory"));
  continue_handshake();
}

void outbound_dialing::continue_handshake() {
  const io_step step = connection_->handshake();
  if (step == io_step::closed) return on_handshake_failed();
  if (step != io_step::done) {
    connection_->wait(step, [self = shared_from_this()](const boost::system::error_code&) {
      if (self->done_ && self->connection_) self->continue_handshake();
    });
    return;
  }
  services_.tls_handshakes.add();
  if (SSL_session_reused(connection_->ssl()) == 1) services_.tls_resumed.add();
  finish({.connection = std::move(connection_), .failed_by = failure_class::none, .final = false, .error = {}});
}

// A refused certificate is the receiver's fault and is final; everything else may be a temporary network problem.
void outbound_dialing::on_handshake_failed() {
  services_.tls.forget(origin_);
  if (const long verdict = SSL_get_verify_result(connection_->ssl()); verdict == soon_valid)
    return fail(failure_class::tls, false,
                "The certificate of " + host_ +
                    " is not valid yet, but will be within an hour. The request will be repeated.");
  else if (verdict != X509_V_OK)
    return fail(failure_class::tls, true,
                "The certificate of " + host_ + " is rejected: " + X509_verify_cert_error_string(verdict) +
                    ". Install a valid certificate with its full chain.");
  if (connection_->wants_certificate()) return fail(failure_class::tls, false, demand_of_certificate(host_));
  fail(connection_->failed_in_transport() ? failure_class::reset : failure_class::tls, false,
       "TLS with " + host_ + " at " + address_ + " failed: " + connection_->error() +
           ". Check that the port supports TLS 1.2 or later.");
}

void outbound_dialing::fail(failure_class failed_by, bool final, std::string error) {
  connection_.reset();
  finish({.connection = nullptr, .failed_by = failed_by, .final = final, .error = std::move(error)});
}

void outbound_dialing::finish(dial_outcome outcome) {
  connect_limit_.disarm();
  if (const auto done = std::exchange(done_, nullptr)) done(std::move(outcome));
}

} // namespace paylink
