#include "tests/simulation/subscriber.hpp"

#include "secrets/hmac.hpp"
#include "tests/simulation/first_shops.hpp"

#include <boost/json.hpp>

#include <array>

namespace paylink::simulation {

using namespace std::chrono_literals;

namespace {

constexpr milliseconds idle_max = 2h; ///< Of a session that nobody uses.

} // namespace

void subscriber::begin() {
  auto& dice = world_.dice;
  for (auto changes = dice.between(0, 6); changes > 0; --changes)
    world_.later(dice.within(1ms, world_.planned.chaos), [this] { change(); });
}

void subscriber::change() {
  if (is_changing_ || world_.calm) return;
  is_changing_ = true;
  constexpr std::array plans{"Free", "P1", "P2"};
  ask_for(plans[world_.dice.below(plans.size())]);
}

void subscriber::ask_for(const std::string& plan) {
  const auto& cookie = first_shops::get().staffed.owner_cookie;
  nodes_.call(request_of(http_method::put, "/v1.1/account/plan", R"({"plan":")" + plan + "\"}",
                         {{"cookie", "__Host-paylink_session=" + cookie},
                          {"x-csrf-token", sha256_hex("csrf|" + cookie)},
                          {"content-type", "application/json"}},
                         world_.dice),
              [this, plan](const http_response* response) { on_changed(plan, response); });
}

void subscriber::on_changed(const std::string& plan, const http_response* response) {
  if (response && response->status == 200) {
    const auto data = boost::json::parse(response->body).at("data").as_object();
    const auto is_in = [&](const char* name) {
      const auto* text = data.at(name).if_string();
      return text != nullptr && *text == std::string_view{plan};
    };
    if (!is_in("plan") && !is_in("next_plan"))
      world_.violate("a plan that was asked for is neither held nor waits: " + response->body);
    world_.note("the plan " + plan + " is acknowledged");
    acknowledged_ = plan;
    is_changing_ = false;
    return;
  }
  // The session ends by itself, by whatever clock the node has.
  const bool may_be_over = world_.elapsed > idle_max || world_.planned.has_wrong_clocks();
  if (response && response->status == 401 && may_be_over) {
    is_changing_ = false;
    is_unsure_ = true;
    return;
  }
  if (response && response->status != 503 && response->status != 429)
    return world_.violate("a change of plan is answered with " + std::to_string(response->status) + ": " +
                          response->body);
  is_unsure_ = true;
  world_.later(world_.dice.within(100ms, 5s), [this, plan] { ask_for(plan); });
}

void subscriber::check_end(row_reader& rows) {
  const auto& owner = first_shops::get().staffed.owner;
  const auto now = to_millis(world_.now());
  if (!acknowledged_.empty() && !is_unsure_ &&
      rows.count_of("SELECT COUNT(*) FROM users u LEFT JOIN plan_changes c ON c.user_id = u.id WHERE u.id = :owner AND "
                    "COALESCE(c.plan, u.plan) = :plan",
                    owner.text(), acknowledged_) != 1)
    world_.violate("the plan that was acknowledged last, " + acknowledged_ + ", is not held and does not wait");
  if (rows.count_of("SELECT COUNT(*) FROM statements s WHERE s.transactions <> (SELECT COUNT(*) FROM usage u WHERE "
                    "u.owner_id = s.owner_id AND u.month = s.month)") != 0)
    world_.violate("a statement does not bill what was metered in its month");
  if (world_.planned.has_wrong_clocks()) return; // while a clock is not trusted, the month goes on
  const calendar_month first{world::start()};
  const auto settled = std::max(first.end() + 5min, world::start() + world_.calm_since) + 4min;
  if (now < to_millis(settled)) return;
  if (rows.count_of("SELECT COUNT(*) FROM plan_changes WHERE at <= :now", now) != 0)
    world_.violate("a change of plan waits for a month that has begun");
  if (rows.count_of("SELECT COUNT(*) FROM users u WHERE NOT EXISTS (SELECT 1 FROM statements s WHERE s.owner_id = u.id "
                    "AND s.month = :month)",
                    first.text()) != 0)
    world_.violate("an account has no statement of a month that is over");
}

} // namespace paylink::simulation
