// Two nodes under load: what a token may do ends with the answer that says so, at both of them.
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

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

namespace paylink::testing {

namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int callers_at_each_node = 8;
constexpr auto load_before = 300ms, load_after = 300ms;

/// Signs nothing: no credit comes.
class no_signer final : public event_signer {
public:
  std::string sign(workspace_id, std::string_view, std::string_view, std::string_view) override { return {}; }
};

/// What one call was answered, and when it was sent.
struct answered {
  steady_clock::time_point sent_at;
  unsigned status = 0;
};

class two_nodes {
public:
  two_nodes() {
    keys_.emplace(master_keys::load_or_create(folder_ / "master.key", random_));
    for (const std::string name : {"one", "two"}) nodes_.push_back(start(name));
    for (int tries = 0; tries < 1'200 && addresses_.size() < 2; ++tries, std::this_thread::sleep_for(50ms)) {
      addresses_.clear();
      if (ask("SELECT COUNT(*) FROM pg_tables WHERE tablename = 'nodes'") != "1") continue;
      for (const auto& row : test::run_sql(server_.url(), "SELECT address FROM nodes WHERE state = 0"))
        addresses_.push_back("http://" + row[0]);
    }
    BOOST_REQUIRE(addresses_.size() == 2u);
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

  /// Calls both nodes with the token without pause, has `change` made at the first meanwhile, and checks every answer.
  void change_under_load(const std::string& token, const api_call& change, unsigned wanted, unsigned refused) {
    const auto path = "/v1.1/payment-links/" + workspace_.text() + "/unknown/cancel";
    std::atomic<bool> is_over = false;
    std::vector<std::vector<answered>> all(2 * callers_at_each_node);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < all.size(); ++i)
      threads.emplace_back([&, i] {
        api_client client{{.base_url = addresses_[i % 2], .token = token, .ca_file = {}}};
        while (!is_over) {
          const auto sent_at = steady_clock::now();
          const auto answer = client.send({.method = http_method::post, .target = path, .body = {}, .headers = {}});
          const auto* told = std::get_if<api_answer>(&answer);
          all[i].push_back({sent_at, told ? told->status : 0});
        }
      });
    std::this_thread::sleep_for(load_before);
    api_client by{{.base_url = addresses_[0], .token = {}, .ca_file = {}}};
    const auto begun_at = steady_clock::now();
    const auto answer = by.send(change);
    const auto done_at = steady_clock::now();
    std::this_thread::sleep_for(load_after);
    is_over = true;
    threads.clear();
    const auto* told = std::get_if<api_answer>(&answer);
    BOOST_REQUIRE(told);
    BOOST_TEST(told->status == wanted, told->body);
    std::size_t before = 0, after = 0, wrong = 0;
    auto first = done_at, last = done_at;
    for (const auto& calls : all)
      for (const auto& [sent_at, status] : calls) {
        first = std::min(first, sent_at), last = std::max(last, sent_at);
        before += sent_at < begun_at ? 1 : 0;
        after += sent_at > done_at ? 1 : 0;
        if (sent_at > done_at ? status != refused
                              : status != 404 && (sent_at < begun_at - load_before || status != refused))
          ++wrong;
      }
    BOOST_TEST(wrong == 0u);
    BOOST_TEST((before > 0 && after > 0));
    BOOST_TEST_MESSAGE(static_cast<double>(before + after) / std::chrono::duration<double>{last - first}.count()
                       << " calls a second, " << after << " after the change");
  }

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

} // namespace

BOOST_AUTO_TEST_CASE(what_a_token_may_do_ends_with_the_answer_to_the_change_at_both_nodes) {
  two_nodes all;
  const auto of = "/v1.1/workspaces/" + all.workspace().text() + "/members/";
  const auto owner = all.sign_in(all.owner());

  auto creator = all.hire("demoted");
  all.change_under_load(
      all.give(creator).second,
      {.method = http_method::patch, .target = of + creator.text(), .body = R"({"role":"viewer"})", .headers = owner},
      200, 403);
  creator = all.hire("removed");
  all.change_under_load(all.give(creator).second,
                        {.method = http_method::del, .target = of + creator.text(), .body = {}, .headers = owner}, 204,
                        403);
  creator = all.hire("leaving");
  all.change_under_load(
      all.give(creator).second,
      {.method = http_method::del, .target = of + creator.text(), .body = {}, .headers = all.sign_in(creator)}, 204,
      403);
  creator = all.hire("revoking");
  const auto [revoked, revoked_token] = all.give(creator);
  all.change_under_load(revoked_token,
                        {.method = http_method::del,
                         .target = "/v1.1/api-tokens/" + revoked.text(),
                         .body = {},
                         .headers = all.sign_in(creator)},
                        204, 401);
  const auto [rotated, rotated_token] = all.give(creator);
  all.change_under_load(rotated_token,
                        {.method = http_method::post,
                         .target = "/v1.1/api-tokens/" + rotated.text() + "/rotate",
                         .body = {},
                         .headers = all.sign_in(creator)},
                        200, 401);
}

} // namespace paylink::testing
