#pragma once
#include "tests/simulation/bank.hpp"
#include "tests/simulation/cluster.hpp"
#include "tests/simulation/receivers.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace paylink::simulation {

/// The merchants of both Workspaces and their payers: make links and pay them, cancel, look, send callbacks again, and
/// have their signing keys replaced. What is not answered is asked for again, with the same idempotency key.
class merchants {
public:
  merchants(world& in, cluster& nodes, shared_database& database, bank& money, receivers& outside);

  /// Puts everything that the plan has on the agenda.
  void begin();

  struct link {
    std::size_t account = 0;
    std::optional<std::int64_t> amount;
    std::optional<std::size_t> till; ///< Which of the account's virtual numbers it stands for.
    std::string body;
    std::string key; ///< For idempotency.
    timestamp expires_at;
    std::string id, reference, public_id; ///< Empty until the first answer.
    int cancels = 0;                      ///< How often somebody has asked for it.
  };
  bool has_open() const;
  const std::deque<link>& links() const { return links_; }

  /// Asks for a link until there is an answer, and returns its place.
  std::size_t ask_for(std::size_t account, std::optional<std::int64_t> amount, timestamp expires_at, std::size_t host,
                      std::optional<std::size_t> till = std::nullopt);
  void cancel(std::size_t index);
  /// Has the callback of a link sent again, or all callbacks of its Workspace.
  void send_again(std::size_t index, bool all);
  void replace_key(node& at, const first_shops::shop& of);
  void set_status(std::size_t shop, workspace_status status);
  /// Reactivates every Workspace that is suspended, or still gets suspended by a call that was under way.
  void begin_calm();
  /// Links that the restored database does not know are nobody's any more.
  void forget_lost_links();
  /// Asks this node for lists and a search of each Workspace. Where nothing goes wrong it has them all.
  void expect_lists(node& at);
  /// One call for one of the Workspaces, in turn, when nothing else happens any more.
  void visit(int turn);

  /// The secret of each signing key that was ever asked for, by Workspace and key id.
  const std::map<std::pair<std::string, std::string>, std::string>& signing_keys() const { return keys_; }

private:
  void plan_link();
  void create(std::size_t index);
  void on_created(std::size_t index, const http_response* response);
  void pay();
  /// How much somebody pays who was asked for so much: mostly that, else around every border.
  std::int64_t near(std::int64_t asked);
  void pay_to_virtual(const link& of);
  /// Transfers to the virtual numbers of one account that nothing else tells apart.
  void pay_alike();
  void look(std::size_t index);
  void list(std::size_t shop);
  void expect_list(node& at, const first_shops::shop& of, const std::string& target);
  /// What a Workspace can list: the last one is a search.
  static std::vector<std::string> lists_of(const first_shops::shop& of);
  void send_again();
  void replace_key();
  void turn_status(std::size_t shop);
  bool is_suspended(std::size_t shop) const;
  void meet_in_one_moment(std::size_t index);

  const first_shops::shop& shop_of(const link& one) const;
  std::string path_of(const link& one, const std::string& rest = {}) const;
  void call(const first_shops::shop& as, http_method method, const std::string& target, const std::string& body,
            cluster::answer done, const std::string& key = {});
  /// A link whose first answer has come.
  std::optional<std::size_t> any_link();

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  bank& bank_;
  receivers& outside_;
  std::deque<link> links_;
  std::map<std::pair<std::string, std::string>, std::string> keys_;
  bool is_to_be_suspended_[2] = {false, false};
  int keys_made_ = 1;
  int payments_made_ = 0;
  int lists_expected_ = 0;
};

} // namespace paylink::simulation
