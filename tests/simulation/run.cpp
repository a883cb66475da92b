#include "tests/simulation/run.hpp"

#include "tests/simulation/contested_account.hpp"
#include "tests/simulation/incarnations_watch.hpp"
#include "tests/simulation/integrators.hpp"
#include "tests/simulation/invariants.hpp"
#include "tests/simulation/order_desk.hpp"
#include "tests/simulation/people.hpp"
#include "tests/simulation/quota_watch.hpp"
#include "tests/simulation/script.hpp"
#include "tests/simulation/statements.hpp"
#include "tests/simulation/subscriber.hpp"
#include "tests/simulation/xml_notices.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr milliseconds step_of_clock{1};
/// Beyond this something goes round in circles.
constexpr std::uint64_t steps_max = 3'000'000;
/// Beside the waits that are left: looks for due rows, leases of incarnations that have ended, the bank's own waits,
/// and the minute that a proof waits for credits with its text.
constexpr milliseconds settling_time = 4min;
/// Of all deliveries to a receiver that never answers, one after another: their attempts and the waits between them.
/// CAF writes here of actors that ended by an exception.
class caught_output {
public:
  caught_output() : before_{std::cout.rdbuf(caught_.rdbuf())} {}
  caught_output(const caught_output&) = delete;
  caught_output& operator=(const caught_output&) = delete;
  ~caught_output() { std::cout.rdbuf(before_); }
  std::string take() {
    if (caught_.view().empty()) return {};
    return std::exchange(caught_, std::ostringstream{}).str();
  }

private:
  std::ostringstream caught_;
  std::streambuf* before_;
};

class simulated_run {
public:
  simulated_run(const run_request& request, script* by)
      : seed_{request.seed}, script_{by}, world_{request.seed, request.keeps_trace}, planned_{draw(request)},
        made_database_{by ? by->open_database(world_) : std::make_unique<memory_database>(world_)},
        database_{*made_database_}, outside_{world_, database_, world_.planned.hosts},
        nodes_{{world_, database_, outside_, first_shops::get().keys, settings_}, world_.planned.nodes},
        faults_{world_, database_, nodes_}, bank_{world_, nodes_, database_},
        shops_{world_, nodes_, database_, bank_, outside_}, invariants_{world_, database_, shops_, bank_, outside_} {}

  run_result go() {
    if (script_)
      script_->begin(
          {world_, database_, outside_, nodes_, faults_, bank_, shops_, orders_, developers_, statements_, settings_});
    if (!script_ && world_.planned.nodes > 1) world_.on_pause = [this](milliseconds time) { let_others_go_on(time); };
    for (const auto& one : nodes_.nodes()) faults_.begin_incarnation(*one);
    database_.on_commit = [this] { has_changed_ = true; };
    faults_.begin();
    if (!script_) begin_people();
    world_.later(world_.planned.chaos, [this] { begin_calm(); });
    if (!script_ && world_.planned.is_restored)
      world_.later(world_.dice.within(0ms, world_.planned.chaos), [this] { backup_ = memory_files::disk().copy(); });
    while (!world_.violation() && !is_over()) advance();
    if (!world_.violation() && backup_) {
      restore();
      while (!world_.violation() && !is_over()) advance();
    }
    if (!world_.violation()) invariants_.check_end();
    if (!world_.violation()) outside_.looks().check_end();
    if (!world_.violation()) quotas_.check_end();
    if (!world_.violation() && !script_ && world_.planned.is_restored) {
      invariants_.check_ids();
      developers_.check_end();
    }
    if (!world_.violation() && !script_ && !world_.planned.is_restored) {
      subscriber_.check_end(database_.rows());
      contested_.check_end();
      notices_.check_end();
    }
    return result();
  }

private:
  plan draw(const run_request& request) {
    if (script_) {
      world_.planned = script_->planned();
    } else {
      world_.planned = plan::draw(world_.dice);
      world_.planned.change(request.changes);
    }
    memory_files::disk().load(first_shops::get().files);
    settings_.retries = world_.planned.retries;
    return world_.planned;
  }

