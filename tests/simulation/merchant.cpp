#include "tests/simulation/merchant.hpp"

#include "secrets/tokens.hpp"

#include <boost/json.hpp>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

merchants::merchants(world& in, cluster& nodes, shared_database& database, bank& money, receivers& outside)
    : world_{in}, nodes_{nodes}, database_{database}, bank_{money}, outside_{outside} {
  for (const auto& shop : first_shops::get().shops)
    keys_.emplace(std::pair{shop.workspace.text(), std::string{"key-1"}}, shop.signing_key);
}

void merchants::begin() {
  auto& dice = world_.dice;
  const auto somewhen = [&] { return dice.within(1ms, world_.planned.chaos); };
  for (int i = 0; i < world_.planned.links; ++i)
    world_.later(dice.half() ? 1ms : somewhen() / 2, [this] { plan_link(); });
  for (int i = 0; i < world_.planned.transfers; ++i) world_.later(somewhen(), [this] { pay(); });
  for (auto looks = dice.between(0, 12); looks > 0; --looks)
    world_.later(somewhen(), [this] {
      if (const auto index = any_link()) look(*index);
      list(world_.dice.below(2));
    });
  for (auto cancels = dice.between(0, 3); cancels > 0; --cancels)
    world_.later(somewhen(), [this] {
      if (const auto index = any_link()) cancel(*index);
    });
  for (auto resends = dice.between(0, 4); resends > 0; --resends) world_.later(somewhen(), [this] { send_again(); });
  if (world_.planned.has(fault::rotation))
    for (auto turns = dice.between(1, 3); turns > 0; --turns) world_.later(somewhen(), [this] { replace_key(); });
  if (world_.planned.has(fault::suspension))
    for (auto turns = dice.between(2, 8); turns > 0; --turns)
      world_.later(somewhen(), [this] { turn_status(world_.dice.below(2)); });
}

bool merchants::has_open() const {
  return std::ranges::any_of(links_, [](const link& one) { return one.id.empty(); }) || lists_expected_ > 0 ||
         is_suspended(0) || is_suspended(1);
}

const first_shops::shop& merchants::shop_of(const link& one) const {
  const auto& data = first_shops::get();
  return data.shops[data.accounts[one.account].shop];
}

std::string merchants::path_of(const link& one, const std::string& rest) const {
  return "/v1.1/payment-links/" + shop_of(one).workspace.text() + "/" + one.id + rest;
}

void merchants::call(const first_shops::shop& as, http_method method, const std::string& target,
                     const std::string& body, cluster::answer done, const std::string& key) {
  nodes_.call(request_with(as.token, method, target, body, world_.dice, key), std::move(done));
}

std::optional<std::size_t> merchants::any_link() {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (!links_[i].id.empty()) known.push_back(i);
  return known.empty() ? std::nullopt : std::optional{world_.dice.pick(known)};
}

