#include "tests/simulation/order_desk.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

void order_desk::begin() {
  auto& dice = world_.dice;
  is_left_to_chance_ = true;
  for (auto orders = dice.between(0, 5); orders > 0; --orders)
    world_.later(dice.half() ? 1ms : dice.within(1ms, world_.planned.chaos), [this] {
      auto& chance = world_.dice;
      const auto expires_in = chance.half() ? chance.within(5s, 3min) : chance.within(5min, 23h);
      ask_for(chance.below(first_shops::get().accounts.size()), 10'000 * chance.between(1, 20),
              world_.now() + expires_in);
    });
}

bool order_desk::has_open() const {
  return std::ranges::any_of(orders_, [](const order& one) { return one.id.empty() && !one.is_given_up; });
}

const first_shops::shop& order_desk::shop_of(const order& one) const {
  const auto& data = first_shops::get();
  return data.shops[data.accounts[one.account].shop];
}

void order_desk::call(const order& about, const std::string& rest, const std::string& body, cluster::answer done) {
  const auto& shop = shop_of(about);
  nodes_.call(request_with(shop.token, http_method::post, "/v1.1/orders/" + shop.workspace.text() + rest, body,
                           world_.dice, body.empty() ? std::string{} : "make-" + about.own_id),
              std::move(done));
}

std::size_t order_desk::ask_for(std::size_t account, std::int64_t amount, timestamp expires_at) {
  const auto index = orders_.size();
  order made{.account = account, .amount = amount, .expires_at = expires_at};
  made.own_id = "order-" + std::to_string(index);
  made.body = json::serialize(json::object{{"bank_account_id", first_shops::get().accounts[account].id.text()},
                                           {"amount", std::to_string(amount)},
                                           {"order_id", made.own_id},
                                           {"expires_at", format_rfc3339(expires_at)}});
  orders_.push_back(std::move(made));
  create(index);
  return index;
}

void order_desk::create(std::size_t index) {
  world_.note(orders_[index].own_id + " is asked for");
  call(orders_[index], {}, orders_[index].body,
       [this, index](const http_response* response) { on_created(index, response); });
}

void order_desk::on_created(std::size_t index, const http_response* response) {
  auto& made = orders_[index];
  const bool is_late = made.expires_at <= world_.now() + 11min; // by some node's clock it is in the past
  const bool may_be_misjudged = is_late || world_.planned.has(fault::wrong_start);
  const int status = response ? response->status : 503;
  if (status == 422 && is_late) {
    made.is_given_up = made.id.empty();
    return;
  }
  if (status == 503 || status == 409 || (status == 422 && may_be_misjudged)) {
    world_.later(world_.dice.within(100ms, 5s), [this, index] { create(index); });
    return;
  }
  if (status != 201)
    return world_.violate("an order is refused with " + std::to_string(status) + ": " + response->body);
  const auto record = json::parse(response->body).at("data").as_object();
  const auto id = std::string{record.at("id").as_string()};
  if (!made.id.empty() && made.id != id) return world_.violate("an idempotency key made two orders");
  if (!made.id.empty()) return;
  made.id = id;
  made.reference = record.at("reference").as_string();
  world_.note(made.own_id + " is " + id + " " + made.reference);
  if (is_left_to_chance_) leave_to_chance(index);
}

void order_desk::leave_to_chance(std::size_t index) {
  const auto& made = orders_[index];
  if (world_.strikes(fault::repeats, 150)) create(index);
  if (world_.strikes(fault::same_moment, 500)) meet_in_one_moment(index);
  auto& dice = world_.dice;
  // Mostly as asked for; now and then too little, or too much, or once more.
  for (auto times = dice.one_in_thousand(200) ? 2 : dice.one_in_thousand(850); times > 0; --times) {
    const auto amount = dice.one_in_thousand(200) ? made.amount + 1'000 * dice.between(-5, 5) : made.amount;
    world_.later(dice.within(0ms, world_.planned.chaos / 2), [this, index, amount] { pay(index, amount); });
  }
  if (dice.one_in_thousand(150))
    world_.later(dice.within(0ms, world_.planned.chaos / 2), [this, index] { cancel(index); });
}

void order_desk::pay(std::size_t index, std::int64_t amount) {
  const auto& paid = orders_[index];
  if (paid.reference.empty()) return;
  auto content = "pay " + paid.reference + " order no " + std::to_string(++payments_made_);
  if (is_left_to_chance_) return bank_.move(paid.account, amount, true, std::move(content), 0ms);
  // A script's payment is never refused by chance.
  bank::transfer made;
  made.account = paid.account;
  made.amount = amount;
  made.content = std::move(content);
  bank_.move(std::move(made), 0ms, 0ms);
}

void order_desk::meet_in_one_moment(std::size_t index) {
  const auto& met = orders_[index];
  const auto expiry = met.expires_at - world_.now();
  auto when = expiry < 10min ? expiry + milliseconds{world_.dice.between(-1, 1)} : world_.dice.within(1s, 30s);
  when = std::max(when, milliseconds{0});
  if (world_.dice.half()) world_.later(when, [this, index] { cancel(index); });
  for (auto credits = world_.dice.between(1, 2); credits > 0; --credits)
    world_.later(when, [this, index, amount = met.amount] { pay(index, amount); });
}

void order_desk::forget_lost() {
  for (auto& one : orders_) {
    if (database_.rows().count_of("SELECT COUNT(*) FROM orders WHERE id = :id", one.id) != 0) continue;
    one.id.clear();
    one.reference.clear();
    one.is_given_up = true;
  }
}

void order_desk::cancel(std::size_t index) {
  auto& of = orders_[index];
  if (of.id.empty()) return;
  ++of.cancels;
  world_.note(of.own_id + " is to be cancelled");
  call(of, "/" + of.id + "/cancel", {}, [this, index](const http_response* response) {
    if (!response || response->status == 503) return;
    const auto status = database_.rows().count_of("SELECT status FROM orders WHERE id = :id", orders_[index].id);
    if (response->status == 200 && status != 3)
      world_.violate("an order is said to be cancelled and has status " + std::to_string(status));
    else if (response->status == 409 && status == 3 && orders_[index].cancels == 1)
      world_.violate("a cancellation of an order that took place is refused");
    else if (response->status != 200 && response->status != 409)
      world_.violate("cancelling an order is answered with " + std::to_string(response->status));
  });
}

} // namespace paylink::simulation