  void begin_people() {
    shops_.begin();
    orders_.begin();
    // What they have been told, a restored database does not know.
    if (world_.planned.is_restored) return developers_.begin_following();
    people_.begin();
    subscriber_.begin();
    developers_.begin();
    statements_.begin(seed_);
    contested_.begin(seed_);
    notices_.begin(seed_);
  }

  bool has_open_people() const { return people_.has_open() || subscriber_.has_open(); }

  /// Of events that nobody fetches there are always some left.
  bool has_unfetched() const { return !script_ && developers_.has_open(); }

  void begin_calm() {
    world_.note("calm");
    world_.calm = true;
    world_.calm_since = world_.elapsed;
    faults_.end();
    shops_.begin_calm();
    // The longest wait that is left counts; an attempt in flight may fail yet, and its receiver ask for the longest.
    const auto last =
        database_.rows().count("SELECT COALESCE(MAX(CASE WHEN owner IS NULL THEN next_at ELSE lease_until + " +
                               std::to_string(longest_wait().count()) + " END), 0) FROM deliveries WHERE state = 0");
    auto left = milliseconds{last - to_millis(world_.now())};
    // What a node has stored by a wrong clock says nothing about the wait that is left.
    if (world_.planned.has_wrong_clocks()) left = std::max(left, longest_wait());
    deadline_ = world_.elapsed + std::clamp<milliseconds>(left, 0ms, 20min) + settling_time;
    // A chat that asks to wait holds all that is for it, and may ask again.
    if (database_.rows().count("SELECT COUNT(*) FROM deliveries WHERE state = 0 AND kind = 2") != 0)
      deadline_ += 3 * longest_wait();
    if (!script_ && world_.planned.has_visitors) invite_visitors();
    deadline_ = std::max(deadline_, visits_until_ + settling_time);
    if (!script_ && world_.planned.has(fault::stop) && world_.dice.half())
      world_.later(world_.dice.within(20s, 60s), [this] { stop_in_calm(); });
  }

  /// An operator ends one of them while all is well: nobody who asks it meanwhile misses anything.
  void stop_in_calm() {
    auto& of = *nodes_.nodes()[world_.dice.below(nodes_.nodes().size())];
    const auto drain = world_.dice.within(1s, 20s);
    faults_.stop_in_order(of, drain);
    world_.later(drain, [this, &of] { shops_.expect_lists(of); });
  }

  /// As an operator does it: everything ends, the copy takes the database's place, and the bank is asked to tell again
  /// what it has told since.
  void restore() {
    world_.note("a backup is restored");
    for (const auto& one : nodes_.nodes())
      if (one->is_running()) one->kill();
    output_.take(); // what actors of a killed process have said
    invariants_.note_ids();
    database_.close_rows();
    // No copy holds the index of texts: the one that is there knows rows that are gone.
    auto files = *std::exchange(backup_, std::nullopt);
    std::erase_if(files, [](const auto& one) { return is_search_file(one.first); });
    for (auto& [name, data] : memory_files::disk().copy())
      if (is_search_file(name)) files.emplace(name, data);
    memory_files::disk().load(files);
    for (const auto& one : nodes_.nodes()) one->start();
    outside_.hear_of_restored_backup();
    developers_.hear_of_restored_backup();
    shops_.forget_lost_links();
    orders_.forget_lost();
    invariants_.begin_anew();
    shops_.begin_calm(); // the copy may be of a time when a Workspace was suspended
    bank_.repeat_all();
    quiet_until_.reset();
    are_lists_expected_ = false;
    deadline_ = world_.elapsed + longest_wait() + settling_time;
  }

  /// A host that does not answer takes two attempts at a time, for 30 seconds each.
  milliseconds dead_host_time() {
    if (!outside_.has_dead_host()) return 0ms;
    const auto& retries = world_.planned.retries;
    const auto deliveries = database_.rows().count("SELECT COUNT(*) FROM deliveries");
    return 2h + retries.max_attempts * retries.max_delay + deliveries * retries.max_attempts * 15s;
  }

