#include "tests/simulation/receivers.hpp"

#include "domain/values/http_date.hpp"
#include "tests/simulation/node.hpp"
#include "tests/simulation/shared_database.hpp"

#include <charconv>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr milliseconds attempt_time{30'000};

attempt with_status(int status) {
  attempt made;
  made.status_code = status;
  made.address = "192.0.2.1:443";
  if (status >= 500)
    made.failed_by = failure_class::http_5xx;
  else if (status >= 400)
    made.failed_by = failure_class::http_4xx;
  else if (status < 200 || status >= 300)
    made.failed_by = failure_class::redirect_rejected;
  return made;
}

attempt without_answer(failure_class why, bool final = false) {
  attempt made;
  made.failed_by = why;
  made.final = final;
  made.error = "simulated";
  return made;
}

/// The table of the specification: what is neither worth another attempt nor unknown.
bool ends_delivery(const attempt& made) {
  if (made.status_code >= 200 && made.status_code < 300) return true;
  if (made.failed_by == failure_class::redirect_rejected) return true;
  // A second look may disagree with what was found before the request was sent.
  if (made.final) return made.status_code != 0;
  return made.status_code >= 400 && made.status_code < 500 && made.status_code != 408 && made.status_code != 429;
}

int number_of(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The first wait, multiplied with each attempt of the round, and capped; by steps, as somebody would do it by hand.
milliseconds wait_after(std::int64_t attempt_of_round, const retry_policy& set) {
  auto wait = static_cast<double>(set.initial_delay.count());
  for (auto times = attempt_of_round; times > 1 && wait < 1e9; --times) wait *= set.backoff_multiplier;
  // Rounded down: the last fraction of a millisecond is nobody's.
  return std::min(milliseconds{static_cast<std::int64_t>(wait)}, set.max_delay);
}

/// `Retry-After` of a 429 or 503 counts up to 512 seconds, whatever the longest wait is set to.
milliseconds asked_by(const attempt& heard) {
  if (heard.status_code != 429 && heard.status_code != 503) return 0ms;
  for (const auto& [name, value] : heard.response_headers)
    if (name == "Retry-After") return std::min<milliseconds>(std::chrono::seconds{number_of(value)}, 512s);
  return 0ms;
}

/// `https://shop2.test/…`, `https://hook2.test/…`, or a chat's.
std::size_t host_of(const std::string& url) {
  constexpr std::size_t host_of_chats = 8;
  return url.starts_with("https://api.") ? host_of_chats : static_cast<std::size_t>(number_of(url.substr(12)));
}

} // namespace

std::string header_of(const outbound_request& request, std::string_view end) {
  for (const auto& [name, value] : request.headers)
    if (name.ends_with(end)) return value;
  return {};
}

receivers::receivers(world& in, shared_database& database, int hosts)
    : world_{in}, database_{database}, webhooks_{in, database}, looks_{in, database},
      hosts_(static_cast<std::size_t>(hosts), trouble::none) {
  has_dead_host_ = world_.planned.has(fault::receiver) && world_.dice.one_in_thousand(60);
  for (std::size_t host = 0; host < hosts_.size(); ++host) fall_ill(host);
}

std::string receivers::url(std::size_t host, std::size_t link) const {
  return "https://shop" + std::to_string(host) + ".test/callbacks/" + std::to_string(link);
}

void receivers::fall_ill(std::size_t host) {
  if (host == 0 && has_dead_host_) {
    hosts_[host] = static_cast<trouble>(world_.dice.between(1, 3));
    return;
  }
  if (world_.calm || !world_.planned.has(fault::receiver)) {
    hosts_[host] = trouble::none;
    return;
  }
  hosts_[host] = world_.dice.half() ? trouble::none : static_cast<trouble>(world_.dice.between(1, 8));
  world_.later(world_.dice.within(1s, 3min), [this, host] { fall_ill(host); });
}

void receivers::post(const node& from, outbound_request request, std::function<bool(attempt)> done) {
  ++requests;
  const auto delivery = webhooks_.delivery_of(request);
  const auto event = delivery.value_or(header_of(request, "-Event-ID"));
  if (delivery)
    webhooks_.check(from, request, event);
  else
    check_name(request, event);
  check(from, request, event);
  looks_.begin(event, request.attempt);
  const auto host = host_of(request.url) % hosts_.size();
  auto what = decides                                         ? decides(host, request.attempt)
              : world_.calm && (host != 0 || !has_dead_host_) ? trouble::none
                                                              : hosts_[host];
  if (what == trouble::none && world_.strikes(fault::receiver, 60))
    what = static_cast<trouble>(world_.dice.between(1, 8));
  else if (what != trouble::none)
    world_.count(fault::receiver);
  bool is_accepted = false;
  milliseconds takes{0};
  const auto error = decides ? failure_class::none : looks_.error_of(from.number());
  auto made = error == failure_class::none ? outcome_of(what, is_accepted, takes) : without_answer(error, true);
  made.number = request.attempt;
  made.url = request.shown_url.empty() ? request.url : request.shown_url;
  made.started_at = from.clock.now();
  made.duration = takes;
  if (made.status_code != 0) made.response_headers.emplace_back("Date", format_http_date(world_.now() + takes));
  if (is_accepted) ++events_[event].accepted;
  world_.note(from.name() + " posts " + event + " attempt " + std::to_string(request.attempt) + ": " +
              std::to_string(made.status_code) + " " + std::string{to_text(made.failed_by)} + " after " +
              std::to_string(takes.count()) + " ms");
  world_.later(takes, [this, event, made = std::move(made), done = std::move(done)] {
    if (!done(made)) return;
    events_[event].heard = {made.number, world_.elapsed, made};
    looks_.hear(event, made);
  });
}

