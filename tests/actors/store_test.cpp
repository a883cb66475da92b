#include "actors/store.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>

#include <algorithm>

namespace paylink {
namespace {

using namespace std::chrono_literals;

/// A writer some of whose links another node holds.
class hindered_writer final : public write_store {
public:
  struct record {
    bool is_link_held = true;
    std::vector<std::size_t> batches; ///< How many entries each had.
  };
  explicit hindered_writer(record& kept) : kept_{kept} {}

  std::vector<result<write_reply>> apply(std::span<const write_command> batch) override {
    std::vector<result<write_reply>> replies;
    std::size_t entries = 0;
    for (const auto& command : batch) {
      const auto* entry = std::get_if<record_entry>(&command);
      entries += entry != nullptr;
      if (entry && entry->link && kept_.is_link_held)
        replies.emplace_back(write_reply{held_up{}});
      else
        replies.emplace_back(write_reply{recorded_entry{}});
    }
    if (entries > 0) kept_.batches.push_back(entries);
    return replies;
  }
  void rest(bool) override {}

private:
  record& kept_;
};

/// The store's actor on virtual time.
class store_bench {
public:
  store_bench() {
    config_.set("scheduler.policy", caf::atom("testing"));
    system_ = std::make_unique<caf::actor_system>(config_);
    scheduler_ = dynamic_cast<caf::scheduler::test_coordinator*>(&system_->scheduler());
    BOOST_REQUIRE(scheduler_);
    store_ = system_->spawn(store_behavior, [this] { return std::make_unique<hindered_writer>(record); });
    scheduler_->run();
  }
  ~store_bench() {
    end();
    scheduler_->clock().cancel_all();
  }
  store_bench(const store_bench&) = delete;
  store_bench& operator=(const store_bench&) = delete;

  void end() {
    if (store_) caf::anon_send_exit(store_, caf::exit_reason::kill);
    store_ = nullptr;
    scheduler_->run();
  }

  /// Sends a credit; its answer is noted under `name`.
  void write_credit(const std::string& name, bool names_link) {
    record_entry entry;
    if (names_link) entry.link = reference{};
    system_->spawn([this, name, entry](caf::event_based_actor* self) {
      self->request(store_, caf::infinite, write{entry}).then([this, name](const written& done) {
        answers[name] = done.outcome ? errc::ok : to_errc(done.outcome.error());
      });
    });
    scheduler_->run();
  }
  void advance(std::chrono::milliseconds time) {
    auto& timers = scheduler_->clock();
    const auto until = timers.now() + time;
    while (!timers.schedule().empty() && timers.schedule().begin()->first <= until) {
      timers.trigger_timeout();
      scheduler_->run();
    }
    timers.current_time = until;
  }

  hindered_writer::record record;
  std::map<std::string, errc> answers;

private:
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  caf::scheduler::test_coordinator* scheduler_ = nullptr;
  store_actor store_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(store)

BOOST_AUTO_TEST_CASE(a_credit_that_is_held_up_holds_up_no_other_and_is_settled_when_its_link_is_free) {
  store_bench bench;
  bench.write_credit("held", true);
  bench.write_credit("free", false);
  BOOST_TEST(!bench.answers.contains("held"));
  BOOST_TEST((bench.answers.at("free") == errc::ok));
  bench.advance(500ms);
  BOOST_TEST(!bench.answers.contains("held"));
  bench.record.is_link_held = false;
  bench.advance(50ms);
  BOOST_TEST((bench.answers.at("held") == errc::ok));
  // Nothing is tried any more.
  const auto tries = bench.record.batches.size();
  bench.advance(10s);
  BOOST_TEST(bench.record.batches.size() == tries);
}

BOOST_AUTO_TEST_CASE(after_a_second_the_bank_is_asked_to_send_what_is_held_up_again) {
  store_bench bench;
  bench.write_credit("held", true);
  bench.advance(999ms);
  BOOST_TEST(!bench.answers.contains("held"));
  bench.advance(51ms);
  BOOST_TEST((bench.answers.at("held") == errc::service_unavailable));
  BOOST_TEST(bench.record.batches.size() <= 22u);
}

BOOST_AUTO_TEST_CASE(what_is_held_up_rides_in_nobody_elses_batch_and_is_tried_by_one_timer) {
  store_bench bench;
  for (const auto* name : {"a", "b", "c"}) bench.write_credit(name, true);
  bench.record.batches.clear();
  for (int i = 0; i < 500; ++i) {
    bench.advance(1ms);
    bench.write_credit("free " + std::to_string(i), false);
    BOOST_TEST((bench.answers.at("free " + std::to_string(i)) == errc::ok));
  }
  BOOST_TEST(std::ranges::count(bench.record.batches, 1u) == 500);
  BOOST_TEST(std::ranges::count(bench.record.batches, 3u) == 10);
  bench.record.is_link_held = false;
  bench.advance(50ms);
  for (const auto* name : {"a", "b", "c"}) BOOST_TEST((bench.answers.at(name) == errc::ok));
}

BOOST_AUTO_TEST_CASE(who_is_held_up_when_the_store_ends_is_answered) {
  store_bench bench;
  bench.write_credit("held", true);
  bench.end();
  BOOST_TEST((bench.answers.at("held") == errc::service_unavailable));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
