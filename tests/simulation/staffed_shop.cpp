#include "tests/simulation/staffed_shop.hpp"

#include "domain/identity/access.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/simulation/chance.hpp"
#include "tests/support/first_shop.hpp"

namespace paylink::simulation {

staffed_shop::staffed_shop(timestamp now, chance& dice, const master_keys& keys) {
  const std::string email = "employee@staffed.test";
  test::first_shop made{name, "owner@staffed.test", "Free", now, dice, keys};
  workspace = made.workspace;
  owner = made.owner;
  owner_token = made.token;
  const auto by = [&](user_id who) {
    return act{.id = audit_id::make(now, dice), .by = {audit_actor::kind::user, who.text()}, .address = {}};
  };

  opening = std::move(made.commands);
  owner_cookie = make_one_time_token(dice);
  opening.emplace_back(open_session{.id = session_id::make(now, dice),
                                    .digest = sha256_hex(owner_cookie),
                                    .user = owner,
                                    .agent = "test",
                                    .life = std::chrono::hours{24},
                                    .tried = {},
                                    .by = {}});
  employee = user_id::make(now, dice);
  opening.emplace_back(create_user{employee, email, "Employee", "none", "Free", language::vi});
  const auto invitation_token = make_one_time_token(dice);
  invitation offer;
  offer.id = invitation_id::make(now, dice);
  offer.workspace = workspace;
  offer.email = email;
  offer.offered = role::member;
  offer.invited_by = owner;
  personal_mail mail;
  mail.digest = sha256_hex(invitation_token);
  opening.emplace_back(invite_member{.record = offer, .mail = mail, .by = by(owner)});
  opening.emplace_back(accept_invitation{
      .digest = mail.digest, .user = employee, .membership = membership_id::make(now, dice), .by = by(employee)});
  employee_token = make_secret("plat", dice);
  opening.emplace_back(create_token{.id = token_id::make(now, dice),
                                    .user = employee,
                                    .digest = sha256_hex(employee_token),
                                    .last4 = employee_token.substr(employee_token.size() - 4),
                                    .name = "test",
                                    .expires_at = now + std::chrono::hours{24 * 300},
                                    .permissions = {{workspace, permissions_of(role::owner)}},
                                    .by = by(employee)});

  const auto account = made.account("0400000001", now, dice);
  opening.emplace_back(connect_account{account});
  payment_link link;
  link.id = payment_link_id::make(now, dice);
  link.public_id = make_public_id(dice);
  link.workspace = workspace;
  link.account = account.id;
  link.reference = reference::make(reference_kind::payment_link, dice);
  link.callback_url = "https://staffed.test/callback";
  link.created_at = now;
  link.expires_at = now + std::chrono::hours{20};
  link.created_by = {creator::kind::user, owner.text()};
  opening.emplace_back(create_link{link});
}

} // namespace paylink::simulation