attempt receivers::outcome_of(trouble what, bool& is_accepted, milliseconds& takes) {
  auto& dice = world_.dice;
  takes = dice.one_in_thousand(100) ? dice.within(1s, 20s) : dice.within(1ms, 300ms);
  switch (what) {
  case trouble::none:
    is_accepted = true;
    return with_status(dice.one_in_thousand(100) ? 204 : 200);
  case trouble::hangs:
    takes = attempt_time;
    return without_answer(failure_class::timeout);
  case trouble::resets:
    return without_answer(dice.half() ? failure_class::reset : failure_class::connect);
  case trouble::errs:
    return with_status(dice.between(500, 504));
  case trouble::refuses: {
    static const std::vector<int> refusals{400, 401, 403, 404, 410, 408, 408, 408};
    return with_status(dice.pick(refusals));
  }
  case trouble::limits: {
    auto made = with_status(dice.half() ? 429 : 503);
    if (dice.half()) made.response_headers.emplace_back("Retry-After", std::to_string(dice.between(0, 700)));
    return made;
  }
  case trouble::redirects:
    return with_status(dice.half() ? 302 : 307);
  case trouble::has_no_name:
    // An unknown host may be known again later; the resolver that knows for certain that there is none ends it.
    return without_answer(failure_class::dns, dice.one_in_thousand(200));
  case trouble::loses_answers:
    is_accepted = true;
    if (dice.half()) return without_answer(failure_class::reset);
    takes = attempt_time;
    return without_answer(failure_class::timeout);
  }
  return with_status(200);
}

void receivers::check(const node& from, const outbound_request& request, const std::string& event) {
  auto& reported = events_[event];
  const auto number = request.attempt;
  const auto said = [&](const std::string& what) {
    world_.violate(what + " (event " + event + ", attempt " + std::to_string(number) + ", " + from.name() + ")");
  };
  const auto agent = header_of(request, "User-Agent"), header = header_of(request, "-Attempt");
  if (!header.empty() && number_of(header) != number) said("I5 the header names another attempt");
  if (!reported.numbers.insert(number).second) said("I5 an attempt's number is sent twice");

  const auto row = database_.rows().delivery_of(event);
  if (!row) return said("an event is sent that is not stored");
  if (row->attempt < number) said("an attempt is sent before its number is stored");
  // A node that stood still, or was slower than its lease, may still send what another node has taken over.
  const bool may_be_late = world_.planned.has(fault::freeze);
  if (row->attempt > number && !may_be_late) said("I8 an attempt is sent after the next one was claimed");
  if (row->attempt == number && row->state != 0 && !may_be_late)
    said("I8 an attempt is sent after the delivery has ended");

  const bool is_first = reported.body.empty();
  if (!is_first && reported.body != request.body) said("I5 the body has changed");
  if (!is_first && reported.agent != agent) said("I5 the user agent has changed");
  if (row->link != 0) check_seal(reported, request, *row, event);
  reported.body = request.body;
  reported.agent = agent;
  if (number > 1) check_wait(reported, number, event);
  reported.highest = std::max(reported.highest, number);
}

// The same for all attempts of a callback.
void receivers::check_seal(received_event& reported, const outbound_request& request, const row_reader::delivery& row,
                           const std::string& event) {
  const auto stamp = header_of(request, "-Timestamp"), signature = header_of(request, "-Signature");
  if (!reported.body.empty() && (reported.signature != signature || reported.stamp != stamp) &&
      !database_.rows().is_renewed(row.row, request.attempt))
    world_.violate("I5 signature or timestamp have changed (event " + event + ", attempt " +
                   std::to_string(request.attempt) + ")");
  reported.signature = signature;
  reported.stamp = stamp;
  reported.link = std::to_string(row.link);
}

void receivers::check_name(const outbound_request& request, const std::string& event) {
  constexpr std::string_view name = "\"payment_link_id\":\"";
  const auto at = request.body.find(name);
  if (at == std::string::npos) return world_.violate("I6 a callback names no link");
  const auto begin = at + name.size();
  const auto link = request.body.substr(begin, request.body.find('"', begin) - begin);
  const auto known = event_of_link_.emplace(link, event).first;
  if (known->second != event)
    world_.violate("I1 the payment of " + link + " is announced as " + known->second + " and as " + event);
}

void receivers::hear_of_restored_backup() {
  looks_.forget();
  for (auto& [event, reported] : events_) {
    reported.body.clear();
    reported.numbers.clear();
    reported.highest = 0;
    reported.heard.reset();
  }
}

// What was heard of the attempt before decides whether there may be another, and when.
void receivers::check_wait(const received_event& reported, int number, const std::string& event) {
  if (!reported.heard || reported.heard->number != number - 1) return;
  const auto before = database_.rows().attempt_of(event, number - 1);
  // Of an attempt whose outcome was lost nobody knows the end, and a round that was asked for begins at once.
  if (!before || before->epoch == 0 || database_.rows().begins_round(event, number)) return;
  const auto& heard = reported.heard->made;
  const auto of = " (event " + event + ", attempt " + std::to_string(number) + ")";
  if (before->status != heard.status_code) world_.violate("an attempt is stored with another status than it had" + of);
  if (ends_delivery(heard)) world_.violate("I8 an attempt follows one that ended the delivery" + of);
  // A node whose own clock decides cannot know better; a server's clock is right.
  if (world_.planned.has_wrong_clocks() && world_.planned.own_disk) return;
  const auto least = std::max(wait_after(before->number_in_round, world_.planned.retries), asked_by(heard));
  const auto waited = world_.elapsed - reported.heard->at;
  if (waited < least)
    world_.violate("I8 an attempt came after " + std::to_string(waited.count()) + " ms instead of " +
                   std::to_string(least.count()) + of);
}

} // namespace paylink::simulation
