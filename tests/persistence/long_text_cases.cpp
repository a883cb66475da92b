// A transfer text of any length: what is recorded of it, what is matched, and where the rest is kept.
#include "domain/banks/recorded_text.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(long_texts)

namespace {

std::string long_text(const std::string& end) {
  std::string text;
  for (int i = 0; i < 2'000; ++i) text += "Trả tiền ";
  return text + end;
}

record_entry long_credit(store_world& world, const credit_options& options) {
  auto command = world.credit(std::nullopt, 100'000, options);
  cut_content(command.entry);
  return command;
}

recorded_entry record(store_world& world, record_entry command) {
  return world.done<recorded_entry>(std::move(command));
}

std::string count(store_world& world, const std::string& of) { return world.ask("SELECT COUNT(*) FROM " + of); }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_long_text_is_recorded_cut_and_kept_whole, Backend, backends) {
  store_world world{Backend::where};
  const auto text = long_text("het");
  std::vector<write_command> batch;
  for (const char* reference : {"FT1", "FT2"})
    batch.emplace_back(long_credit(world, {.reference = reference, .content = text + reference}));
  batch.emplace_back(long_credit(world, {.reference = "FT3", .content = "ngan"}));
  const auto together = world.done_together<recorded_entry>(batch);
  const auto alone = record(world, long_credit(world, {.reference = "FT4", .content = text + "FT4"}));
  for (const auto& [id, reference] :
       {std::pair{together[0].transaction, "FT1"}, {together[1].transaction, "FT2"}, {alone.transaction, "FT4"}}) {
    const auto found = world.reader->ask(find_transaction{world.workspace, id}).value();
    BOOST_TEST((looks_cut(found.content) && text.starts_with(found.content.substr(0, found.content.size() - 3))));
    BOOST_TEST(found.whole_content == text + reference);
  }
  BOOST_TEST(world.reader->ask(find_transaction{world.workspace, together[2].transaction})->whole_content == "");
  BOOST_TEST(count(world, "transaction_texts") == "3");
  const auto listed = world.reader->ask(list_transactions{{.workspaces = {world.workspace}}});
  for (const auto& one : listed.rows) BOOST_TEST(one.whole_content == "");
  const auto noted = world.done<bank_transaction>(
      annotate_transaction{world.workspace, alone.transaction, std::string{"gọi lại"}, {}, world.by_owner()});
  BOOST_TEST(noted.whole_content == text + "FT4");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_long_text_that_comes_again_is_no_conflict, Backend, backends) {
  store_world world{Backend::where};
  const auto text = long_text("het");
  const auto first = record(world, long_credit(world, {.reference = "FT1", .content = text}));
  const auto again = record(world, long_credit(world, {.reference = "FT1", .content = text}));
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction && !again.conflict));
  // As it was recorded before there was a limit.
  auto whole = world.credit(std::nullopt, 100'000, {.reference = "FT2", .content = text});
  record(world, whole);
  BOOST_TEST(!record(world, long_credit(world, {.reference = "FT2", .content = text})).conflict);
  BOOST_TEST(record(world, long_credit(world, {.reference = "FT1", .content = "x" + text})).conflict);
  BOOST_TEST(count(world, "transaction_texts") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_long_text_of_two_feeds_is_one_transfer, Backend, backends) {
  const auto noon = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}} + 12h;
  auto folded = long_text("PFSL");
  // The other feed writes more spaces, so that its text is cut elsewhere.
  std::string spaced;
  for (const char one : folded) spaced += one == ' ' ? std::string{"  "} : std::string{one};
  for (const bool together : {false, true})
    for (const auto& [second, is_same] : {std::pair{spaced, true}, {spaced + "B", false}}) {
      store_world world{Backend::where};
      std::vector<write_command> batch{
          long_credit(world, {.reference = "M1", .content = folded, .feed = "MB", .occurred_at = noon}),
          long_credit(world, {.reference = "N1", .content = second, .feed = "NAPAS", .occurred_at = noon})};
      if (together)
        world.done_together<recorded_entry>(batch);
      else
        for (const auto& one : batch) world.done<recorded_entry>(one);
      BOOST_TEST(count(world, "transactions") == (is_same ? "1" : "2"));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_long_text_that_is_held_names_its_link_later, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  world.apply(suspend_workspace{world.workspace}).value();
  record(world, long_credit(world, {.reference = "FT1", .content = long_text(link.reference.text())}));
  const auto portion =
      world.done<reactivated_portion>(reactivate_workspace{.workspace = world.workspace, .entries_max = 1});
  BOOST_REQUIRE(portion.settled.size() == 1u);
  BOOST_TEST((portion.settled[0].link == link.id && portion.settled[0].classified == classification::matched));
  const auto found = world.reader->ask(find_transaction{world.workspace, portion.settled[0].transaction}).value();
  BOOST_TEST(looks_cut(found.content));
  BOOST_TEST(found.whole_content == long_text(link.reference.text()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_page_of_held_long_texts_has_them_cut_and_ends_early, Backend, backends) {
  store_world world{Backend::where};
  world.apply(suspend_workspace{world.workspace}).value();
  for (int number = 1; number <= 5; ++number)
    record(world,
           long_credit(world, {.reference = "FT" + std::to_string(number), .content = std::string(400'000, 'x')}));
  std::string listed;
  std::int64_t after = 0;
  for (bool has_more = true; has_more;) {
    const auto page = world.reader->ask(list_held_entries{world.workspace, after, 100});
    for (const auto& one : page.rows) {
      listed += one.entry.bank_reference;
      BOOST_TEST((looks_cut(one.entry.content) && one.entry.whole_content.empty()));
    }
    listed += '|';
    after = page.last_row;
    has_more = page.has_more;
  }
  BOOST_TEST(listed == "FT1FT2FT3|FT4FT5|");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_slip_behind_the_cut_is_a_near_miss, Backend, backends) {
  store_world world{Backend::where};
  auto slipped = world.make_link().reference.text();
  slipped.back() = slipped.back() == 'X' ? 'Y' : 'X';
  const auto paid = record(world, long_credit(world, {.content = long_text(slipped)}));
  BOOST_TEST(
      (attention_of(*world.reader->ask(find_transaction{world.workspace, paid.transaction})) == attention::near_miss));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_long_text_goes_with_its_workspace, Backend, backends) {
  store_world world{Backend::where};
  record(world, long_credit(world, {.content = long_text("het")}));
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  for (int portions = 0; portions < 20; ++portions) {
    run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
    world.done<cleared_portion>(clear_workspace{.limit = 10});
  }
  BOOST_TEST(count(world, "transactions") == "1");
  BOOST_TEST(count(world, "transaction_texts") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