void merchants::plan_link() {
  auto& dice = world_.dice;
  const auto& data = first_shops::get();
  const auto account = dice.below(data.accounts.size());
  std::optional<std::int64_t> amount;
  static const std::vector<std::int64_t> least{2'000, 2'001, 2'500};
  if (!dice.one_in_thousand(200)) amount = dice.one_in_thousand(200) ? dice.pick(least) : 10'000 * dice.between(1, 50);
  const auto expires_at = world_.now() + (dice.half() ? dice.within(5s, 3min) : dice.within(5min, 23h));
  const auto tills = data.accounts[account].virtual_numbers.size();
  std::optional<std::size_t> till;
  if (tills > 0 && dice.half()) till = dice.below(tills);
  ask_for(account, amount, expires_at, dice.below(outside_.hosts()), till);
}

std::size_t merchants::ask_for(std::size_t account, std::optional<std::int64_t> amount, timestamp expires_at,
                               std::size_t host, std::optional<std::size_t> till) {
  const auto index = links_.size();
  link made;
  made.account = account;
  made.key = "make-" + std::to_string(index);
  made.amount = amount;
  made.expires_at = expires_at;
  json::object body{{"bank_account_id", first_shops::get().accounts[account].id.text()},
                    {"callback_url", outside_.url(host, index)},
                    {"expires_at", format_rfc3339(expires_at)}};
  made.till = till;
  if (till) body["virtual_account_id"] = first_shops::get().accounts[account].virtual_numbers[*till].id.text();
  if (made.amount) body["amount"] = std::to_string(*made.amount);
  made.body = json::serialize(body);
  links_.push_back(std::move(made));
  create(index);
  return index;
}

void merchants::create(std::size_t index) {
  const auto& made = links_[index];
  world_.note("link " + std::to_string(index) + " is asked for");
  call(
      shop_of(made), http_method::post, "/v1.1/payment-links/" + shop_of(made).workspace.text(), made.body,
      [this, index](const http_response* response) { on_created(index, response); }, made.key);
}

void merchants::on_created(std::size_t index, const http_response* response) {
  auto& made = links_[index];
  const bool is_late = made.expires_at <= world_.now() + 11min; // by some node's clock it is in the past
  // By a clock that is hours off its time is in the past, or too far ahead.
  const bool may_be_misjudged = is_late || world_.planned.has(fault::wrong_start);
  const bool is_refused = response && (response->status == 422 || response->status == 400);
  if (!response || response->status == 503 || response->status == 409 || (is_refused && may_be_misjudged)) {
    if (response && response->status == 422 && is_late) {
      // Its time has passed before it was made: nobody wants it any more.
      made.id = "never";
      return;
    }
    world_.later(world_.dice.within(100ms, 5s), [this, index] { create(index); });
    return;
  }
  if (response->status != 201)
    return world_.violate("a link is refused with " + std::to_string(response->status) + ": " + response->body);
  const auto record = json::parse(response->body).at("data").as_object();
  const auto id = std::string{record.at("id").as_string()};
  if (!made.id.empty() && made.id != id) return world_.violate("an idempotency key made two links");
  if (!made.id.empty()) return;
  made.id = id;
  made.reference = record.at("reference").as_string();
  made.public_id = record.at("public_id").as_string();
  world_.note("link " + std::to_string(index) + " is " + id + " " + made.reference);
  if (world_.strikes(fault::repeats, 150)) create(index);
  if (world_.strikes(fault::same_moment, 500)) meet_in_one_moment(index);
  if (made.till) {
    // Around the end of a link others of its account may become the only one; until a sweep has met it, two seem to be.
    const auto end = made.expires_at - world_.now();
    if (end < 5min)
      world_.later(std::max(end + milliseconds{world_.dice.between(-1, 20)}, 0ms),
                   [this, index] { pay_to_virtual(links_[index]); });
  }
  if (world_.dice.half() && payments_made_ < world_.planned.transfers * 2)
    world_.later(world_.dice.within(0ms, world_.planned.chaos / 2), [this, index] {
      const auto& paid = links_[index];
      ++payments_made_;
      bank_.move(paid.account, paid.amount.value_or(50'000), true,
                 "pay " + paid.reference + " no " + std::to_string(payments_made_), 0ms);
    });
}

void merchants::pay() {
  auto& dice = world_.dice;
  ++payments_made_;
  const auto tag = " no " + std::to_string(payments_made_);
  if (dice.one_in_thousand(80)) return pay_alike();
  const auto index = any_link();
  if (!index || dice.one_in_thousand(80)) {
    bank_.move(dice.below(first_shops::get().accounts.size()), 1'000 * dice.between(1, 900), dice.half(), "cash" + tag,
               0ms);
    return;
  }
  const auto& paid = links_[*index];
  if (paid.till && dice.half()) return pay_to_virtual(paid);
  const auto amount = near(paid.amount.value_or(10'000 * dice.between(1, 9)));
  auto content = "pay " + paid.reference + tag;
  if (dice.one_in_thousand(50))
    if (const auto other = any_link()) content += " " + links_[*other].reference;
  const bool is_credit = !dice.one_in_thousand(30);
  bank_.move(paid.account, amount, is_credit, content, 0ms);
  // Equal transfers of one minute are told apart by nothing but their number.
  while (dice.one_in_thousand(120)) bank_.move(paid.account, amount, is_credit, content, dice.within(0ms, 20s));
}

std::int64_t merchants::near(std::int64_t asked) {
  auto& dice = world_.dice;
  static const std::vector<std::int64_t> around_least{1, 500, 999, 1'000, 1'999, 2'000, 2'001};
  if (dice.one_in_thousand(100)) return dice.pick(around_least);
  if (dice.one_in_thousand(150)) return asked + 1;
  if (dice.one_in_thousand(150)) return asked - 1;
  return dice.one_in_thousand(50) ? asked + 1'000 * dice.between(1, 90) : asked;
}

void merchants::pay_to_virtual(const link& of) {
  ++payments_made_;
  bank_.move_to_virtual(of.account, *of.till, near(of.amount.value_or(50'000)),
                        "till no " + std::to_string(payments_made_));
}

void merchants::pay_alike() {
  auto& dice = world_.dice;
  constexpr auto account = first_shops::reported_twice;
  std::vector<std::int64_t> amounts{10'000 * dice.between(1, 9)};
  for (const auto& one : links_)
    if (one.account == account && one.till && one.amount) amounts.push_back(*one.amount);
  const auto amount = dice.pick(amounts);
  const auto content = "alike no " + std::to_string(++payments_made_);
  bank_.move_to_virtual(account, 0, amount, content);
  bank_.move_to_virtual(account, 1, amount, content);
  if (dice.one_in_thousand(300)) bank_.move_to_virtual(account, dice.below(2), amount, content);
}

void merchants::forget_lost_links() {
  for (auto& one : links_)
    if (database_.rows().count_of("SELECT COUNT(*) FROM payment_links WHERE id = :id", one.id) == 0) one.id = "never";
}

void merchants::visit(int turn) {
  const auto shop = static_cast<std::size_t>(turn) % first_shops::get().shops.size();
  const auto& accounts = first_shops::get().accounts;
  if (world_.dice.half())
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (accounts[links_[i].account].shop == shop && !links_[i].id.empty()) return cancel(i);
  for (std::size_t account = 0; account < accounts.size(); ++account)
    if (accounts[account].shop == shop)
      return bank_.move(account, 5'000, true, "visit no " + std::to_string(++payments_made_), 0ms);
}

void merchants::meet_in_one_moment(std::size_t index) {
  const auto& met = links_[index];
  const auto expiry = met.expires_at - world_.now();
  // A moment before, at, and after its end; or its payment and its cancellation alone.
  auto when = expiry < 10min ? expiry + milliseconds{world_.dice.between(-1, 1)} : world_.dice.within(1s, 30s);
  when = std::max(when, milliseconds{0});
  world_.later(when, [this, index] { cancel(index); });
  if (world_.planned.has(fault::rotation)) world_.later(when, [this] { replace_key(); });
  for (auto credits = world_.dice.between(1, 2); credits > 0; --credits)
    world_.later(when, [this, index] {
      const auto& paid = links_[index];
      ++payments_made_;
      bank_.move(paid.account, paid.amount.value_or(50'000), true,
                 "meet " + paid.reference + " no " + std::to_string(payments_made_), 0ms);
    });
}

void merchants::cancel(std::size_t index) {
  auto& of = links_[index];
  if (of.id == "never") return;
  ++of.cancels;
  world_.note("link " + std::to_string(index) + " is to be cancelled");
  call(shop_of(of), http_method::post, path_of(of, "/cancel"), {}, [this, index](const http_response* response) {
    if (!response || response->status == 503) return;
    const auto status = database_.rows().count_of("SELECT status FROM payment_links WHERE id = :id", links_[index].id);
    world_.note("link " + std::to_string(index) + " cancel: " + std::to_string(response->status));
    if (response->status == 200 && status != 4)
      world_.violate("a link is said to be cancelled and has status " + std::to_string(status));
    else if (response->status == 409 && status == 4 && links_[index].cancels == 1)
      world_.violate("a cancellation that took place is refused");
    else if (response->status != 200 && response->status != 409)
      world_.violate("cancelling is answered with " + std::to_string(response->status));
  });
}

void merchants::look(std::size_t index) {
  const auto& at = links_[index];
  if (at.id == "never") return;
  call(shop_of(at), http_method::get, path_of(at), {}, [this](const http_response* response) {
    if (response && response->status != 200 && response->status != 503)
      world_.violate("a link is shown with " + std::to_string(response->status));
  });
  nodes_.call(request_of(http_method::get, "/l/" + at.public_id, {}, {}, world_.dice),
              [this](const http_response* response) {
                if (response && response->status != 200 && response->status != 503)
                  world_.violate("a payment page is shown with " + std::to_string(response->status));
              });
  // I11: the other Workspace's token opens nothing here.
  const auto& shops = first_shops::get().shops;
  const auto& stranger = &shop_of(at) == &shops[0] ? shops[1] : shops[0];
  for (const auto& path :
       {path_of(at), path_of(at, "/callback"), "/v1.1/payment-links/" + stranger.workspace.text() + "/" + at.id})
    call(stranger, http_method::get, path, {}, [this](const http_response* response) {
      if (response && response->status < 400) world_.violate("I11 a stranger's token is answered with a link");
    });
}

void merchants::list(std::size_t shop) {
  const auto& of = first_shops::get().shops[shop];
  for (const auto& what : lists_of(of))
    call(of, http_method::get, what, {}, [this, shop, is_search = what.ends_with("PL")](const http_response* response) {
      if (!response || response->status == 503) return;
      // A node that stood still finds more of them than a token may have under way.
      if (is_search && response->status == 429) return;
      if (response->status != 200) return world_.violate("a list is answered with " + std::to_string(response->status));
      const auto& other = first_shops::get().shops[1 - shop];
      if (response->body.find(other.workspace.text()) != std::string::npos)
        world_.violate("I11 a list shows rows of another Workspace");
      for (const auto& one : links_)
        if (&shop_of(one) == &other && !one.id.empty() && response->body.find(one.id) != std::string::npos)
          world_.violate("I11 a list shows a link of another Workspace");
    });
}

std::vector<std::string> merchants::lists_of(const first_shops::shop& of) {
  const auto of_workspace = of.workspace.text() + "?limit=100";
  return {"/v1.1/payment-links/" + of_workspace, "/v1.1/transactions/" + of_workspace,
          "/v1.1/transactions/" + of_workspace + "&q=PL"};
}

void merchants::expect_lists(node& at) {
  for (const auto& shop : first_shops::get().shops)
    for (const auto& what : lists_of(shop)) {
      ++lists_expected_;
      expect_list(at, shop, what);
    }
}

void merchants::expect_list(node& at, const first_shops::shop& of, const std::string& target) {
  if (!at.is_alive() || at.is_stopping()) {
    world_.later(1s, [this, &at, &of, target] { expect_list(at, of, target); });
    return;
  }
  auto request = request_with(of.token, http_method::get, target, {}, world_.dice);
  nodes_.call_at(at, std::move(request), [this, target, name = at.name()](const http_response* response) {
    --lists_expected_;
    if (!response) return world_.violate("nothing goes wrong, and " + name + " has no answer for " + target);
    if (response->status != 200)
      world_.violate("nothing goes wrong, and " + name + " answers a list with " + std::to_string(response->status));
  });
}

void merchants::send_again() {
  const auto index = any_link();
  if (!index || links_[*index].id == "never") return;
  send_again(*index, world_.dice.one_in_thousand(300));
}

void merchants::send_again(std::size_t index, bool all) {
  const auto& of = links_[index];
  const auto target = all ? "/v1.1/payment-links/" + shop_of(of).workspace.text() + "/callbacks/resend?all=true"
                          : path_of(of, "/callback/resend");
  world_.note("callbacks are to be sent again: " + target);
  // Whose walk is not over, as far as its merchant knows, may be told to wait.
  const auto workspace = shop_of(of).workspace.text();
  const bool may_be_walking = world_.walks.may_be_under_way(workspace) || world_.planned.has(fault::suspension);
  if (all) world_.walks.begin(workspace);
  call(shop_of(of), http_method::post, target, {},
       [this, all, may_be_walking, workspace](const http_response* response) {
         const int status = response ? response->status : 503;
         if (all) world_.walks.end(workspace, status != 503);
         const bool is_turned_away = all && may_be_walking && status == 429;
         if (status >= 300 && status != 503 && status != 409 && status != 404 && !is_turned_away)
           world_.violate("sending again is answered with " + std::to_string(status) + " " + response->body);
       });
}

void merchants::replace_key() {
  if (auto* at = nodes_.any_running()) replace_key(*at, world_.dice.pick(first_shops::get().shops));
}

bool merchants::is_suspended(std::size_t shop) const {
  return database_.rows().count_of("SELECT COUNT(*) FROM workspaces WHERE id = :id AND status = 'suspended'",
                                   first_shops::get().shops[shop].workspace.text()) != 0;
}

void merchants::turn_status(std::size_t shop) {
  if (world_.calm) return;
  auto& wanted = is_to_be_suspended_[shop];
  if (is_suspended(shop) == wanted) wanted = !wanted; // else the last word was lost with its node
  world_.count(fault::suspension);
  // At two nodes at once, perhaps; or somebody thinks better of it in the middle.
  for (auto calls = world_.dice.one_in_thousand(300) ? 2 : 1; calls > 0; --calls)
    set_status(shop, wanted ? workspace_status::suspended : workspace_status::active);
  if (world_.dice.one_in_thousand(200)) world_.later(world_.dice.within(1ms, 2s), [this, shop] { turn_status(shop); });
}

void merchants::set_status(std::size_t shop, workspace_status status) {
  const auto& of = first_shops::get().shops[shop];
  const bool suspends = status == workspace_status::suspended;
  world_.note("Workspace " + of.workspace.text() + (suspends ? " is to be suspended" : " is to be active"));
  call(of, http_method::post, "/v1.1/workspaces/" + of.workspace.text() + (suspends ? "/suspend" : "/reactivate"), {},
       [this, suspends](const http_response* response) {
         if (!response || response->status == 200 || response->status == 503) return;
         // It is being reactivated already, or callbacks are being sent again; or it was suspended meanwhile.
         if (!suspends && (response->status == 429 || response->status == 409)) return;
         world_.violate("a Workspace's status is answered with " + std::to_string(response->status) + " " +
                        response->body);
       });
}

void merchants::begin_calm() {
  for (std::size_t shop = 0; shop < 2; ++shop)
    if (is_suspended(shop)) set_status(shop, workspace_status::active);
  world_.later(5s, [this] { begin_calm(); });
}

void merchants::replace_key(node& at, const first_shops::shop& of) {
  const auto& data = first_shops::get();
  const auto id = "key-" + std::to_string(++keys_made_);
  const auto secret = make_secret("plsk", world_.dice);
  keys_.emplace(std::pair{of.workspace.text(), id}, secret);
  world_.count(fault::rotation);
  world_.note("the signing key is replaced by " + id);
  at.apply(rotate_signing_key{of.workspace, id,
                              data.keys.seal(secret, signing_key_place(of.workspace.view(), id), world_.dice)});
}

} // namespace paylink::simulation
