#include "actors/upkeep/maintenance.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

/// A maintenance on virtual time, over a database that nothing else uses.
class tended_database {
public:
  explicit tended_database(int copies_kept) {
    config_.set("scheduler.policy", caf::atom("testing"));
    system_ = std::make_unique<caf::actor_system>(config_);
    scheduler_ = dynamic_cast<caf::scheduler::test_coordinator*>(&system_->scheduler());
    rows_ = open_database("sqlite://" + (folder / "paylink.db").string());
    maintenance_ = system_->spawn(maintenance_behavior, care{clock, *rows_, folder / "backups", copies_kept});
    scheduler_->run();
  }
  ~tended_database() {
    caf::anon_send_exit(maintenance_, caf::exit_reason::user_shutdown);
    scheduler_->run();
    maintenance_ = nullptr;
    scheduler_->clock().cancel_all();
    system_.reset();
    rows_.reset();
    std::filesystem::remove_all(folder);
  }

  void let_pass(std::chrono::milliseconds time) {
    clock.elapsed += time;
    scheduler_->advance_time(time);
    scheduler_->run();
  }
  std::vector<std::string> copies() const {
    std::vector<std::string> names;
    if (std::filesystem::exists(folder / "backups"))
      for (const auto& found : std::filesystem::directory_iterator{folder / "backups"})
        names.push_back(found.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  std::filesystem::path back_up() { return make_backup(care{clock, *rows_, folder / "backups", 7}); }

  std::filesystem::path folder = test::make_scratch_folder("paylink-maintenance-");
  virtual_clock clock; // begins at 09:30 in Vietnam

private:
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  caf::scheduler::test_coordinator* scheduler_ = nullptr;
  std::unique_ptr<database> rows_;
  maintenance_actor maintenance_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(maintenance)

BOOST_AUTO_TEST_CASE(a_copy_is_made_at_three_each_night_and_the_last_ones_are_kept) {
  tended_database tended{2};
  tended.let_pass(17h + 29min);
  BOOST_TEST(tended.copies().empty());
  tended.let_pass(1min);
  BOOST_TEST(tended.copies() == std::vector<std::string>{"paylink-2026-03-15T200000.000Z.db"},
             boost::test_tools::per_element());
  for (int night = 0; night < 3; ++night) tended.let_pass(24h);
  const std::vector<std::string> last{"paylink-2026-03-17T200000.000Z.db", "paylink-2026-03-18T200000.000Z.db"};
  BOOST_TEST(tended.copies() == last, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_others_keep_in_the_folder_stays_there) {
  tended_database tended{1};
  std::filesystem::create_directories(tended.folder / "backups");
  std::filesystem::copy_file(tended.folder / "paylink.db", tended.folder / "backups" / "before-the-move.db");
  tended.let_pass(48h);
  tended.let_pass(24h);
  BOOST_TEST(tended.copies().size() == 2u);
  BOOST_TEST(tended.copies().front() == "before-the-move.db");
}

BOOST_AUTO_TEST_CASE(copies_of_one_moment_stand_beside_each_other) {
  tended_database tended{7};
  const auto one = tended.back_up(), other = tended.back_up();
  BOOST_TEST((std::filesystem::exists(one) && std::filesystem::exists(other) && one != other));
  BOOST_TEST(tended.copies().size() == 2u);
}

BOOST_AUTO_TEST_CASE(no_copies_are_made_when_none_are_wanted) {
  tended_database tended{0};
  tended.let_pass(48h);
  BOOST_TEST(tended.copies().empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
