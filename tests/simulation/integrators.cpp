#include "tests/simulation/integrators.hpp"

#include "tests/simulation/shared_database.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t events_an_answer = 3;
constexpr int unsure = 0; ///< No answer, or one that says that nothing is known.

int status_of(const http_response* response) { return response && response->status != 503 ? response->status : unsure; }

} // namespace

integrators::integrators(world& in, cluster& nodes, shared_database& database, receivers& outside)
    : world_{in}, nodes_{nodes}, database_{database}, outside_{outside}, followers_(first_shops::get().shops.size()) {}

void integrators::begin() {
  auto& dice = world_.dice;
  const auto somewhen = [&] { return dice.within(1ms, world_.planned.chaos); };
  const auto with_any = [this](auto what) {
    return [this, what] {
      const auto& shop = world_.dice.pick(first_shops::get().shops);
      what(shop, world_.dice.pick(shop.webhooks));
    };
  };
  for (auto turns = dice.between(0, 3); turns > 0; --turns)
    world_.later(somewhen(), with_any([this](const auto& shop, const auto& which) {
                   set_enabled(shop, which, false);
                   world_.later(world_.dice.within(1ms, 1min),
                                [this, &shop, &which] { set_enabled(shop, which, true); });
                 }));
  for (auto turns = dice.between(0, 2); turns > 0; --turns)
    world_.later(somewhen(), with_any([this](const auto& shop, const auto& which) { replace_keys(shop, which); }));
  if (dice.half())
    world_.later(somewhen(), with_any([this](const auto& shop, const auto& which) { send_test(shop, which); }));
  static const std::vector<std::string> filters{"status=skipped", "status=failed", "all=true",
                                                "event=transaction.credit"};
  for (auto turns = dice.between(0, 2); turns > 0; --turns)
    world_.later(somewhen(),
                 with_any([this](const auto& shop, const auto&) { send_again(shop, world_.dice.pick(filters)); }));
  for (auto turns = dice.between(0, 3); turns > 0; --turns)
    world_.later(somewhen(), with_any([this](const auto& shop, const auto&) { send_one_again(shop); }));
  begin_following();
}

void integrators::begin_following() {
  for (std::size_t shop = 0; shop < followers_.size(); ++shop)
    world_.later(world_.dice.within(1ms, world_.planned.chaos), [this, shop] { fetch(shop); });
}

void integrators::hear_of_restored_backup() { is_restored_ = true; }

void integrators::check_end() const {
  for (std::size_t shop = 0; shop < followers_.size(); ++shop)
    database_.rows().each<sql_text>("SELECT id FROM transactions WHERE workspace_id = '" +
                                        first_shops::get().shops[shop].workspace.text() + "'",
                                    [&](const auto& columns) {
                                      const auto& id = column_at<0>(columns).value;
                                      if (!followers_[shop].known.contains(id))
                                        world_.violate("an event was fetched by nobody who follows: " + id);
                                    });
}

void integrators::call(const first_shops::shop& as, http_method method, const std::string& target,
                       const std::string& body, cluster::answer done) {
  nodes_.call(request_with(as.token, method, "/v1.1/" + target, body, world_.dice), std::move(done));
}

void integrators::expect(const char* what, const http_response* response, std::initializer_list<int> others) {
  const int status = status_of(response);
  if (status == unsure || (status >= 200 && status < 300) || std::ranges::find(others, status) != others.end()) return;
  world_.violate(std::string{what} + " is answered with " + std::to_string(status) + " " + response->body);
}

void integrators::set_enabled(const first_shops::shop& of, const first_shops::webhook& which, bool enabled) {
  world_.note("the webhook " + which.id.text() + (enabled ? " is to be enabled" : " is to be disabled"));
  outside_.webhooks().hear_of_wish(which.id);
  const auto wish = ++wishes_[which.id];
  call(of, http_method::patch, "webhooks/" + of.workspace.text() + "/" + which.id.text(),
       enabled ? R"({"enabled":true})" : R"({"enabled":false})",
       [this, &which, wish, enabled](const http_response* response) {
         expect("a change of a webhook", response, {});
         if (status_of(response) == 200 && !enabled && wishes_[which.id] == wish)
           outside_.webhooks().hear_of_disabling(which.id);
       });
}

void integrators::replace_keys(const first_shops::shop& of, const first_shops::webhook& which) {
  if (which.type != webhook_type::http || !replacing_.insert(which.id).second) return;
  world_.note("the webhook " + which.id.text() + " is to get other keys");
  call(of, http_method::post, "webhooks/" + of.workspace.text() + "/" + which.id.text() + "/rotate", "{}",
       [this, &of, &which](const http_response* response) {
         expect("a rotation", response, {});
         if (status_of(response) != 200) return; // a pair that nobody has seen may be waiting
         const auto shown = json::parse(response->body);
         const auto& data = shown.at("data").as_object();
         outside_.webhooks().know_keys(which.id, std::string{data.at("api_key").as_string()},
                                       std::string{data.at("secret").as_string()});
         world_.later(world_.dice.within(1ms, 20s), [this, &of, &which] { activate_keys(of, which); });
       });
}

