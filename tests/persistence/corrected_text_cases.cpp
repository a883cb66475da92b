// Searches for a text that has replaced another.
#include "tests/persistence/searched_world.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(corrected_texts)

// Every way in which the text of a recorded transaction becomes another.
BOOST_AUTO_TEST_CASE_TEMPLATE(corrected_text_is_found_and_the_former_one_is_not, Backend, backends) {
  struct correction {
    const char* what;
    std::string corrected; ///< Empty: the text is deleted.
    void (*write)(searched_world&, const record_entry& reported, const std::string& corrected);
  };
  const correction rows[]{
      {"a person's statement", "the true text",
       [](searched_world& world, const record_entry&, const std::string& text) { world.correct(text); }},
      {"a person's statement, with a text that is recorded cut", "the true text",
       [](searched_world& world, const record_entry&, const std::string& text) {
         auto proved = world.stated({}, 5'000, true);
         proved.entry.bank_reference = "0101";
         proved.entry.content = text;
         proved.entry.whole_content = text + std::string(1'200, 'z');
         importing_world::name(proved);
         BOOST_TEST((world.done<recorded_entry>(proved).result == entry_result::duplicate));
       }},
      {"any other statement", "the true text",
       [](searched_world& world, const record_entry& reported, const std::string& text) {
         run_sql(world.url, "UPDATE transactions SET content = '" + text + "' WHERE source_id = '" +
                                reported.entry.bank_reference + "'");
       }},
      {"the deletion of its Workspace", "",
       [](searched_world& world, const record_entry&, const std::string&) {
         world
             .apply(delete_workspace{.id = world.workspace,
                                     .by = {world.new_id<audit_id>(), {audit_actor::kind::user, world.owner.text()}}})
             .value();
         while (!world.done<cleared_portion>(clear_workspace{.only = world.workspace}).has_closed_links) {
         }
         run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
         while (world.done<cleared_portion>(clear_workspace{}).is_more_due) {
         }
       }},
  };
  for (const auto& row : rows)
    for (const bool was_indexed : {true, false}) BOOST_TEST_CONTEXT(row.what << ", indexed before: " << was_indexed) {
        searched_world world{Backend::where};
        const bool is_kept = !row.corrected.empty();
        world.pay_with("first", "before the made up one");
        const auto reported = world.made_up("junk of a token");
        if (was_indexed) world.take_up();
        world.pay_with("last", "after the made up one");
        BOOST_TEST(world.hits("junk of") == 1u);
        row.write(world, reported, row.corrected);
        // Before the index knows of it, and afterwards; and when the index has been filled again.
        for (int times = 0; times < 3; ++times) {
          BOOST_TEST(world.hits("junk of") == 0u, times);
          BOOST_TEST(world.hits("true text") == (is_kept ? 1u : 0u), times);
          BOOST_TEST(world.hits("the made up") == (is_kept ? 2u : 0u), times);
          BOOST_TEST(world.hits("zzz") == 0u, times);
          if (times == 1 && Backend::where == kind::sqlite)
            run_sql("sqlite://" + world.index_file().string(), "UPDATE progress SET id = 'txn_of_another_database'");
          world.take_up();
        }
        if (!is_kept) continue;
        world.pay_with("later", "later than the made up one");
        BOOST_TEST(world.hits("later than") == 1u);
      }
}

// The copy has the same rows, but of its corrections not the last; and then others under their numbers.
BOOST_AUTO_TEST_CASE(an_index_of_other_corrections_is_filled_again) {
  searched_world world{kind::sqlite};
  const auto reported = world.made_up("junk of a token");
  const auto write = [&](const std::string& text) {
    run_sql(world.url, "UPDATE transactions SET content = '" + text + "' WHERE source_id = '" +
                           reported.entry.bank_reference + "'");
  };
  write("before the copy");
  world.take_up();
  write("after the copy");
  world.take_up();
  run_sql(world.url, "UPDATE transactions SET content = 'before the copy' WHERE content = 'after the copy'; DELETE "
                     "FROM corrected_texts WHERE number > 1");
  BOOST_TEST(world.hits("before the") == 1u);
  write("quite another text");
  BOOST_TEST(ask_sql("sqlite://" + world.index_file().string(), "SELECT correction FROM progress") ==
             world.ask("SELECT MAX(number) FROM corrected_texts"));
  for (int times = 0; times < 2; ++times) {
    BOOST_TEST(world.hits("another text") == 1u, times);
    BOOST_TEST(world.hits("before the") == 0u, times);
    BOOST_TEST(world.hits("after the") == 0u, times);
    world.take_up();
  }
}

// Its file does not say which corrections it has.
BOOST_AUTO_TEST_CASE(an_index_of_an_earlier_version_is_filled_again) {
  searched_world world{kind::sqlite};
  const auto reported = world.made_up("junk of a token");
  world.take_up();
  world.close();
  run_sql("sqlite://" + world.index_file().string(),
          "CREATE TABLE former (one INTEGER PRIMARY KEY CHECK (one = 1), row INTEGER NOT NULL, id TEXT NOT NULL) "
          "STRICT; INSERT INTO former SELECT one, row, id FROM progress; DROP TABLE progress; ALTER TABLE former "
          "RENAME TO progress");
  world.correct("the true text");
  run_sql(world.url, "DELETE FROM corrected_texts");
  world.restart();
  world.open();
  for (int times = 0; times < 2; ++times) {
    BOOST_TEST(world.hits("true text") == 1u, times);
    world.take_up();
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