  milliseconds longest_wait() const { return std::max<milliseconds>(world_.planned.retries.max_delay, 512s); }

  /// When nobody else comes, two calls with as much time between them as a Workspace waits before it leaves.
  void invite_visitors() {
    visits_until_ = world_.elapsed;
    for (int turn = 0; turn < 4; ++turn) {
      visits_until_ += 200s;
      world_.later(visits_until_ - world_.elapsed, [this, turn] { shops_.visit(turn); });
      visits_until_ += 120s;
      for (const auto around : {-1ms, 0ms, 0ms, 1ms})
        world_.later(visits_until_ + around - world_.elapsed, [this, turn] { shops_.visit(turn); });
    }
    visits_until_ += 90s;
  }

  bool is_over() {
    if (!world_.calm) return false;
    // Of what was lost nothing ends as it should.
    if (world_.has_lost_rows) return world_.elapsed > quiet_until();
    if (world_.steps > steps_max) {
      world_.violate("the run does not come to an end");
      return true;
    }
    if (world_.elapsed < next_look_) return false;
    next_look_ = world_.elapsed + 1s;
    const bool is_done =
        std::ranges::all_of(nodes_.nodes(), takes_calls) && !bank_.has_open() && !statements_.has_open() &&
        !contested_.has_open() && !notices_.has_open() && !shops_.has_open() && !orders_.has_open() &&
        !has_open_people() && !has_unfetched() &&
        database_.rows().count("SELECT COUNT(*) FROM deliveries WHERE state = 0 OR owner IS NOT NULL") == 0;
    if (!is_done && world_.elapsed > deadline_ && world_.elapsed > deadline_ + dead_host_time())
      world_.violate(std::string{"I14 not everything has ended in time:"} +
                     (bank_.has_open() || notices_.has_open() ? " the bank waits for acknowledgements" : "") +
                     (statements_.has_open() ? " a statement is not imported" : "") +
                     (contested_.has_open() ? " an account is not connected, or lacks what came before" : "") +
                     (shops_.has_open() ? " a merchant waits for a link" : "") +
                     (orders_.has_open() ? " a merchant waits for an order" : "") +
                     (has_open_people() ? " an Owner waits for a change" : "") +
                     (has_unfetched() ? " an event was not fetched" : "") + " deliveries left " +
                     std::to_string(database_.rows().count("SELECT COUNT(*) FROM deliveries WHERE state = 0")));
    // What is on the agenda by then has come: late repetitions, and the expiry of what was due.
    if (!is_done || world_.elapsed <= std::max(quiet_until(), visits_until_)) return false;
    return script_ || have_lists_come();
  }

  static bool takes_calls(const std::unique_ptr<node>& one) {
    return one->is_alive() && !one->is_draining() && !one->is_stopping();
  }

  /// Whatever has failed in lists before.
  bool have_lists_come() {
    if (std::exchange(are_lists_expected_, true)) return true;
    for (const auto& one : nodes_.nodes()) shops_.expect_lists(*one);
    deadline_ = std::max(deadline_, world_.elapsed + settling_time);
    return false;
  }

  milliseconds quiet_until() {
    if (!quiet_until_) quiet_until_ = world_.elapsed + 30s;
    return *quiet_until_;
  }

  /// One step of chance: a message in some node, something of the agenda, or time.
  void advance() {
    std::size_t jobs = 0;
    for (const auto& one : nodes_.nodes())
      if (one->can_move()) jobs += one->jobs();
    const auto due = world_.due();
    if (jobs + due == 0) return jump();
    // Now and then work takes its time.
    if (world_.dice.one_in_thousand(20)) return move_clock(world_.elapsed + step_of_clock);
    auto choice = world_.dice.below(jobs + due);
    if (choice < due) return world_.do_due(choice);
    choice -= due;
    for (const auto& one : nodes_.nodes()) {
      if (!one->can_move()) continue;
      if (choice < one->jobs()) return step(*one, choice);
      choice -= one->jobs();
    }
  }

