#include "tests/simulation/people.hpp"

#include "tests/simulation/first_shops.hpp"

#include <algorithm>

namespace paylink::simulation {

using namespace std::chrono_literals;

void people::begin() {
  auto& dice = world_.dice;
  const auto somewhen = [&] { return dice.within(1ms, world_.planned.chaos); };
  for (auto changes = dice.between(0, 6); changes > 0; --changes)
    world_.later(somewhen(), [this] { change_to(world_.dice.half() ? standing::viewer : standing::member); });
  if (dice.half()) world_.later(somewhen(), [this] { change_to(standing::none); });
  for (auto calls = dice.between(0, 20); calls > 0; --calls) world_.later(somewhen(), [this] { call_as_employee(); });
}

void people::call(const std::string& token, http_method method, const std::string& target, const std::string& body,
                  cluster::answer done) {
  nodes_.call(request_with(token, method, target, body, world_.dice), std::move(done));
}

// It needs the right to write, and changes nothing: there is no such link.
void people::call_as_employee() {
  const auto& shop = first_shops::get().staffed;
  const auto possible = std::make_shared<standings>(now_);
  open_.push_back(possible);
  call(shop.employee_token, http_method::post, "/v1.1/payment-links/" + shop.workspace.text() + "/unknown/cancel", {},
       [this, possible](const http_response* response) { judge(response, *possible); });
}

void people::judge(const http_response* response, const standings& possible) {
  if (!response || response->status == 503 || response->status == 429) return;
  if (is_unsure_ || world_.has_lost_rows) return;
  const bool may_write = possible.contains(standing::member);
  const bool may_not = possible.contains(standing::viewer) || possible.contains(standing::none);
  if ((response->status == 404 && may_write) || (response->status == 403 && may_not)) return;
  world_.violate("an employee who " + std::string{may_write ? "may" : "may not"} + " write is answered with " +
                 std::to_string(response->status));
}

void people::change_to(standing wanted) {
  if (is_changing_ || world_.calm || now_.contains(standing::none)) return;
  is_changing_ = true;
  now_.insert(wanted);
  std::erase_if(open_, [](const auto& one) { return one.expired(); });
  for (const auto& one : open_)
    if (const auto possible = one.lock()) possible->insert(wanted);
  world_.note(wanted == standing::none
                  ? "the staffed Workspace is to be deleted"
                  : std::string{"the employee is to be a "} + (wanted == standing::viewer ? "viewer" : "member"));
  ask_for(wanted);
}

void people::ask_for(standing wanted) {
  const auto& shop = first_shops::get().staffed;
  const auto of = "/v1.1/workspaces/" + shop.workspace.text();
  const auto done = [this, wanted](const http_response* response) { on_changed(wanted, response); };
  if (wanted == standing::none)
    return call(shop.owner_token, http_method::del, of + "?force=true&confirm=" + staffed_shop::name, {}, done);
  call(shop.owner_token, http_method::patch, of + "/members/" + shop.employee.text(),
       std::string{R"({"role":")"} + (wanted == standing::viewer ? "viewer" : "member") + "\"}", done);
}

void people::on_changed(standing wanted, const http_response* response) {
  const bool is_deleted = wanted == standing::none && response && (response->status == 204 || response->status == 403);
  if (is_deleted || (wanted != standing::none && response && response->status == 200)) {
    now_ = {wanted};
    is_changing_ = false;
    return;
  }
  if (response && response->status != 503 && response->status != 429)
    return world_.violate("a change of people is answered with " + std::to_string(response->status) + ": " +
                          response->body);
  is_unsure_ = true;
  world_.later(world_.dice.within(100ms, 5s), [this, wanted] { ask_for(wanted); });
}

} // namespace paylink::simulation
