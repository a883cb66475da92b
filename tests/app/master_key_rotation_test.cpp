#include "app/admin/master_key_rotation.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"
#include "secrets/key_file.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace paylink::test {

namespace {

/// A database with sealed keys of some Workspaces, and what a service does with it at its start.
class sealed_world {
public:
  sealed_world() {
    // Refusals are provoked on purpose.
    log::set_level(static_cast<log::level>(static_cast<int>(log::level::error) + 1));
  }
  ~sealed_world() {
    end();
    std::filesystem::remove_all(folder);
    log::set_level(log::level::info);
  }

  /// Opens everything as a new process would; throws what the service refuses to start with.
  void start() {
    end();
    keys.emplace(master_keys::load_or_create(key_file, random));
    signer.emplace(*keys);
    opened = open_database(url);
    writer = opened->open_writer(
        {.node = "node-1", .brand = "Service", .retries = {}, .clock = clock, .signer = *signer, .digest = sha256_hex});
    reader = opened->open_reader();
    require_master_keys(rows(), *keys, random);
  }
  std::string refusal() {
    try {
      start();
      return {};
    } catch (const std::runtime_error& why) {
      return why.what();
    }
  }
  void end() {
    reader.reset();
    writer.reset();
    opened.reset();
  }

  sealed_rows rows() {
    return {*reader, [this](write_command command) {
              if (const auto* batch = std::get_if<reseal_values>(&command)) {
                batches.push_back(batch->values.size());
                before_reseal(*batch);
                if (batches.size() > batches_until_full) return result<write_reply>{errc::service_unavailable};
              }
              return apply(command);
            }};
  }
  result<write_reply> apply(const write_command& command) { return writer->apply({&command, 1}).at(0); }

