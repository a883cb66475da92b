#include "tests/simulation/store_faults.hpp"

#include "persistence/sql/dialect.hpp"
#include "tests/simulation/places.hpp"

#include <soci/postgresql/soci-postgresql.h>
#include <sqlite3.h>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;
using failpoints::place;

[[noreturn]] void lose_link() { throw soci::postgresql_soci_error("the simulated link is lost", "08006"); }

} // namespace

store_faults::store_faults(world& in, shared_database& database, cluster& nodes)
    : world_{in}, database_{database}, nodes_{nodes} {
  failpoints::on_reach([this](place where) { on_place(where); });
  memory_files::disk().fault = [this](memory_files::operation what) { return on_disk(what); };
  database_.is_away = [this] { return is_away(); };
}

store_faults::~store_faults() {
  failpoints::on_reach(nullptr);
  memory_files::disk().fault = nullptr;
  database_.is_away = [] { return false; };
}

node& store_faults::any_node() { return *nodes_.nodes()[world_.dice.below(nodes_.nodes().size())]; }

void store_faults::begin() {
  auto& dice = world_.dice;
  if (world_.planned.has(fault::namesakes) && world_.planned.nodes > 1) world_.count(fault::namesakes);
  const auto often = [&](fault kind, int most, auto what) {
    if (!world_.planned.has(kind)) return;
    for (auto times = dice.between(1, most); times > 0; --times)
      world_.later(dice.within(1ms, world_.planned.chaos), what);
  };
  for (const auto kind : {fault::crash, fault::power})
    often(kind, 6, [this, kind] {
      if (kind == fault::power && !world_.planned.own_disk) return;
      armed_ = {kind, any_node().number(), static_cast<int>(world_.dice.below(120)), world_.dice.half()};
    });
  often(fault::stop, 3, [this] { stop_in_order(any_node(), world_.dice.half() ? 0ms : world_.dice.within(1s, 30s)); });
  often(fault::freeze, 3, [this] {
    auto& of = any_node();
    if (!of.is_running()) return;
    world_.count(fault::freeze);
    world_.dice.half() ? stand_still(of, 10ms, 20s) : stand_still(of, 20s, 3min);
  });
  often(fault::clock, 5, [this] {
    auto& of = any_node();
    world_.count(fault::clock);
    static const std::vector<milliseconds> far{200ms, 4s, 20s, 110s, 10min};
    const auto most = world_.dice.pick(far);
    of.clock.skew = world_.dice.one_in_thousand(250) ? 0ms : world_.dice.within(-most, most);
    world_.note(of.name() + "'s clock is off by " + std::to_string(of.clock.skew.count()) + " ms");
  });
  often(fault::full, 2, [this] {
    world_.count(fault::full);
    full_until_ = world_.elapsed + world_.dice.within(10ms, 40s);
    world_.note("the disk is full for a while");
  });
  often(fault::locked, 2, [this] {
    world_.count(fault::locked);
    locked_until_ = world_.elapsed + world_.dice.within(10ms, 20s);
    world_.note("somebody else holds the database");
  });
  often(fault::lost_link, 2, [this] {
    if (world_.planned.own_disk) return;
    const auto time = world_.dice.within(10ms, 90s);
    if (world_.dice.half()) return cut_off(any_node(), time);
    down_until_ = world_.elapsed + time;
    cut_off_ = 0;
    world_.note("the database's server is away");
  });
  if (world_.planned.has(fault::failover))
    world_.later(world_.dice.within(10s, world_.planned.chaos), [this] { fail_over(); });
}

void store_faults::stand_still(node& of, milliseconds least, milliseconds most) {
  const auto time = world_.dice.within(least, most);
  world_.note(of.name() + " stands still for " + std::to_string(time.count()) + " ms");
  of.freeze_until(world_.elapsed + time);
}

bool store_faults::is_away() const {
  return current_ && world_.elapsed < down_until_ && (cut_off_ == 0 || cut_off_ == current_->number());
}

void store_faults::cut_off(node& of, milliseconds time) {
  down_until_ = world_.elapsed + time;
  cut_off_ = of.number();
  of.hindered_until = std::max(of.hindered_until, down_until_);
  world_.note("the database's server is away from " + of.name());
}

// What the standby had not got is gone, and everything goes on with it.
void store_faults::fail_over() {
  auto* rows = dynamic_cast<memory_database*>(&database_);
  if (!rows) return;
  world_.count(fault::failover);
  world_.note("a standby that was behind takes over");
  world_.has_lost_rows = true;
  rows->lose_credits_since(world_.now() - world_.dice.within(100ms, 20s));
}

void store_faults::end() {
  armed_.reset();
  full_until_ = locked_until_ = down_until_ = 0ms;
  database_.is_armed = false;
  for (const auto& one : nodes_.nodes()) {
    one->clock.skew = 0ms;
    one->clock.has_ntp = true;
    one->freeze_until(world_.elapsed);
  }
}

void store_faults::begin_incarnation(node& of) {
  if (world_.planned.has(fault::wrong_start) && !world_.calm) {
    // Without an NTP client somebody sets the clock by hand, and nobody vouches for it.
    of.clock.has_ntp = world_.dice.half();
    if (world_.strikes(fault::wrong_start, 400)) {
      const auto by = world_.dice.within(20min, 12h);
      of.clock.skew = world_.dice.half() ? by : -by;
      world_.note(of.name() + " begins by a clock that is off by " + std::to_string(of.clock.skew.count()) + " ms");
      // Sooner than an even clock is believed that nobody speaks against.
      world_.later(world_.dice.within(1s, 4min), [this, &of] {
        world_.note(of.name() + "'s clock is set right");
        of.clock.skew = 0ms;
      });
    }
  }
  of.start();
}

