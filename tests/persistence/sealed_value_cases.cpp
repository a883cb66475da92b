#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(sealed_values)

namespace {

std::vector<std::string> sealed_texts(store_world& world, std::string_view but_key) {
  std::vector<std::string> texts;
  for (const auto& value : world.reader->ask(list_sealed_values{but_key, {}, 100}).rows) texts.push_back(value.sealed);
  return texts;
}

/// A current key and one before it, sealed with the master keys `a` and `b`; and a canary of `a`.
void seal_some(store_world& world) {
  run_sql(world.url, "UPDATE signing_keys SET sealed = 'a.one'");
  world.apply(rotate_signing_key{world.workspace, "key-2", "b.two"}).value();
  world.apply(keep_canary{"a.canary"}).value();
}

} // namespace

// A table that gets a sealed column, and is forgotten when master keys are rotated, would lose what it holds.
BOOST_AUTO_TEST_CASE_TEMPLATE(every_sealed_column_of_the_schema_is_listed, Backend, backends) {
  store_world world{Backend::where};
  const auto columns =
      run_sql(world.url, Backend::where == kind::sqlite
                             ? "SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c "
                               "WHERE t.type = 'table' AND c.name LIKE '%sealed%' ORDER BY 1"
                             : "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE "
                               "table_schema = current_schema() AND column_name LIKE '%sealed%' ORDER BY 1");
  const raw_rows listed{{"mails.sealed"},        {"master_key_canary.sealed"},    {"signing_keys.sealed"},
                        {"totp_secrets.sealed"}, {"webhook_keys.sealed_api_key"}, {"webhook_keys.sealed_secret"}};
  BOOST_TEST((columns == listed));
  seal_some(world);
  run_sql(world.url, "INSERT INTO mails (kind, recipient, language, sealed, digest, content, created_at, next_at) "
                     "VALUES ('sign_up', 'an@shop.example', 'vi', 'a.token', 'digest', '{}', 0, 0)");
  world.apply(begin_totp{world.owner, "a.totp"}).value();
  world
      .apply(create_webhook{.record = {.id = world.new_id<webhook_id>(),
                                       .workspace = world.workspace,
                                       .name = "Orders",
                                       .url = "https://shop.example/hook",
                                       .events = 15},
                            .keys = {"key-of-hook", "a.key", "a.secret"},
                            .by = world.by_owner()})
      .value();
  std::set<sealed_column> found;
  for (const auto& value : world.reader->ask(list_sealed_values{"", {}, 100}).rows) found.insert(value.column);
  BOOST_TEST(found.size() == listed.size());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_one_key_has_sealed_is_told_from_the_rest, Backend, backends) {
  store_world world{Backend::where};
  seal_some(world);
  BOOST_TEST((sealed_texts(world, "") == std::vector<std::string>{"a.one", "b.two", "a.canary"}));
  BOOST_TEST((sealed_texts(world, "a") == std::vector<std::string>{"b.two"}));
  BOOST_TEST((sealed_texts(world, "b") == std::vector<std::string>{"a.one", "a.canary"}));
  BOOST_TEST(sealed_texts(world, "A").size() == 3u);
  run_sql(world.url, "UPDATE signing_keys SET sealed = 'ab.one' WHERE sealed = 'a.one'");
  BOOST_TEST(sealed_texts(world, "a").size() == 2u); // the id, not its beginning

  const auto first = world.reader->ask(list_sealed_values{"", {}, 1}).rows.at(0);
  BOOST_TEST((first.id == "key-1" && first.workspace_id == world.workspace.view()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sealed_values_come_in_pages_each_once, Backend, backends) {
  store_world world{Backend::where};
  seal_some(world);
  for (const int limit : {1, 2, 3, 4}) {
    std::vector<std::string> seen;
    sealed_value after;
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_sealed_values{"", after, limit});
      BOOST_TEST_REQUIRE(!page.rows.empty());
      for (const auto& value : page.rows) seen.push_back(value.sealed);
      after = page.rows.back();
      more = page.has_more;
    }
    BOOST_TEST((seen == std::vector<std::string>{"a.one", "b.two", "a.canary"}), "limit " << limit);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_value_that_has_changed_is_not_sealed_over, Backend, backends) {
  store_world world{Backend::where};
  seal_some(world);
  reseal_values command;
  for (const auto& value : world.reader->ask(list_sealed_values{"b", {}, 100}).rows)
    command.values.push_back({value.column, value.row, value.sealed, "b." + value.sealed.substr(2)});
  run_sql(world.url, "UPDATE master_key_canary SET sealed = 'c.canary'");
  BOOST_TEST(world.done<resealed_values>(command).changed == 1);
  BOOST_TEST((sealed_texts(world, "") == std::vector<std::string>{"b.one", "b.two", "c.canary"}));
  BOOST_TEST(world.done<resealed_values>(command).changed == 0);
  BOOST_TEST(world.done<resealed_values>(reseal_values{}).changed == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_first_canary_stays, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(world.reader->ask(find_canary{}).has_error());
  world.apply(keep_canary{"a.first"}).value();
  world.apply(keep_canary{"b.second"}).value();
  const auto kept = world.reader->ask(find_canary{}).value();
  BOOST_TEST((kept.sealed == "a.first" && kept.column == sealed_column::canary && kept.row == 1));
}

BOOST_AUTO_TEST_SUITE_END()
