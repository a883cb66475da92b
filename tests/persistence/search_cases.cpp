// Searches in transfer texts, and how long a list may take.
#include "tests/persistence/searched_world.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <libpq-fe.h>

namespace paylink::test {

using namespace std::chrono_literals;
using names = searched_world::names;

BOOST_AUTO_TEST_SUITE(searches)

BOOST_AUTO_TEST_CASE_TEMPLATE(a_search_finds_what_is_in_the_index_and_what_has_not_come_to_it_yet, Backend, backends) {
  searched_world world{Backend::where};
  world.pay_with("first", "Tra tien NHA thang 3");
  world.pay_with("second", "tien dien");
  world.take_up();
  world.pay_with("third", "TIEN NHA thang 4");
  BOOST_TEST(world.found("tien nha") == (names{"third", "first"}), boost::test_tools::per_element());
  BOOST_TEST(world.found("TIEN") == (names{"third", "second", "first"}), boost::test_tools::per_element());
  BOOST_TEST(world.found("tien", {.ascending = true, .limit = 2}) == (names{"first", "second"}),
             boost::test_tools::per_element());
  world.take_up();
  BOOST_TEST(world.found("tien nha") == (names{"third", "first"}), boost::test_tools::per_element());
  BOOST_TEST(world.found("nha tien").empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_search_takes_any_text_as_it_is, Backend, backends) {
  searched_world world{Backend::where};
  const std::vector<std::string> texts{"100% off_x!",   "say \"yes\" AND no",
                                       "a'b--c",        "Đơn hàng 77",
                                       "*(x)* OR NEAR", "\xF0\x9F\x92\xB0\xF0\x9F\x92\xB0\xF0\x9F\x92\xB0"};
  for (const auto& text : texts) world.pay_with(text, "x " + text + " y");
  world.take_up();
  for (const auto& text : texts) BOOST_TEST(world.found(text) == names{text}, boost::test_tools::per_element());
  BOOST_TEST(world.found("0_ off").empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_and_two_characters_are_searched_for_as_well, Backend, backends) {
  searched_world world{Backend::where};
  world.pay_with("first", "ab");
  world.pay_with("second", "bc");
  world.take_up();
  BOOST_TEST(world.found("b") == (names{"second", "first"}), boost::test_tools::per_element());
  BOOST_TEST(world.found("BC") == names{"second"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_search_stays_in_its_accounts_and_keeps_the_other_filters, Backend, backends) {
  searched_world world{Backend::where};
  world.pay_with("mine", "rent for march");
  const auto elsewhere = world.open_workspace();
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.workspace = elsewhere;
  other.number = "555000111";
  BOOST_REQUIRE(world.apply(connect_account{other}).has_value());
  auto command = world.credit(std::nullopt, 7'000, {.reference = "theirs", .content = "rent for march"});
  command.account_row = world.reader->ask(find_account{elsewhere, other.id}).value().row;
  command.account = other.id;
  command.workspace = elsewhere;
  BOOST_REQUIRE(world.apply(command).has_value());
  world.take_up();
  BOOST_TEST(world.found("march") == names{"mine"}, boost::test_tools::per_element());
  BOOST_TEST(world.found("march", {.min_amount = money{6'000}}).empty());
  BOOST_TEST(world.found("march", {.classified = classification::late}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_cursor_walks_through_what_a_search_finds, Backend, backends) {
  searched_world world{Backend::where};
  for (int i = 0; i < 7; ++i) world.pay_with(std::to_string(i), i % 2 ? "the odd" : "the even");
  world.take_up();
  names walked;
  transaction_filter filter{.workspaces = {world.workspace}, .content = "even", .limit = 2};
  for (bool more = true; more;) {
    const auto page = world.lists->ask(list_transactions{filter});
    for (const auto& row : page.rows) walked.push_back(row.bank_reference);
    more = page.has_more;
    filter.after = {page.rows.back().listed_at, page.rows.back().row};
  }
  BOOST_TEST(walked == (names{"6", "4", "2", "0"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_list_that_takes_too_long_is_ended_on_sqlite_and_the_next_is_answered) {
  searched_world world{kind::sqlite};
  for (int i = 0; i < 400; ++i) world.pay_with("FT" + std::to_string(i), "nothing of the kind");
  world.close();
  world.open(0ms);
  const transaction_filter filter{.workspaces = {world.workspace}, .content = "zz"};
  for (int i = 0; i < 2; ++i) BOOST_CHECK_THROW(world.lists->ask(list_transactions{filter}), query_took_too_long);
  BOOST_TEST(world.lists->ask(find_workspace{world.workspace}).has_value());
}

BOOST_AUTO_TEST_CASE(a_list_that_takes_too_long_is_ended_on_postgresql_and_the_next_is_answered) {
  searched_world world{kind::postgresql};
  world.pay_with("FT1", "something");
  world.close();
  world.open(100ms);
  const std::unique_ptr<PGconn, void (*)(PGconn*)> holder{PQconnectdb(world.url.c_str()), PQfinish};
  const auto run = [&](const char* sql) { PQclear(PQexec(holder.get(), sql)); };
  run("BEGIN");
  run("LOCK TABLE transactions");
  const transaction_filter filter{.workspaces = {world.workspace}, .content = "some"};
  BOOST_CHECK_THROW(world.lists->ask(list_transactions{filter}), query_took_too_long);
  run("ROLLBACK");
  BOOST_TEST(world.found("some") == names{"FT1"}, boost::test_tools::per_element());
}

// Restored from a copy, rows have other texts under numbers that the index knows.
BOOST_AUTO_TEST_CASE(an_index_of_another_database_is_begun_anew) {
  searched_world world{kind::sqlite};
  world.pay_with("old", "before the copy");
  world.close();
  world.restart();
  const auto copy = world.folder / "copy.db";
  BOOST_REQUIRE(world.opened->back_up(copy));
  world.open();
  world.pay_with("lost", "after the copy");
  world.take_up();
  BOOST_TEST(world.found("after the") == names{"lost"}, boost::test_tools::per_element());
  world.close();
  world.writer.reset();
  world.reader.reset();
  world.opened.reset();
  const auto url_file = std::filesystem::path{world.url.substr(std::string_view{"sqlite://"}.size())};
  for (const char* part : {"-wal", "-shm"}) std::filesystem::remove(std::filesystem::path{url_file}.concat(part));
  std::filesystem::rename(copy, url_file);
  world.restart();
  world.open();
  world.pay_with("new", "quite another text");
  world.take_up();
  BOOST_TEST(world.found("another") == names{"new"}, boost::test_tools::per_element());
  BOOST_TEST(world.found("before") == names{"old"}, boost::test_tools::per_element());
  BOOST_TEST(world.found("after the").empty());
}

// As after a restore beside the index of a longer database, before it is rebuilt.
BOOST_AUTO_TEST_CASE(an_index_of_other_rows_is_not_asked) {
  searched_world world{kind::sqlite};
  world.pay_with("first", "whatever happens");
  world.take_up();
  const auto file = text_index::file_of(world.url.substr(std::string_view{"sqlite://"}.size()));
  run_sql("sqlite://" + file.string(), "UPDATE progress SET row = row + 1000, id = 'txn_of_another_database'");
  world.pay_with("second", "whatever comes");
  BOOST_TEST(world.found("whatever") == (names{"second", "first"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_damaged_index_is_made_anew) {
  searched_world world{kind::sqlite};
  world.pay_with("kept", "whatever happens");
  world.take_up();
  world.close();
  const auto file = text_index::file_of(world.url.substr(std::string_view{"sqlite://"}.size()));
  for (const char* part : {"-wal", "-shm"}) std::filesystem::remove(std::filesystem::path{file}.concat(part));
  std::ofstream{file} << "this is no database, and longer than a header of one would be, to be sure of that; "
                         "so nobody takes it for an empty file";
  world.restart();
  world.open();
  world.take_up();
  BOOST_TEST(world.found("whatever") == names{"kept"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_index_that_is_damaged_or_gone_while_it_is_used_is_made_anew) {
  searched_world world{kind::sqlite};
  world.pay_with("first", "whatever happens");
  world.take_up();
  const auto file = text_index::file_of(world.url.substr(std::string_view{"sqlite://"}.size()));
  run_sql("sqlite://" + file.string(), "PRAGMA wal_checkpoint(TRUNCATE)");
  {
    std::fstream damaged{file, std::ios::in | std::ios::out};
    const std::string nothing(static_cast<std::size_t>(std::filesystem::file_size(file)) - 100, 'x');
    damaged.seekp(100);
    damaged << nothing;
  }
  world.pay_with("second", "whatever comes");
  BOOST_TEST(world.found("whatever") == (names{"second", "first"}), boost::test_tools::per_element());
  BOOST_CHECK_THROW(world.take_up(), database_error);
  world.take_up();
  BOOST_TEST(world.found("whatever") == (names{"second", "first"}), boost::test_tools::per_element());
  BOOST_TEST(ask_sql("sqlite://" + file.string(), "SELECT row FROM progress") ==
             world.ask("SELECT MAX(row) FROM transactions"));
  world.close();
  std::filesystem::remove(file);
  world.restart();
  world.open();
  BOOST_TEST(world.found("whatever") == (names{"second", "first"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_index_that_cannot_be_opened_stops_no_list) {
  searched_world world{kind::sqlite};
  world.pay_with("first", "whatever happens");
  const auto file = text_index::file_of(world.url.substr(std::string_view{"sqlite://"}.size()));
  world.close();
  for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(std::filesystem::path{file}.concat(part));
  std::filesystem::create_directory(file);
  world.open();
  BOOST_TEST(world.found("whatever") == names{"first"}, boost::test_tools::per_element());
  BOOST_CHECK_THROW(world.take_up(), database_error);
  std::filesystem::remove(file);
  world.take_up();
  BOOST_TEST(world.found("whatever") == names{"first"}, boost::test_tools::per_element());
}

// A credit never waits for what a search may want.
BOOST_AUTO_TEST_CASE(the_index_is_filled_beside_a_writer_and_is_its_owners_alone) {
  searched_world world{kind::sqlite};
  world.pay_with("first", "whatever happens");
  const auto file = world.url.substr(std::string_view{"sqlite://"}.size());
  {
    const foreign_write_lock writing{file};
    world.take_up();
  }
  BOOST_TEST(ask_sql("sqlite://" + text_index::file_of(file).string(), "SELECT row FROM progress") != "0");
  BOOST_TEST((std::filesystem::status(text_index::file_of(file)).permissions() ==
              (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)));
}

// Not everybody may create extensions: then a search takes longer, and nothing else changes.
BOOST_AUTO_TEST_CASE(postgresql_without_the_extension_is_searched_all_the_same) {
  searched_world world{kind::postgresql};
  BOOST_TEST((world.index != nullptr));
  BOOST_TEST(world.ask("SELECT amname FROM pg_am a JOIN pg_class c ON c.relam = a.oid WHERE c.oid = "
                       "to_regclass('transactions_content')") == "gin");
  world.pay_with("FT1", "with an index");
  world.close();
  run_sql(world.url, "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'transactions_content'::regclass");
  world.restart();
  world.open();
  BOOST_TEST((world.index == nullptr)); // one whose making failed answers nothing
  world.close();
  run_sql(world.url, "DROP INDEX transactions_content");
  world.restart();
  world.open();
  BOOST_TEST((world.index == nullptr));
  world.pay_with("FT2", "without an index");
  BOOST_TEST(world.found("an index") == (names{"FT2", "FT1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_search_is_asked_of_the_index_by_pieces_of_three_characters_and_the_account) {
  const std::vector<std::int64_t> accounts{1, 6'401};
  BOOST_TEST(text_index::expression_of("ab", accounts).empty());
  BOOST_TEST(text_index::expression_of("ab", {}).empty());
  BOOST_TEST(text_index::expression_of("abc", std::vector<std::int64_t>(65, 1)).empty());
  BOOST_TEST(text_index::expression_of("a\"bc", accounts) ==
             "\"\"\"bc\" AND \"a\"\"b\" AND (\"\uE000\uE000\uE001\" OR \"\uE000\uE001\uE001\")");
  BOOST_TEST(text_index::expression_of("đơn", accounts).starts_with("\"đơn\" AND "));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