  /// In the middle of a step of a node, which waits for so long.
  void let_others_go_on(milliseconds time) {
    auto& waiting = *stepping_;
    waiting.is_waiting = true;
    const auto until = world_.elapsed + time;
    while (world_.elapsed < until && !world_.violation()) {
      pause_ends_ = until;
      advance();
    }
    pause_ends_.reset();
    waiting.is_waiting = false;
    waiting.hindered_until = std::max(waiting.hindered_until, world_.elapsed);
    stepping_ = &waiting;
    faults_.attend(&waiting);
  }

  void step(node& of, std::size_t choice) {
    stepping_ = &of;
    faults_.attend(&of);
    of.step(choice);
    faults_.attend(nullptr);
    const auto said = output_.take();
    if (of.is_doomed())
      faults_.bury(of);
    else if (!said.empty())
      world_.violate("an actor ended by an exception: " + said);
    else
      faults_.strike_between_steps(of);
    output_.take(); // what actors of a killed process have said
    if (!std::exchange(has_changed_, false)) return;
    invariants_.check_moves();
    incarnations_.look();
    if (++changes_ % 16 == 0) invariants_.check_rows();
  }

  /// To the next moment at which anything happens.
  void jump() {
    auto next = world_.next_due();
    const auto sooner = [&next](std::optional<milliseconds> other) {
      if (other && (!next || *other < *next)) next = other;
    };
    for (const auto& one : nodes_.nodes()) {
      if (!one->is_running()) continue;
      if (one->is_frozen())
        sooner(one->frozen_until());
      else if (!one->is_waiting)
        sooner(one->next_timer());
    }
    sooner(pause_ends_);
    if (!next) return world_.violate("nothing will ever happen again");
    move_clock(std::max(*next, world_.elapsed));
  }

  void move_clock(milliseconds to) {
    world_.elapsed = to;
    for (const auto& one : nodes_.nodes())
      if (one->can_move()) one->fire_timers();
  }

  run_result result() {
    faults_.end();
    run_result made{.violation = world_.violation(),
                    .planned = world_.planned.text(),
                    .print = world_.print(),
                    .steps = world_.steps,
                    .commits = database_.commits,
                    .requests = outside_.requests,
                    .virtual_time = world_.elapsed,
                    .struck = world_.struck,
                    .trace = world_.trace()};
    return made;
  }

  caught_output output_;
  std::uint64_t seed_;
  script* script_;
  world world_;
  node_settings settings_;
  plan planned_;
  std::unique_ptr<shared_database> made_database_;
  shared_database& database_;
  receivers outside_;
  cluster nodes_;
  store_faults faults_;
  bank bank_;
  statements statements_{world_, nodes_, database_, bank_};
  contested_account contested_{world_, nodes_, database_, bank_};
  xml_notices notices_{world_, database_, bank_};
  merchants shops_;
  order_desk orders_{world_, nodes_, database_, bank_};
  people people_{world_, nodes_};
  subscriber subscriber_{world_, nodes_};
  integrators developers_{world_, nodes_, database_, outside_};
  invariants invariants_;
  incarnations_watch incarnations_{world_, database_, nodes_};
  quota_watch quotas_{world_, database_};
  node* stepping_ = nullptr;
  std::optional<milliseconds> pause_ends_;
  bool has_changed_ = false, are_lists_expected_ = false;
  std::uint64_t changes_ = 0;
  milliseconds deadline_{0}, next_look_{0}, visits_until_{0};
  std::optional<milliseconds> quiet_until_;
  std::optional<memory_files::image> backup_;
};

} // namespace

run_result run(const run_request& request, script* by) { return simulated_run{request, by}.go(); }

} // namespace paylink::simulation
