#include "tests/simulation/third_shop.hpp"

#include "tests/simulation/chance.hpp"
#include "tests/simulation/first_shops.hpp"
#include "tests/support/first_shop.hpp"

namespace paylink::simulation {

third_shop::third_shop(timestamp now) {
  chance dice{3};
  test::first_shop made{"third", "third@shop.test", "Free", now, dice, first_shops::get().keys};
  workspace = made.workspace;
  const auto account = made.account("0300000001", now, dice, "MB");
  opening = std::move(made.commands);
  opening.emplace_back(connect_account{account});
  payment_link link;
  link.id = payment_link_id::make(now, dice);
  link.public_id = make_public_id(dice);
  link.workspace = workspace;
  link.account = account.id;
  link.reference = reference::make(reference_kind::payment_link, dice);
  link.callback_url = "https://third.test/callback";
  link.created_at = now;
  link.expires_at = now + std::chrono::hours{20};
  link.created_by = {creator::kind::user, made.owner.text()};
  opening.emplace_back(create_link{link});
  deletion = {.id = workspace,
              .ends_callbacks = true,
              .by = {.id = audit_id::make(now, dice), .by = {audit_actor::kind::user, made.owner.text()}}};
}

} // namespace paylink::simulation
