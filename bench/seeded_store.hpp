#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace paylink::load {

/// What a measurement wants in the store.
struct seed_order {
  std::string data;                                  ///< Folder for the master key.
  std::string database;                              ///< `sqlite://…` or `postgresql://…`, empty so far.
  int links = 0;                                     ///< Pending ones, of 250000 VND each.
  std::function<std::string(int)> callback_of;       ///< The callback URL of a link, by its position from 0.
  std::vector<std::string> webhook_urls{};           ///< A webhook for each.
  bool has_chat = false;                             ///< It is told of every credit as well.
  int neighbour_transactions = 0;                    ///< Of a second Workspace, with an owner and a token of its own.
  std::vector<std::string> neighbour_webhook_urls{}; ///< A webhook of that one for each.
  int sessions = 0;                                  ///< Of members who look at the Workspace, four of each.
  /// Of the Workspace's last 365 days, with as many transactions: see `year_of_payments`. On PostgreSQL the database's
  /// server must be one that was started for this, on this machine.
  int links_of_a_year = 0;
};

/// One Workspace with an account, a token and its links, and the secrets that only who seeded it knows.
struct seeded_store {
  std::vector<std::string> references; ///< Of the links, by position.
  std::string feed_secret;             ///< Of the MB connector.
  std::string signing_key;             ///< Of the Workspace.
  std::string token;                   ///< May do everything in the Workspace.
  std::string workspace;
  std::string account, account_number;
  std::string first_link, first_public_id;
  std::map<std::string, std::string> webhook_secrets{}; ///< By the webhook's id.
  std::string neighbour{}, neighbour_token{};           ///< The second Workspace, when there is one.
  std::string neighbour_account{};
  std::vector<std::string> cookies{}; ///< Of the sessions.
};

/// Fills the store through its own writer. Throws std::runtime_error.
seeded_store seed_store(const seed_order& wanted);

} // namespace paylink::load