  void make_workspaces(int count) {
    const auto owner = user_id::make(clock.now(), random);
    apply(create_user{owner, "owner@shop.test", "Owner", "none", "Free", language::vi}).value();
    for (int made = 0; made < count; ++made) {
      const auto id = workspace_id::make(clock.now(), random);
      apply(create_workspace{{.id = id, .owner = owner, .name = "Shop", .description = "", .created_at = clock.now()},
                             membership_id::make(clock.now(), random),
                             "key-1",
                             seal(id, "key-1", "plsk_" + id.text())})
          .value();
      workspaces.push_back(id);
    }
  }
  std::string seal(workspace_id workspace, std::string_view key_id, std::string_view secret) {
    return keys->seal(secret, signing_key_place(workspace.view(), key_id), random);
  }
  /// Whether every Workspace's key signs as it did on the first day.
  bool everything_opens() {
    for (const auto& id : workspaces) {
      const auto kept = reader->ask(find_signing_keys{id, clock.now()}).value().current;
      const auto expected = hmac_sha256{"plsk_" + id.text()}.hex({"data"});
      if (sealed_event_signer{*keys}.sign(id, kept.id, kept.sealed, "data") != expected) return false;
    }
    return true;
  }
  std::size_t sealed_otherwise() { return reader->ask(list_sealed_values{keys->current_id(), {}, 1'000}).rows.size(); }
  std::size_t keys_in_file() const { return read_key_file(key_file).size(); }

  std::filesystem::path folder = test::make_scratch_folder("paylink-rotation-");
  std::filesystem::path key_file = folder / "master.key";
  std::string url = "sqlite://" + (folder / "paylink.db").string();
  system_wall_clock clock;
  system_random random;
  std::optional<master_keys> keys;
  std::optional<sealed_event_signer> signer;
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
  std::unique_ptr<read_store> reader;
  std::vector<workspace_id> workspaces;
  std::vector<std::size_t> batches; ///< How many values each one held.
  std::size_t batches_until_full = 1'000;
  std::function<void(const reseal_values&)> before_reseal = [](const auto&) {};
};

bool says(const std::string& text, std::string_view part) {
  BOOST_TEST_MESSAGE(text);
  return text.find(part) != std::string::npos;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(master_key_rotation, sealed_world)

BOOST_AUTO_TEST_CASE(a_new_database_gets_a_canary_that_its_own_key_opens_at_every_start) {
  start();
  const auto canary = reader->ask(find_canary{}).value().sealed;
  start();
  BOOST_TEST(reader->ask(find_canary{}).value().sealed == canary);
}

BOOST_AUTO_TEST_CASE(a_start_with_another_key_file_is_refused_with_what_to_do) {
  start();
  make_workspaces(1);
  end();
  std::filesystem::rename(key_file, folder / "right.key");
  create_key_file(key_file, random);
  const auto why = refusal();
  BOOST_TEST(says(why, key_file.string() + " does not belong to this database"));
  BOOST_TEST(says(why, "restore the file"));
  BOOST_TEST(says(why, "secrets.master_key_file"));
  BOOST_TEST(std::filesystem::exists(key_file));
  std::filesystem::rename(folder / "right.key", key_file);
  BOOST_TEST(refusal() == "");
  BOOST_TEST(everything_opens());
}

BOOST_AUTO_TEST_CASE(a_start_without_the_key_file_is_refused_and_leaves_no_new_one) {
  start();
  end();
  std::filesystem::rename(key_file, folder / "right.key");
  BOOST_TEST(says(refusal(), "there is no master key file " + key_file.string()));
  BOOST_TEST(!std::filesystem::exists(key_file));
  std::filesystem::rename(folder / "right.key", key_file);
  BOOST_TEST(refusal() == "");
}

BOOST_AUTO_TEST_CASE(a_database_without_a_canary_gets_one_only_if_its_signing_keys_open) {
  start();
  make_workspaces(2);
  end();
  test::run_sql(url, "DELETE FROM master_key_canary"); // as an older version left it
  std::filesystem::rename(key_file, folder / "right.key");
  create_key_file(key_file, random);
  BOOST_TEST(says(refusal(), "does not belong to this database"));
  BOOST_TEST(test::ask_sql(url, "SELECT count(*) FROM master_key_canary") == "0");
  std::filesystem::rename(folder / "right.key", key_file);
  BOOST_TEST(refusal() == "");
  BOOST_TEST(test::ask_sql(url, "SELECT count(*) FROM master_key_canary") == "1");
}

BOOST_AUTO_TEST_CASE(a_rotation_seals_everything_anew_in_small_batches) {
  start();
  make_workspaces(230);
  const auto old_key = keys->current_id();
  const auto done = rotate_master_key(rows(), *keys, random);
  BOOST_TEST(done.changed == 231); // the canary too
  BOOST_TEST(done.unreadable == 0);
  BOOST_TEST((batches == std::vector<std::size_t>{100, 100, 31}));
  BOOST_TEST(keys->current_id() != old_key);
  BOOST_TEST(sealed_otherwise() == 0u);
  BOOST_TEST(everything_opens());
  BOOST_TEST(keys_in_file() == 2u);
  start();
  BOOST_TEST(everything_opens());
}

BOOST_AUTO_TEST_CASE(an_interrupted_rotation_leaves_all_openable_and_the_next_start_ends_it) {
  start();
  make_workspaces(150);
  for (const std::size_t batches_stored : {0, 1}) {
    batches.clear();
    batches_until_full = batches_stored;
    BOOST_CHECK_EXCEPTION(rotate_master_key(rows(), *keys, random), std::runtime_error,
                          [](const auto& why) { return says(why.what(), "nothing is lost"); });
    BOOST_TEST(sealed_otherwise() == 151u - 100u * batches_stored);
    BOOST_TEST(everything_opens());
    batches_until_full = 1'000;
    start();
    BOOST_TEST(sealed_otherwise() == 0u);
    BOOST_TEST(everything_opens());
  }
  BOOST_TEST(keys_in_file() == 3u);
}

BOOST_AUTO_TEST_CASE(old_keys_go_when_nothing_is_sealed_with_them) {
  start();
  make_workspaces(3);
  rotate_master_key(rows(), *keys, random);
  rotate_master_key(rows(), *keys, random);
  BOOST_TEST(keys_in_file() == 3u);
  BOOST_TEST(remove_old_master_keys(rows(), *keys, random) == 2u);
  BOOST_TEST(keys_in_file() == 1u);
  BOOST_TEST(everything_opens());
  start();
  BOOST_TEST(everything_opens());
  BOOST_TEST(remove_old_master_keys(rows(), *keys, random) == 0u);
}

BOOST_AUTO_TEST_CASE(what_was_sealed_with_an_old_key_and_stored_last_is_found_before_the_keys_go) {
  start();
  make_workspaces(1);
  const auto late = seal(workspaces[0], "key-1", "plsk_" + workspaces[0].text());
  const auto too_late = seal(workspaces[0], "key-2", "plsk_two");
  rotate_master_key(rows(), *keys, random);
  bool has_come = false;
  before_reseal = [&](const reseal_values& batch) {
    if (!batch.values.empty() || std::exchange(has_come, true)) return;
    // The writer had the one in hand when the last look began; the other comes behind it.
    test::run_sql(url, "UPDATE signing_keys SET sealed = '" + late + "'");
    BOOST_TEST((apply(rotate_signing_key{workspaces[0], "key-2", too_late}).has_error()));
  };
  BOOST_TEST(remove_old_master_keys(rows(), *keys, random) == 1u);
  BOOST_TEST(has_come);
  BOOST_TEST(sealed_otherwise() == 0u);
  start();
  BOOST_TEST(everything_opens());
}

BOOST_AUTO_TEST_CASE(no_key_goes_while_a_value_does_not_open_or_cannot_be_stored) {
  start();
  make_workspaces(2);
  rotate_master_key(rows(), *keys, random);
  batches.clear();
  batches_until_full = 0;
  BOOST_CHECK_THROW(remove_old_master_keys(rows(), *keys, random), std::runtime_error);
  BOOST_TEST(keys_in_file() == 2u);
  batches_until_full = 1'000;
  test::run_sql(url, "UPDATE signing_keys SET sealed = 'gone.AAAA' WHERE row = 1");
  BOOST_CHECK_EXCEPTION(remove_old_master_keys(rows(), *keys, random), std::runtime_error,
                        [](const auto& why) { return says(why.what(), "1 values cannot be decrypted"); });
  BOOST_TEST(keys_in_file() == 2u);
}

BOOST_AUTO_TEST_CASE(a_file_that_lacks_a_key_in_use_is_refused_by_its_id) {
  start();
  make_workspaces(2);
  test::run_sql(url, "UPDATE signing_keys SET sealed = 'gone.AAAA' WHERE row = 1");
  const auto why = refusal();
  BOOST_TEST(says(why, key_file.string() + " lacks the key gone"));
  BOOST_TEST(says(why, "add its line again"));
}

BOOST_AUTO_TEST_CASE(one_broken_value_is_no_reason_to_stop_the_service) {
  start();
  make_workspaces(2);
  const auto id = keys->current_id();
  keys->add_key(random);
  test::run_sql(url, "UPDATE signing_keys SET sealed = '" + id + ".AAAA' WHERE row = 1");
  BOOST_TEST(refusal() == "");
  BOOST_TEST(sealed_otherwise() == 1u);
}

BOOST_AUTO_TEST_CASE(a_line_put_in_front_by_hand_is_a_rotation_at_the_next_start) {
  start();
  make_workspaces(2);
  end();
  std::ifstream in{key_file};
  const std::string old{std::istreambuf_iterator<char>{in}, {}};
  std::ofstream{key_file} << "by-hand //////////////////////////////////////////8=\n" << old;
  start();
  BOOST_TEST(keys->current_id() == "by-hand");
  BOOST_TEST(sealed_otherwise() == 0u);
  BOOST_TEST(everything_opens());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
