#pragma once
#include "tests/simulation/failpoint_strike.hpp"
#include "tests/simulation/script.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace paylink::simulation {

/// Opens the database of one run.
using open_database_of_run = std::function<std::unique_ptr<shared_database>(world&)>;

/// A fixed course of events of one node, made to come to every place: links of each kind and end, transfers of each
/// kind, receivers of each temper, a stop, a crash, and each error of a database once. A strike may be added to it.
class full_course final : public script {
public:
  /// Without a strike nothing happens but the course.
  full_course(dialect on, open_database_of_run open, std::optional<strike> armed = std::nullopt);

  plan planned() const override;
  std::unique_ptr<shared_database> open_database(world& in) override { return open_(in); }
  void begin(const stage& on) override;

  /// How often it has come to each place so far.
  const std::array<std::uint64_t, place_count>& reached() const { return reached_; }
  bool has_struck() const { return has_struck_; }

private:
  enum tempered_host : std::size_t {
    well,
    errs_once,
    refuses,
    loses_once,
    hangs_once,
    never_well,
    busy,
    leaving,
    limits_chat,
    host_count
  };
  /// A link of the course, and what is paid for it.
  struct wish {
    std::size_t account = 0;
    tempered_host to = well;
    milliseconds paid_at{0};
    std::int64_t asked_for = 50'000;
    std::int64_t paid = 50'000;
    milliseconds expires_in = std::chrono::hours{20};
  };
  /// An error that belongs to the course: at this place, the first time that it comes there after this moment.
  struct trouble_of_course {
    milliseconds from;
    failpoints::place where;
    blow how;
  };

  void on_place(failpoints::place where);
  void fall(blow how, failpoints::place where);
  receivers::trouble temper_of(std::size_t host, int attempt);

  void ask_for_links();
  void order(const wish& wanted);
  void pay(std::size_t link, std::int64_t amount, bool is_reported_twice = false);
  void put_on_agenda();
  void ask_for_orders();
  void turn_webhooks();
  void with_feed_of_switch();
  void stop_in_order();
  void pay_to_tills();
  void say_outcome_again();
  /// Suspends the second shop, or takes it up again, as soon as the node is up.
  void mark_as_copy();
  void set_status(workspace_status status);
  /// Its data is cleared a minute later, by the node itself.
  void open_or_delete_third_shop(bool deletes);
  /// Does it as soon as the link is known.
  void once_made(std::size_t link, std::function<void()> what);

  node& only_node() { return *on_->nodes.nodes().front(); }

  dialect dialect_;
  open_database_of_run open_;
  std::optional<strike> armed_;
  std::optional<stage> on_;
  std::vector<trouble_of_course> troubles_;
  std::array<std::uint64_t, place_count> reached_{};
  std::array<int, host_count> requests_{};
  std::size_t refused_link_ = 0;
  std::uint64_t stopped_incarnation_ = 0;
  int payments_ = 0;
  bool has_struck_ = false, is_spent_one_killed_ = false;
};

} // namespace paylink::simulation