void integrators::activate_keys(const first_shops::shop& of, const first_shops::webhook& which) {
  call(of, http_method::post, "webhooks/" + of.workspace.text() + "/" + which.id.text() + "/rotate/activate", "{}",
       [this, &of, &which](const http_response* response) {
         const int status = status_of(response);
         // By a clock that was ahead it was in force already; or an earlier call has done it.
         expect("an activation", response, {409});
         if (status == unsure) return world_.later(1s, [this, &of, &which] { activate_keys(of, which); });
         outside_.webhooks().hear_of_activation(which.id);
         replacing_.erase(which.id);
       });
}

void integrators::send_test(const first_shops::shop& of, const first_shops::webhook& which) {
  call(of, http_method::post, "webhooks/" + of.workspace.text() + "/" + which.id.text() + "/test", "{}",
       [this](const http_response* response) { expect("a test", response, {409}); });
}

void integrators::send_again(const first_shops::shop& of, const std::string& filter) {
  world_.note("deliveries are to be sent again: " + filter);
  const auto workspace = of.workspace.text();
  world_.walks.begin(workspace);
  call(of, http_method::post, "deliveries/" + workspace + "/resend?" + filter, "{}",
       [this, workspace](const http_response* response) {
         world_.walks.end(workspace, status_of(response) != unsure);
         expect("sending deliveries again", response, {409, 429});
       });
}

void integrators::send_one_again(const first_shops::shop& of) {
  std::vector<std::string> ended;
  database_.rows().each_of<sql_text>(
      "SELECT event_id FROM deliveries WHERE workspace_id = :id AND webhook_row IS NOT NULL AND state <> 0 ORDER BY "
      "row",
      [&](const auto& columns) { ended.push_back(column_at<0>(columns).value); }, of.workspace.text());
  if (ended.empty()) return;
  const auto& delivery = world_.dice.pick(ended);
  world_.note("the delivery " + delivery + " is to be sent again");
  call(of, http_method::post, "deliveries/" + of.workspace.text() + "/" + delivery + "/resend", "{}",
       [this, delivery](const http_response* response) {
         // A purge may have come before the call.
         const bool is_purged = status_of(response) == 404 && !has_delivery(delivery);
         if (!is_purged) expect("sending a delivery again", response, {409});
       });
}

bool integrators::has_delivery(const std::string& id) const {
  return database_.rows().count_of("SELECT COUNT(*) FROM deliveries WHERE event_id = :id", id) > 0;
}

std::int64_t integrators::events_there(std::size_t shop) const {
  const auto workspace = first_shops::get().shops[shop].workspace.text();
  return database_.rows().count_of("SELECT COUNT(*) FROM transactions WHERE workspace_id = :id", workspace) +
         database_.rows().count_of("SELECT COUNT(*) FROM orders WHERE workspace_id = :id AND status IN (1, 2)",
                                   workspace);
}

bool integrators::has_open() const {
  for (std::size_t shop = 0; shop < followers_.size(); ++shop)
    if (events_there(shop) != std::ssize(followers_[shop].subjects)) return true;
  return false;
}

void integrators::fetch(std::size_t shop) {
  const auto& of = first_shops::get().shops[shop];
  const auto place = followers_[shop].place;
  call(of, http_method::get,
       "events/" + of.workspace.text() + "?limit=" + std::to_string(events_an_answer) + "&after=" + place, {},
       [this, shop, place](const http_response* response) {
         auto& follows = followers_[shop];
         const auto status = status_of(response);
         is_restored_ || world_.has_lost_rows ? expect("the events", response, {409})
                                              : expect("the events", response, {});
         if (status == 200 && place == follows.place) take_events(shop, response->body);
         if (status == 409 && place == follows.place) follows = {};
         const bool has_more = response && response->body.find("\"has_more\":true") != std::string::npos;
         world_.later(has_more ? 1ms : world_.dice.within(500ms, 10s), [this, shop] { fetch(shop); });
         const auto known = follows.subjects.size();
         if (known > 0 && !is_restored_ && world_.dice.one_in_thousand(100)) read_again(shop, world_.dice.below(known));
       });
}

void integrators::take_events(std::size_t shop, const std::string& body) {
  auto& of = followers_[shop];
  const auto answer = json::parse(body);
  for (const auto& one : answer.at("data").as_array()) {
    const auto& event = one.as_object();
    const auto subject = std::string{event.at("subject_id").as_string()};
    if (event.at("position").to_number<std::size_t>() != of.subjects.size() + 1)
      world_.violate("the events of a Workspace are numbered with a gap");
    if (!of.known.insert(subject).second) world_.violate("an event is fetched twice: " + subject);
    of.subjects.push_back(subject);
  }
  of.place = answer.at("meta").at("next_cursor").as_string();
}

// Somebody who comes later is told the same.
void integrators::read_again(std::size_t shop, std::size_t after) {
  const auto& of = first_shops::get().shops[shop];
  call(of, http_method::get, "events/" + of.workspace.text() + "?limit=5&after=" + std::to_string(after), {},
       [this, shop, after](const http_response* response) {
         if (status_of(response) != 200) return;
         auto place = after;
         const auto answer = json::parse(response->body);
         for (const auto& one : answer.at("data").as_array()) {
           const auto& known = followers_[shop].subjects;
           if (place < known.size() && known[place] != one.at("subject_id").as_string())
             world_.violate("an event has another place than before");
           ++place;
         }
       });
}

} // namespace paylink::simulation
