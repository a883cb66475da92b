#include "http/tools/endpoint_probe.hpp"

#include "domain/values/time.hpp"
#include "http/outbound/outbound_connection.hpp"
#include "http/outbound/request_head.hpp"
#include "http/tools/certificate_fault.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

namespace paylink {
namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;

namespace {

// An endpoint may be tried before it is public, but never in plain text over a network.
address_policy policy_of_probes() {
  address_policy policy;
  for (const auto* all : {"0.0.0.0/0", "::/0"}) policy.allow.push_back(network::parse(all).value());
  for (const auto* loopback : {"127.0.0.0/8", "::1/128"}) policy.allow_http.push_back(network::parse(loopback).value());
  return policy;
}

outbound_url read_url(const std::string& url) {
  static const address_policy policy = policy_of_probes();
  auto [target, fault] = check_outbound_url(url, policy);
  if (!target)
    throw std::invalid_argument{"`" + url + "` cannot be an endpoint's URL: " + fault.message +
                                " (127.0.0.1 and [::1], which are this machine, may be called with http.)"};
  return *target;
}

/// One request from the connection to the header of its answer.
class exchange {
public:
  exchange(const outbound_url& target, tls_client& tls, std::chrono::milliseconds timeout, const probe_request& request)
      : target_{target}, tls_{tls}, timeout_{timeout}, request_{request}, host_{target.host}, origin_{target.origin()},
        began_{steady_clock::now()} {
    made_.started_at = system_wall_clock{}.now();
  }

  attempt run() {
    if (dial() && (!target_.is_https || shake_hands()) && send_request()) read_answer();
    made_.duration = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - began_);
    return std::move(made_);
  }

private:
  bool dial() {
    error_code failed;
    const auto found = tcp::resolver{io_}.resolve(host_, std::to_string(target_.port), failed);
    if (failed)
      return fail(failure_class::dns, failed != asio::error::host_not_found_try_again,
                  "The name " + host_ + " cannot be resolved: " + failed.message() + ".");
    std::string tried;
    for (const auto& one : found) {
      const tcp::endpoint endpoint = one.endpoint();
      made_.address =
          (endpoint.address().is_v6() ? '[' + endpoint.address().to_string() + ']' : endpoint.address().to_string()) +
          ":" + std::to_string(endpoint.port());
      const auto outcome = connect(endpoint);
      if (!outcome) return time_up("connecting to");
      if (!*outcome) return true;
      tried.append(tried.empty() ? "" : "; ").append(made_.address).append(": ").append(outcome->message());
    }
    return fail(failure_class::connect, false, "No connection to " + host_ + " (" + tried + ").");
  }

  // None if the time is up.
  std::optional<error_code> connect(const tcp::endpoint& endpoint) {
    connection_ = std::make_unique<outbound_connection>(io_, origin_);
    auto& socket = connection_->socket();
    error_code failed;
    socket.open(endpoint.protocol(), failed);
    if (!failed) socket.native_non_blocking(true, failed);
    if (failed) return failed;
    std::optional<error_code> outcome;
    socket.async_connect(endpoint, [&outcome](const error_code& ended) { outcome = ended; });
    if (!turn_until([&outcome] { return outcome.has_value(); })) return std::nullopt;
    if (!*outcome) socket.set_option(tcp::no_delay{true}, failed);
    connection_->connected(made_.address);
    return outcome;
  }

  bool shake_hands() {
    connection_->secure(
        tls_.attach(connection_->socket().native_handle(), host_, target_.literal.has_value(), connection_->origin()));
    if (connection_->ssl() == nullptr)
      return fail(failure_class::tls, false, "TLS cannot be set up for " + host_ + ".");
    fault_.watch(connection_->ssl());
    for (;;) {
      const io_step step = connection_->handshake();
      if (step == io_step::closed) return handshake_failed();
      if (step == io_step::done) break;
      if (!wait_for(step)) return time_up("negotiating TLS with");
    }
    made_.tls = connection_->tls();
    return true;
  }

  bool handshake_failed() {
    if (!fault_.text().empty())
      return fail(failure_class::tls, true, "The certificate of " + host_ + " is refused: " + fault_.text() + ".");
    if (connection_->wants_certificate()) return fail(failure_class::tls, false, demand_of_certificate(host_));
    return fail(connection_->failed_in_transport() ? failure_class::reset : failure_class::tls, false,
                "TLS with " + host_ + " at " + made_.address + " failed: " + connection_->error() + ".");
  }

