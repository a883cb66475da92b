#pragma once
#include "actors/node/node_actors.hpp"

#include <deque>

namespace paylink::test {

/// The receivers of the world: answer each request by a rule, or hold it until told.
class scripted_world final : public outbound_sender {
public:
  using rule = std::function<attempt(const outbound_request&)>;

  explicit scripted_world(const wall_clock& clock) : clock_{clock} {}
  void post(outbound_request request, std::function<void(attempt)> done) override;

  /// Answers every request from now on with this status.
  void answer_all(int status) {
    answer_by([status](const outbound_request&) { return answered(status); });
  }
  void answer_by(rule by) { rule_ = std::move(by); }
  /// Requests stay open; `release` answers the oldest.
  void hold_all() { rule_ = nullptr; }
  void release(attempt with);

  static attempt answered(int status);
  static attempt failed(failure_class why, bool final = false);
  static std::string header(const outbound_request& request, std::string_view name);

  std::vector<outbound_request> requests;
  std::vector<std::chrono::milliseconds> times; ///< Of each request, since the epoch.
  std::deque<std::pair<outbound_request, std::function<void(attempt)>>> held;

private:
  const wall_clock& clock_;
  rule rule_ = [](const outbound_request&) { return answered(200); };
};

/// The connector of a bank: answers by a rule.
class scripted_bank final : public connector_line {
public:
  using rule = std::function<connector_answer(const connector_request&)>;

  /// The line of a node that is opened to it; the bank outlives it.
  std::unique_ptr<connector_line> open();
  connector_answer call(const connector_request& request) override;

  static connector_answer answered(unsigned status, std::string body) {
    return {.status = status, .body = std::move(body)};
  }
  static connector_answer refused(const std::string& code, const std::string& field = {});

  rule by = [](const connector_request&) { return answered(200, "{}"); };
  std::vector<connector_request> requests;
};

/// The way out of mails: keeps those that are sent, and does with each address as told.
class scripted_mail final : public mail_transport {
public:
  mail_outcome send(const mail_message& message) override {
    ++tries;
    const auto reported = outcomes.find(message.to.address);
    const auto what = reported == outcomes.end() ? mail_outcome::kind::sent : reported->second;
    if (what == mail_outcome::kind::sent) sent.push_back(message);
    return {what, "scripted"};
  }
  std::map<std::string, mail_outcome::kind> outcomes; ///< By address; the others are sent.
  std::vector<mail_message> sent;
  int tries = 0;
};

} // namespace paylink::test
