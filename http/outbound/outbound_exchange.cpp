#include "http/outbound/outbound_exchange.hpp"

#include "domain/values/time.hpp"
#include "http/outbound/outbound_redirect.hpp"
#include "http/outbound/request_head.hpp"

namespace paylink {
outbound_exchange::outbound_exchange(outbound_services& services, outbound_request request, handler done)
    : services_{services}, request_{std::move(request)}, done_{std::move(done)},
      began_{std::chrono::steady_clock::now()} {
  attempt_.number = request_.attempt;
  attempt_.started_at = system_wall_clock{}.now();
}

void outbound_exchange::start(list& under_way) {
  under_way_ = &under_way;
  place_ = under_way.insert(under_way.end(), shared_from_this());
  time_limit_.on_due([this] { on_time_up(); });
  services_.attempt_limits.arm(time_limit_);
  go_to(request_.url);
}

void outbound_exchange::abandon(std::string why) {
  if (phase_ == phase::draining) return finish();
  fail(failure_class::reset, false, std::move(why));
}

void outbound_exchange::discard() {
  done_ = nullptr;
  finish();
}

void outbound_exchange::go_to(std::string url) {
  url_ = std::move(url);
  attempt_.status_code = 0;
  attempt_.address.clear();
  attempt_.tls.clear();
  attempt_.response_headers.clear();
  attempt_.response_body.clear();
  auto [target, fault] = read_target();
  if (!target) {
    services_.refused_dials.add();
    return fail(failure_class::blocked_destination, true, std::move(fault.message));
  }
  target_ = *target;
  origin_ = target_.origin();
  // A connection that was not held against the table must never serve a merchant's URL.
  if (request_.is_operators) origin_.insert(0, "operator ");
  if (visited_.empty()) first_origin_ = origin_;
  visited_.push_back(url_);
  reused_ = false;
  if (!dialed_anew_ && (connection_ = services_.pool.take(origin_))) {
    services_.reused.add();
    reused_ = true;
    return send();
  }
  dial();
}

url_verdict outbound_exchange::read_target() const {
  if (!request_.is_operators) return check_outbound_url(url_, services_.guard.policy());
  if (auto read = read_operators_url(url_)) return {read, {}};
  return {std::nullopt, {"format", "The URL in the settings cannot be read."}};
}

void outbound_exchange::dial() {
  phase_ = phase::dialing;
  // The raw pointer is safe: ending this exchange cancels its dialing.
  dialing_ = std::make_shared<outbound_dialing>(services_, dial_target{target_, origin_, request_.is_operators},
                                                [this](dial_outcome outcome) {
                                                  const auto keep = shared_from_this();
                                                  on_dialed(std::move(outcome));
                                                });
  const auto keep = dialing_;
  keep->start();
}

void outbound_exchange::on_dialed(dial_outcome outcome) {
  const auto dialing = std::exchange(dialing_, nullptr);
  attempt_.address = dialing->address();
  if (!outcome.connection) return fail(outcome.failed_by, outcome.final, std::move(outcome.error));
  connection_ = std::move(outcome.connection);
  send();
}

void outbound_exchange::build_request(std::string& out) const {
  out.clear();
  append_request_head(out, target_, request_.headers, request_.body.size());
  out.append(request_.body);
}

void outbound_exchange::send() {
  ++wait_number_;
  phase_ = phase::sending;
  attempt_.address = connection_->address();
  attempt_.tls = connection_->tls();
  connection_->reader.begin();
  build_request(connection_->out);
  unsent_ = connection_->out;
  continue_sending();
}

void outbound_exchange::continue_sending() {
  const io_step step = connection_->write(unsent_);
  if (step == io_step::closed) return on_closed();
  if (step != io_step::done) return await(step);
  phase_ = phase::waiting;
  await(io_step::want_read); // there cannot be an answer yet: wait until the socket is readable
}

void outbound_exchange::await(io_step wanted) {
  // The number distinguishes a wait of this step from one of an abandoned connection.
  connection_->wait(wanted, [self = shared_from_this(), number = ++wait_number_](const boost::system::error_code&) {
    if (self->wait_number_ == number && self->connection_) self->on_ready();
  });
}

void outbound_exchange::on_ready() {
  if (phase_ == phase::sending) return continue_sending();
  if (phase_ == phase::waiting || phase_ == phase::draining) read();
}

void outbound_exchange::read() {
  for (;;) {
    const io_step step = connection_->read();
    if (step == io_step::closed) return phase_ == phase::draining ? end_drain() : on_closed();
    if (step != io_step::done) return await(step);
    if (phase_ == phase::waiting) {
      const auto progress = connection_->reader.read_head(attempt_.response_headers);
      if (progress == response_reader::progress::more) continue;
      if (progress == response_reader::progress::malformed)
        return fail(failure_class::reset, false,
                    "The response from " + attempt_.address +
                        " is invalid: " + std::string{connection_->reader.problem()} + ".");
      return on_answer();
    }
    if (connection_->reader.read_body(attempt_.response_body) != response_reader::progress::more) return end_drain();
  }
}

void outbound_exchange::on_closed() {
  const std::string why = connection_->error();
  if (reused_ && !dialed_anew_ && !connection_->reader.any_byte()) return dial_anew(why);
  if (connection_->wants_certificate())
    return fail(failure_class::tls, false, demand_of_certificate(std::string{target_.host}));
  fail(failure_class::reset, false,
       "The connection to " + attempt_.address + " broke before the response was complete: " + why +
           ". Check the receiver's log.");
}

void outbound_exchange::dial_anew(const std::string& why) {
  first_try_ = "A reused connection to " + attempt_.address + " broke before any response (" + why +
               "), so the request was sent again on a new one.";
  dialed_anew_ = true;
  reused_ = false;
  connection_.reset();
  dial();
}

void outbound_exchange::on_answer() {
  attempt_.status_code = connection_->reader.status();
  if (attempt_.status_code >= 300 && attempt_.status_code < 400) return follow();
  judge_status();
  drain();
}

void outbound_exchange::judge_status() {
  const int status = attempt_.status_code;
  if (status < 300) return;
  attempt_.failed_by = status < 500 ? failure_class::http_4xx : failure_class::http_5xx;
  attempt_.error = "The receiver returned " + std::to_string(status) + ". It must return 2xx.";
}

// The outcome is decided; the rest only completes the record and frees the connection for the next request.
void outbound_exchange::drain() {
  phase_ = phase::draining;
  if (connection_->reader.read_body(attempt_.response_body) != response_reader::progress::more) return end_drain();
  drain_limit_.on_due([this] { end_drain(); });
  services_.drain_limits.arm(drain_limit_);
  read();
}

void outbound_exchange::end_drain() {
  if (connection_->reader.may_reuse()) services_.pool.keep(std::move(connection_));
  finish();
}

void outbound_exchange::follow() {
  if (request_.is_operators) {
    attempt_.failed_by = failure_class::redirect_rejected;
    attempt_.final = true;
    attempt_.error = "The service responded with redirect " + std::to_string(attempt_.status_code) +
                     ", which is not followed. Set its final address in the settings.";
    return drain();
  }
  const redirect_trail trail{visited_, first_origin_, request_.follow_to_other_origin};
  redirect_step step =
      decide_redirect(attempt_.status_code, attempt_.response_headers, trail, services_.guard.policy());
  if (step.target.empty()) {
    if (step.is_blocked) services_.refused_dials.add();
    attempt_.failed_by = step.is_blocked ? failure_class::blocked_destination : failure_class::redirect_rejected;
    attempt_.final = true;
    attempt_.error = std::move(step.refusal);
    return drain();
  }
  std::string ignored; // read only the part of a redirect's body that has already arrived
  if (connection_->reader.read_body(ignored); connection_->reader.may_reuse())
    services_.pool.keep(std::move(connection_));
  connection_.reset();
  attempt_.hops.push_back(step.target);
  go_to(std::move(step.target));
}

void outbound_exchange::on_time_up() {
  const auto keep = shared_from_this();
  if (phase_ == phase::draining) return end_drain();
  if (dialing_) attempt_.address = dialing_->address();
  const std::string doing{dialing_                   ? dialing_->doing()
                          : phase_ == phase::sending ? "sending to"
                                                     : "waiting for a response from"};
  fail(failure_class::timeout, false,
       "The timeout of " + std::to_string(services_.timeout.count()) + " ms expired while " + doing + ' ' +
           std::string{target_.host} + ". Check that the receiver is reachable and responds at once.");
}

void outbound_exchange::fail(failure_class failed_by, bool final, std::string error) {
  attempt_.failed_by = failed_by;
  attempt_.final = final;
  attempt_.error = std::move(error);
  finish();
}

void outbound_exchange::finish() {
  if (phase_ == phase::ended) return;
  const auto keep = shared_from_this();
  leave();
  attempt_.duration = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began_);
  attempt_.url = request_.shown_url.empty() ? std::move(url_) : std::move(request_.shown_url);
  if (!first_try_.empty()) attempt_.error = attempt_.error.empty() ? first_try_ : first_try_ + ' ' + attempt_.error;
  if (const auto done = std::exchange(done_, nullptr)) done(std::move(attempt_));
}

void outbound_exchange::leave() {
  phase_ = phase::ended;
  time_limit_.disarm();
  drain_limit_.disarm();
  if (const auto dialing = std::exchange(dialing_, nullptr)) dialing->cancel();
  connection_.reset();
  if (auto* from = std::exchange(under_way_, nullptr)) from->erase(place_);
}

} // namespace paylink
