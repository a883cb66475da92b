#pragma once
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

inline start_connection start_of(store_world& world, const std::string& number = "5550001111",
                                 ownership_proof proof = ownership_proof::otp) {
  start_connection made{.account = {.id = world.new_id<bank_account_id>(),
                                    .workspace = world.workspace,
                                    .owner = world.owner,
                                    .feed = "MB",
                                    .bank = "MB",
                                    .bin = "970422",
                                    .number = number,
                                    .holder_name = "TRAN THI B",
                                    .state = account_state::pending},
                        .proof = proof,
                        .by = world.by_owner()};
  if (proof == ownership_proof::otp)
    made.connection_id = "con-" + made.account.id.text().substr(20);
  else
    made.verification_text = make_verification_text(world.random);
  return made;
}

inline account_overview begin(store_world& world, const start_connection& command) {
  return world.done<started_connection>(command).account;
}

inline finish_connection end_of(store_world& world, const start_connection& begun) {
  return {.workspace = begun.account.workspace,
          .id = begun.account.id,
          .connection_id = begun.connection_id,
          .by = world.by_owner()};
}

inline prove_account proof_of(const start_connection& begun, std::string feed = "MB", std::string bin = {}) {
  return {.feed = std::move(feed),
          .bin = std::move(bin),
          .number = begun.account.number,
          .texts = {"PFVAXXXXXXXX", begun.verification_text},
          .occurred_at = {},
          .by = {}};
}

inline bool proves(store_world& world, const prove_account& command) {
  return world.done<proved_account>(command).is_connected;
}

inline std::optional<account_overview> seen(store_world& world, bank_account_id id) {
  auto found = world.reader->ask(find_account_overview{world.workspace, id});
  return found ? std::optional{std::move(*found)} : std::nullopt;
}

} // namespace paylink::test
