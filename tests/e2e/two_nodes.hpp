#pragma once
#include "http/tools/api_client.hpp"
#include "persistence/store.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/tokens.hpp"
#include "tests/e2e/child_process.hpp"
#include "tests/support/first_shop.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>

namespace paylink::test {

using namespace std::chrono_literals;

/// Signs nothing: no credit comes.
class no_signer final : public event_signer {
public:
  std::string sign(workspace_id, std::string_view, std::string_view, std::string_view) override { return {}; }
};

/// Two production services at one PostgreSQL, and a Workspace in it.
class two_nodes {
public:
  two_nodes() {
    keys_.emplace(master_keys::load_or_create(folder_ / "master.key", random_));
    for (const std::string name : {"one", "two"}) nodes_.push_back(start(name));
    const auto both_run = [this] {
      addresses_.clear();
      if (ask("SELECT COUNT(*) FROM pg_tables WHERE tablename = 'nodes'") != "1") return false;
      for (const auto& row : test::run_sql(server_.url(), "SELECT address FROM nodes WHERE state = 0"))
        addresses_.push_back("http://" + row[0]);
      return addresses_.size() == 2u;
    };
    BOOST_REQUIRE(test::until(both_run, 2min));
    opened_ = open_database(server_.url());
    writer_ = opened_->open_writer({.node = "the-test",
                                    .brand = "Service",
                                    .retries = {},
                                    .clock = clock_,
                                    .signer = signer_,
                                    .digest = sha256_hex});
    test::first_shop shop{"Shop", "owner@shop.test", "Free", clock_.now(), random_, *keys_};
    workspace_ = shop.workspace;
    owner_ = shop.owner;
    apply(std::move(shop.commands));
  }
  ~two_nodes() {
    for (auto& node : nodes_) node.end(SIGTERM);
    std::filesystem::remove_all(folder_);
  }

  /// A user who is an Admin of the Workspace.
  user_id hire(const std::string& name) {
    const auto user = user_id::make(clock_.now(), random_);
    apply({create_user{user, name + "@shop.test", name, "none", "Free", language::vi}});
    test::run_sql(server_.url(),
                  "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
                      membership_id::make(clock_.now(), random_).text() + "', '" + workspace_.text() + "', '" +
                      user.text() + "', 'admin', 'active', 0)");
    return user;
  }

  /// A token that may write links; its id, and the token.
  std::pair<token_id, std::string> give(user_id to) {
    const auto id = token_id::make(clock_.now(), random_);
    const auto token = make_secret("plat", random_);
    apply({create_token{id,
                        to,
                        sha256_hex(token),
                        "last",
                        "till",
                        clock_.now() + 24h,
                        {{workspace_, static_cast<permission_set>(permission::payment_links_write)}}}});
    return {id, token};
  }

  /// The headers of a new session.
  std::vector<std::pair<std::string, std::string>> sign_in(user_id user) {
    const auto cookie = make_one_time_token(random_);
    apply({open_session{.id = session_id::make(clock_.now(), random_),
                        .digest = sha256_hex(cookie),
                        .user = user,
                        .agent = "",
                        .life = 24h,
                        .tried = {},
                        .by = {}}});
    return {{"Cookie", "paylink_session=" + cookie}, {"X-CSRF-Token", sha256_hex("csrf|" + cookie)}};
  }

  /// Where a node answers, `http://127.0.0.1:8080`.
  const std::string& address(std::size_t node) const { return addresses_.at(node); }
  const workspace_id& workspace() const { return workspace_; }
  user_id owner() const { return owner_; }

private:
  child_process start(const std::string& name) {
    return {std::string{PAYLINK_BIN_DIR} + "/paylinkd",
            {"--data", (folder_ / name).string()},
            {{"PAYLINK_DATABASE_URL", server_.url()},
             {"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"},
             {"PAYLINK_HTTP_DRAIN_DELAY", "1ms"},
             {"PAYLINK_SECRETS_MASTER_KEY_FILE", (folder_ / "master.key").string()},
             {"PAYLINK_RATE_LIMITS_TOKEN_RATE", "0"},
             {"PAYLINK_RATE_LIMITS_ADDRESS_RATE", "0"},
             {"PAYLINK_LOG_LEVEL", "warning"}},
            (folder_ / (name + ".log")).string()};
  }
  std::string ask(const std::string& sql) const { return test::ask_sql(server_.url(), sql); }
  void apply(std::vector<write_command> commands) {
    for (const auto& reply : writer_->apply(commands)) BOOST_REQUIRE(reply.has_value());
  }

  test::postgresql_server server_;
  std::filesystem::path folder_ = test::make_scratch_folder("paylink-revocation-");
  std::vector<child_process> nodes_;
  std::vector<std::string> addresses_;
  system_random random_;
  system_wall_clock clock_;
  no_signer signer_;
  std::optional<master_keys> keys_;
  std::unique_ptr<database> opened_;
  std::unique_ptr<write_store> writer_;
  workspace_id workspace_;
  user_id owner_;
};

} // namespace paylink::test