void store_faults::attend(node* of) {
  current_ = of;
  database_.is_armed = of != nullptr && !world_.calm;
}

bool store_faults::counts_down(bool at_place) {
  return armed_ && current_ && armed_->at_place == at_place && armed_->number == current_->number() &&
         armed_->left-- <= 0;
}

void store_faults::kill_current() {
  world_.count(armed_->kind);
  loses_power_ = armed_->kind == fault::power;
  armed_.reset();
  current_->doom();
  throw node_killed{};
}

void store_faults::on_place(place where) {
  if (!current_ || world_.calm) return;
  if (counts_down(true)) {
    world_.note(current_->name() + " dies at " + std::string{place_name(where)});
    kill_current();
  }
  if (where == place::after_attempt_sent) on_attempt_sent();
  if (world_.planned.own_disk || !failpoints::is_of_store(where)) return;
  if (where == place::after_commit) {
    // Looks that have found nothing are many, and lose little.
    if (!world_.strikes(fault::lost_answer, database_.has_changed ? 60 : 1)) return;
    world_.note("the answer to a commit is lost");
    lose_link();
  }
  if (is_away()) lose_link();
  if (world_.strikes(fault::lost_link, 2)) {
    // It may stay away for a while: then the others go on before this one finds out what has become of its commit.
    if (world_.dice.half()) cut_off(*current_, world_.dice.within(10ms, 4s));
    lose_link();
  }
  if (where != place::before_rollback && where != place::after_rollback && world_.strikes(fault::conflict, 3))
    throw write_conflict{};
}

// Who stands still with an attempt on its way hears of its outcome when others may have taken it over; who ends in
// order may not hear of it at all.
void store_faults::on_attempt_sent() {
  if (world_.strikes(fault::freeze, 12)) stand_still(*current_, 20s, 3min);
  if (!world_.calm && world_.planned.has(fault::stop) && world_.dice.one_in_thousand(40))
    world_.later(0ms, [this, of = current_] { stop_in_order(*of, 0ms); });
}

int store_faults::on_disk(memory_files::operation what) {
  if (!current_ || world_.calm) return SQLITE_OK;
  switch (what) {
  case memory_files::operation::write:
    return world_.elapsed < full_until_ ? SQLITE_FULL : SQLITE_OK;
  case memory_files::operation::sync:
    return world_.planned.own_disk && world_.strikes(fault::disk, 2) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
  case memory_files::operation::lock:
    return world_.elapsed < locked_until_ ? SQLITE_BUSY : SQLITE_OK;
  }
  return SQLITE_OK;
}

void store_faults::stop_in_order(node& of, milliseconds drain) {
  if (!of.is_alive() || of.is_draining() || of.is_stopping()) return;
  world_.count(fault::stop);
  if (drain == 0ms) return of.begin_stop();
  of.begin_drain();
  const auto is_there = [&of, incarnation = of.incarnations] {
    return of.incarnations == incarnation && of.is_alive();
  };
  world_.later(world_.dice.within(0ms, drain), [this, &of, is_there] {
    if (!is_there()) return;
    nodes_.call_at(of, request_of(http_method::get, "/readyz", {}, {}, world_.dice),
                   [this](const http_response* response) {
                     if (response && (response->status != 503 || response->body.find("draining") == std::string::npos))
                       world_.violate("a node that is about to end says that it is ready: " + response->body);
                   });
  });
  world_.later(drain, [&of, is_there] {
    if (is_there()) of.begin_stop();
  });
}

// Nobody else has to wait for the end of a lease.
void store_faults::check_handed_back(const node& of) {
  const auto kept =
      database_.rows().count_of("SELECT COUNT(*) FROM deliveries d JOIN nodes n ON n.incarnation = d.owner "
                                "WHERE n.state = 2 AND n.incarnation = :incarnation",
                                of.incarnations_of_folder.newest());
  if (kept != 0) world_.violate(of.name() + " has ended in order and keeps " + std::to_string(kept) + " claims");
}

void store_faults::strike_between_steps(node& of) {
  if (of.has_stopped()) {
    check_handed_back(of);
    of.finish_stop();
    return restart(of, world_.dice.within(1ms, 20s));
  }
  if (world_.calm) return;
  current_ = &of;
  const bool dies = counts_down(false);
  current_ = nullptr;
  if (!dies) return;
  world_.count(armed_->kind);
  loses_power_ = armed_->kind == fault::power;
  armed_.reset();
  bury(of);
}

void store_faults::bury(node& of) {
  auto& disk = memory_files::disk();
  const bool loses_power = std::exchange(loses_power_, false);
  memory_files::image left;
  // What closing connections would tidy up, a killed process leaves behind.
  if (world_.planned.own_disk)
    left = loses_power ? disk.after_power_loss([this](std::uint64_t end) { return world_.dice.below(end); })
                       : disk.after_kill();
  if (loses_power) world_.note("the power is lost");
  of.kill();
  if (world_.planned.own_disk) {
    database_.close_rows();
    // What can be made again may be gone as well.
    if (world_.dice.one_in_thousand(100))
      std::erase_if(left, [](const auto& one) { return is_search_file(one.first); });
    disk.load(left);
  }
  const auto away = world_.dice.half() ? world_.dice.within(10ms, 5s) : world_.dice.within(5s, 90s);
  restart(of, world_.calm ? std::min<milliseconds>(away, 2s) : away);
}

void store_faults::restart(node& of, milliseconds in) {
  world_.later(std::min(in, away_max), [this, &of] {
    if (!of.is_running()) begin_incarnation(of);
  });
}

} // namespace paylink::simulation