  bool send_request() {
    connection_->reader.begin();
    std::string head;
    append_request_head(head, target_, request_.headers, request_.body.size());
    const auto pieces = static_cast<std::size_t>(std::max(request_.pieces, 1));
    const auto size = request_.body.size() / pieces + 1;
    std::string_view body = request_.body;
    for (std::size_t place = 0; place < pieces; ++place) {
      const auto piece = std::string{body.substr(0, size)};
      body.remove_prefix(piece.size());
      if (place != 0 && !rest()) return time_up("sending to");
      const io_step step = write(place == 0 ? head + piece : piece);
      if (step == io_step::closed) return true; // a receiver that refuses early may have answered before it closed
      if (step != io_step::done) return time_up("sending to");
    }
    return true;
  }

  // `done` or `closed`; anything else when the time is up.
  io_step write(std::string_view unsent) {
    for (;;) {
      const io_step step = connection_->write(unsent);
      if (step == io_step::done || step == io_step::closed || !wait_for(step)) return step;
    }
  }

  bool rest() {
    bool is_over = false;
    asio::steady_timer timer{io_, request_.pause};
    timer.async_wait([&is_over](const error_code&) { is_over = true; });
    const bool is_in_time = turn_until([&is_over] { return is_over; });
    if (!is_in_time) {
      timer.cancel();
      drain();
    }
    return is_in_time;
  }

  void read_answer() {
    for (;;) {
      const io_step step = connection_->read();
      if (step == io_step::closed) {
        if (connection_->wants_certificate()) {
          fail(failure_class::tls, false, demand_of_certificate(host_));
          return;
        }
        fail(failure_class::reset, false,
             "The connection to " + made_.address + " broke before the response was complete: " + connection_->error() +
                 ".");
        return;
      }
      if (step != io_step::done) {
        if (wait_for(step)) continue;
        time_up("waiting for a response from");
        return;
      }
      const auto progress = connection_->reader.read_head(made_.response_headers);
      if (progress == response_reader::progress::more) continue;
      if (progress == response_reader::progress::malformed)
        fail(failure_class::reset, false,
             "The response from " + made_.address + " is refused: " + std::string{connection_->reader.problem()} + ".");
      else
        made_.status_code = connection_->reader.status();
      return;
    }
  }

  bool wait_for(io_step wanted) {
    bool is_ready = false;
    connection_->wait(wanted, [&is_ready](const error_code&) { is_ready = true; });
    return turn_until([&is_ready] { return is_ready; });
  }

  // Runs the loop until `is_done`; false if the time is up first, with no operation left on the socket.
  template <class Done>
  bool turn_until(Done is_done) {
    while (!is_done()) {
      io_.restart();
      if (io_.run_one_until(began_ + timeout_) != 0) continue;
      error_code ignored;
      connection_->socket().cancel(ignored);
      drain();
      return false;
    }
    return true;
  }

  // Runs the handlers of cancelled operations while the objects that they use still exist.
  void drain() {
    io_.restart();
    io_.poll();
  }

  bool time_up(std::string_view doing) {
    return fail(failure_class::timeout, false,
                "The timeout of " + std::to_string(timeout_.count()) + " ms expired while " + std::string{doing} + ' ' +
                    host_ + ".");
  }

  bool fail(failure_class failed_by, bool is_final, std::string why) {
    made_.failed_by = failed_by;
    made_.final = is_final;
    made_.error = std::move(why);
    return false;
  }

  const outbound_url& target_;
  tls_client& tls_;
  std::chrono::milliseconds timeout_;
  const probe_request& request_;
  std::string host_, origin_;
  steady_clock::time_point began_;
  attempt made_;
  certificate_fault fault_; ///< Declared before the connection, whose TLS writes into it.
  asio::io_context io_{1};
  std::unique_ptr<outbound_connection> connection_;
};

} // namespace

endpoint_probe::endpoint_probe(std::string url, const std::string& ca_file, std::chrono::milliseconds timeout)
    : url_{std::move(url)}, target_{read_url(url_)}, tls_{ca_file}, timeout_{timeout} {}

attempt endpoint_probe::send(const probe_request& request) {
  auto made = exchange{target_, tls_, timeout_, request}.run();
  made.url = url_;
  return made;
}

} // namespace paylink
