#pragma once
#include "tests/persistence/store_world.hpp"

/// What people do who sign up and sign in, as steps of a store's cases.
namespace paylink::test::people_steps {

inline const std::string address = "An@Shop.example";

inline personal_mail letter(const std::string& kind, const std::string& recipient, const std::string& digest = {}) {
  return {.kind = kind, .recipient = recipient, .sealed = digest.empty() ? "" : "1.sealed", .digest = digest};
}

inline act by_nobody(store_world& world) {
  return {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::service, {}}, .address = "192.0.2.7"};
}

inline begin_sign_up sign_up(const std::string& email, const std::string& digest) {
  return {.email = email,
          .name = "Nguyễn An",
          .password_hash = "hash of " + digest,
          .lang = language::en,
          .confirm = letter("sign_up", email, digest),
          .known = letter("sign_up_known", email)};
}

inline result<user_account> confirm(store_world& world, const std::string& digest) {
  auto reply = world.apply(
      confirm_sign_up{.digest = digest, .id = world.new_id<user_id>(), .tried = {}, .by = by_nobody(world)});
  if (!reply) return reply.error();
  return std::get<user_account>(*reply);
}

/// Of the password of the sign-up that the token would confirm.
inline std::string hash_of(store_world& world, const std::string& digest) {
  const auto found = world.reader->ask(find_sign_up{digest, world.now()});
  return found ? *found : std::string{"none"};
}

/// An account with this address, by the way that people take.
inline user_account join(store_world& world, const std::string& email) {
  world.apply(sign_up(email, "digest of " + email)).value();
  return confirm(world, "digest of " + email).value();
}

inline user_session open(store_world& world, user_id user, const std::string& digest, settled_try tried = {},
                         const std::string& new_hash = {}) {
  auto command = open_session{.id = world.new_id<session_id>(),
                              .digest = digest,
                              .user = user,
                              .agent = "Browser",
                              .life = std::chrono::hours{24},
                              .tried = std::move(tried),
                              .new_hash = new_hash,
                              .by = by_nobody(world)};
  command.by.by = {audit_actor::kind::user, user.text()};
  return world.done<user_session>(command);
}

inline bool is_open(store_world& world, const std::string& digest) {
  return world.reader->ask(authorize_session{digest, "", {}, world.now()}).has_value();
}

inline void pass(store_world& world, std::chrono::milliseconds time) {
  world.pass(time);
  if (world.where == kind::sqlite) return;
  const auto by = " - " + std::to_string(time.count());
  run_sql(world.url, "UPDATE sign_ups SET expires_at = expires_at" + by +
                         "; UPDATE recoveries SET created_at = created_at" + by + ", expires_at = expires_at" + by +
                         "; UPDATE invitations SET expires_at = expires_at" + by +
                         "; UPDATE sessions SET seen_at = seen_at" + by + ", expires_at = expires_at" + by);
}

inline std::vector<std::string> kinds_of_mails(store_world& world) {
  std::vector<std::string> all;
  for (const auto& row : run_sql(world.url, "SELECT kind || ' to ' || recipient FROM mails ORDER BY row"))
    all.push_back(row[0]);
  return all;
}

} // namespace paylink::test::people_steps
