#include "secrets/key_file.hpp"
#include "secrets/random.hpp"
#include "secrets/sealing.hpp"
#include "tests/secrets/master_key_lines.hpp"
#include "tests/secrets/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <atomic>
#include <thread>

namespace {

using namespace paylink;

struct steps_fixture {
  test::scratch_folder folder;
  system_random random;
  std::filesystem::path file = folder.path() / "master.key";
  master_keys keys_of(const std::string& lines) const { return master_keys::load(folder.write("master.key", lines)); }

  std::string content() const {
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  std::ptrdiff_t files() const { return std::distance(std::filesystem::directory_iterator{folder.path()}, {}); }
  /// What a process sees that starts now.
  bool opens_after_restart(const std::string& sealed) const {
    return master_keys::load(file).open(sealed, "place") == "secret";
  }
};

auto says(std::string_view part) {
  return [part](const std::runtime_error& error) {
    BOOST_TEST_MESSAGE(error.what());
    const std::string_view text = error.what();
    return text.find(part) != std::string_view::npos && text.find("AAECAwQF") == std::string_view::npos;
  };
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(master_key_steps, steps_fixture)

BOOST_AUTO_TEST_CASE(a_new_key_stands_first_and_seals_while_the_old_ones_still_open) {
  auto keys = keys_of("# of May\n" + key_a + key_b);
  const auto before = keys.seal("secret", "place", random);
  const auto id = keys.add_key(random);
  BOOST_TEST(keys.current_id() == id);
  BOOST_TEST((keys.knows(id) && keys.knows("a") && keys.knows("b") && !keys.knows("c")));
  const auto after = keys.seal("secret", "place", random);
  BOOST_TEST(after.starts_with(id + "."));
  BOOST_TEST((keys.open(before, "place") == "secret"));
  BOOST_TEST((opens_after_restart(before) && opens_after_restart(after)));
  BOOST_TEST(content().starts_with(id + " "));
  BOOST_TEST(content().ends_with("\n# of May\n" + key_a + key_b));
  struct stat about{};
  BOOST_REQUIRE(::stat(file.c_str(), &about) == 0);
  BOOST_TEST((about.st_mode & 0777U) == 0600U);
  BOOST_TEST(files() == 1, "drafts are left behind");
}

// A crash is a start from the file as each step leaves it.
BOOST_AUTO_TEST_CASE(a_crash_between_any_two_steps_leaves_everything_openable) {
  auto keys = keys_of(key_a);
  const auto untouched = keys.seal("secret", "place", random);

  folder.write("master.key.new", "half a dr"); // in the middle of writing the new file
  BOOST_TEST(opens_after_restart(untouched));

  const auto id = keys.add_key(random); // nothing is re-sealed yet
  BOOST_TEST(opens_after_restart(untouched));

  const auto anew = keys.reseal(untouched, "place", random).value(); // some is, some is not
  BOOST_TEST(anew.starts_with(id + "."));
  BOOST_TEST((opens_after_restart(untouched) && opens_after_restart(anew)));

  keys.use_current_only(); // in memory alone
  BOOST_TEST((!keys.open(untouched, "place") && keys.open(anew, "place") == "secret"));
  BOOST_TEST((opens_after_restart(untouched) && opens_after_restart(anew)));

  keys.use_all_again(); // a step back, because something old was found
  BOOST_TEST((keys.open(untouched, "place") == "secret"));

  keys.use_current_only();
  keys.remove_others_from_file();
  BOOST_TEST((!opens_after_restart(untouched) && opens_after_restart(anew)));
  BOOST_TEST(files() == 1);
}

BOOST_AUTO_TEST_CASE(sealing_anew_keeps_secret_and_place) {
  auto keys = keys_of(key_a);
  const auto before = keys.seal("secret", "place", random);
  keys.add_key(random);
  const auto after = keys.reseal(before, "place", random).value();
  BOOST_TEST((keys.open(after, "place") == "secret"));
  BOOST_TEST(!keys.open(after, "elsewhere"));
  BOOST_TEST(!keys.reseal(before, "elsewhere", random));
  BOOST_TEST(!keys.reseal("x." + before.substr(2), "place", random));
}

BOOST_AUTO_TEST_CASE(removing_keeps_comments_and_the_first_key) {
  auto keys = keys_of("# new\n" + key_b + "\n# old\n" + key_a);
  keys.remove_others_from_file();
  BOOST_TEST(content() == "# new\n" + key_b + "\n# old\n");
  keys = keys_of(key_b + key_a);
  folder.write("master.key", key_a + key_b); // turned round by hand meanwhile
  BOOST_CHECK_EXCEPTION(keys.remove_others_from_file(), std::runtime_error, says("does not begin with the key"));
  BOOST_TEST(content() == key_a + key_b);
}

BOOST_AUTO_TEST_CASE(no_key_is_added_to_a_file_that_has_lost_one_in_use) {
  auto keys = keys_of(key_a + key_b);
  folder.write("master.key", key_a);
  BOOST_CHECK_EXCEPTION(keys.add_key(random), std::runtime_error, says("lost the key b"));
  folder.write("master.key", key_a + "b" + key_a.substr(1)); // the name, with another key
  BOOST_CHECK_EXCEPTION(keys.add_key(random), std::runtime_error, says("lost the key b"));
  BOOST_TEST((keys.current_id() == "a" && keys.knows("b")));
}

BOOST_AUTO_TEST_CASE(where_no_file_can_be_written_nothing_changes) {
  auto keys = keys_of(key_a);
  std::filesystem::create_directory(folder.path() / "master.key.new");
  BOOST_CHECK_EXCEPTION(keys.add_key(random), std::runtime_error, says("cannot be created"));
  BOOST_TEST(keys.current_id() == "a");
  BOOST_TEST(content() == key_a);
}

BOOST_AUTO_TEST_CASE(a_link_to_the_file_stays_a_link) {
  folder.write("real.key", key_a);
  std::filesystem::create_symlink("real.key", file);
  auto keys = master_keys::load(file);
  const auto id = keys.add_key(random);
  BOOST_TEST(std::filesystem::is_symlink(file));
  BOOST_TEST(master_keys::load(folder.path() / "real.key").current_id() == id);
}

BOOST_AUTO_TEST_CASE(keys_that_are_added_at_once_are_all_kept) {
  folder.write("master.key", key_a);
  constexpr int each = 10;
  std::vector<std::thread> threads;
  for (int one = 0; one < 4; ++one)
    threads.emplace_back([this] {
      system_random chance;
      for (int round = 0; round < each; ++round) add_key_in_front(file, {}, chance);
    });
  for (auto& one : threads) one.join();
  BOOST_TEST(read_key_file(file).size() == 1u + 4 * each);
}

BOOST_AUTO_TEST_CASE(other_threads_seal_and_open_while_keys_come_and_go) {
  auto keys = keys_of(key_a);
  const master_keys& shared = keys;
  std::atomic<bool> is_over = false;
  std::atomic<int> failures = 0, rounds = 0;
  std::vector<std::thread> threads;
  for (int one = 0; one < 3; ++one)
    threads.emplace_back([&] {
      system_random chance;
      while (!is_over) {
        const auto sealed = shared.seal("secret", "place", chance);
        if (shared.open(sealed, "place") != "secret") ++failures;
        ++rounds;
      }
    });
  for (int added = 0; added < 100 || rounds < 100; ++added)
    if (added < 100) keys.add_key(random);
  is_over = true;
  for (auto& one : threads) one.join();
  BOOST_TEST(failures == 0);
}

BOOST_AUTO_TEST_SUITE_END()
