#pragma once
#include "domain/values/time.hpp"
#include "tests/simulation/plan.hpp"
#include "tests/simulation/resend_walks.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace paylink::simulation {

using std::chrono::milliseconds;

/// What everything in a run shares: its chance, its time, what is to happen, what has happened, and what was found
/// wrong.
class world {
public:
  world(std::uint64_t of_run, bool keeps_trace) : seed{of_run}, dice{of_run}, keeps_trace_{keeps_trace} {}

  const std::uint64_t seed;
  chance dice;
  plan planned;
  milliseconds elapsed{0}; ///< The true time since the run's beginning.
  bool calm = false;       ///< Nothing goes wrong any more.
  milliseconds calm_since{0};

  /// The true wall time, which the database's server tells as well.
  timestamp now() const { return start() + elapsed; }
  /// Fifteen seconds before a month ends in Vietnam: while faults happen, another begins.
  static timestamp start() { return from_millis(1'774'976'385'000); }

  /// Happens at `elapsed + in`, in an order of chance among what is due then.
  void later(milliseconds in, std::function<void()> what) { agenda_.emplace(elapsed + in, std::move(what)); }
  std::optional<milliseconds> next_due() const;
  /// How much is due now; and doing one of it.
  std::size_t due() const;
  void do_due(std::size_t which);

  /// A node waits for so long in the middle of a step; the others go on meanwhile.
  void pause(milliseconds time) { on_pause ? on_pause(time) : void(elapsed += time); }
  std::function<void(milliseconds)> on_pause;

  /// Whether a fault of this kind happens now, so many times in a thousand; counted when it does.
  bool strikes(fault kind, unsigned times_in_thousand);
  void count(fault kind) { ++struck[static_cast<std::size_t>(kind)]; }

  /// Notes what has happened.
  void note(const std::string& what);
  template <class Describe>
  void note_if_kept(Describe describe) {
    if (keeps_trace_) note(describe());
  }
  /// A step that needs no words: node and actor.
  void note_step(std::uint64_t node, std::uint64_t actor);

  /// A promise was broken. The run ends with the first. Of what was acknowledged before rows were lost nothing can be
  /// asked any more.
  void violate(const std::string& what);
  /// A promise that holds even then.
  void violate_anyway(const std::string& what);
  bool has_lost_rows = false;
  const std::optional<std::string>& violation() const { return violation_; }

  const std::vector<std::string>& trace() const { return trace_; }
  std::uint64_t print() const { return print_; }

  resend_walks walks;
  std::uint64_t steps = 0;
  std::array<std::uint64_t, fault_count> struck{};

private:
  void mix(std::uint64_t value);

  std::multimap<milliseconds, std::function<void()>> agenda_;
  bool keeps_trace_;
  std::vector<std::string> trace_;
  std::uint64_t print_ = 14'695'981'039'346'656'037u;
  std::optional<std::string> violation_;
};

/// A node's clock: the true time, as far as the node's own clock tells it.
class skewed_clock final : public wall_clock {
public:
  explicit skewed_clock(const world& in) : world_{in} {}
  timestamp now() const override { return world_.now() + skew; }
  milliseconds uptime() const override { return world_.elapsed; }
  /// Its NTP client tells nothing while the clock is off, or it has none.
  std::optional<timestamp> synchronized_time() const {
    return has_ntp && skew == milliseconds{0} ? std::optional{now()} : std::nullopt;
  }
  milliseconds skew{0};
  bool has_ntp = true;

private:
  const world& world_;
};

/// By which every fourth list takes seconds, which pass for nobody else.
class clock_of_lists final : public wall_clock {
public:
  explicit clock_of_lists(const wall_clock& of_others) : others_{of_others} {}
  timestamp now() const override { return others_.now(); }
  milliseconds uptime() const override {
    if (++looks_ % 8 == 0) spent_ += std::chrono::seconds{3};
    return others_.uptime() + spent_;
  }

private:
  const wall_clock& others_;
  mutable milliseconds spent_{0};
  mutable int looks_ = 0; ///< Two for each list.
};

} // namespace paylink::simulation
