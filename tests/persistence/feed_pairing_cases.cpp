#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <latch>
#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(two_feeds)

namespace {

const auto noon = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}} + 12h;

/// What an entry says when a case says nothing else.
struct reported {
  std::string feed;
  std::string reference;
  std::int64_t amount = 100'000;
  transfer_type type = transfer_type::credit;
  std::string content = "Nguyễn Văn A chuyển tiền";
  std::chrono::milliseconds after_noon{0};
};

record_entry entry_of(store_world& world, const reported& what, std::optional<reference> link = {}) {
  return world.credit(link, what.amount,
                      {.reference = what.reference,
                       .content = what.content,
                       .type = what.type,
                       .feed = what.feed,
                       .occurred_at = noon + what.after_noon});
}

recorded_entry record(store_world& world, const reported& what, std::optional<reference> link = {}) {
  return world.done<recorded_entry>(entry_of(world, what, link));
}

/// As entries come: each by itself, or all of them in one batch.
std::vector<recorded_entry> record(store_world& world, const std::vector<reported>& all, bool together) {
  std::vector<write_command> commands;
  for (const auto& one : all) commands.emplace_back(entry_of(world, one));
  if (together) return world.done_together<recorded_entry>(commands);
  std::vector<recorded_entry> replies;
  for (const auto& command : commands) replies.push_back(world.done<recorded_entry>(command));
  return replies;
}

std::string count(const store_world& world, const std::string& table) {
  return world.ask("SELECT COUNT(*) FROM " + table);
}

struct second_case {
  const char* name;
  reported second;
  bool is_same;
};

const second_case second_cases[] = {
    {"word for word", {"NAPAS", "N1"}, true},
    {"without diacritics", {.feed = "NAPAS", .reference = "N1", .content = "Nguyen Van A chuyen tien"}, true},
    {"in capitals", {.feed = "NAPAS", .reference = "N1", .content = "NGUYEN VAN A CHUYEN TIEN"}, true},
    {"spaced otherwise", {.feed = "NAPAS", .reference = "N1", .content = "nguyenvana-chuyen  tien."}, true},
    {"later in the minute", {.feed = "NAPAS", .reference = "N1", .after_noon = 59'999ms}, true},
    {"under the same reference", {"NAPAS", "M1"}, true},
    {"in the next minute", {.feed = "NAPAS", .reference = "N1", .after_noon = 60'000ms}, false},
    {"in the minute before", {.feed = "NAPAS", .reference = "N1", .after_noon = -1ms}, false},
    {"another amount", {.feed = "NAPAS", .reference = "N1", .amount = 100'001}, false},
    {"another direction", {.feed = "NAPAS", .reference = "N1", .type = transfer_type::debit}, false},
    {"another text", {.feed = "NAPAS", .reference = "N1", .content = "Nguyễn Văn B chuyển tiền"}, false},
    {"another amount under the same reference", {.feed = "NAPAS", .reference = "M1", .amount = 5'000}, false},
    {"the same feed", {"MB", "M2"}, false},
};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_transfer_told_over_both_feeds_in_either_order_is_recorded_once, Backend, backends) {
  const std::pair<bool, bool> ways[] = {{false, false}, {true, false}, {false, true}, {true, true}};
  std::size_t round = 0;
  for (const auto& [name, second, is_same] : second_cases)
    for (const auto& [turned, together] : ways_in_round<Backend>(round++, ways))
      BOOST_TEST_CONTEXT(name << (turned ? ", turned" : "") << (together ? ", in one batch" : "")) {
        store_world world{Backend::where};
        const reported first{"MB", "M1"};
        const auto answers = record(world, {turned ? second : first, turned ? first : second}, together);
        const auto &one = answers[0], &two = answers[1];
        BOOST_TEST((one.result == entry_result::recorded));
        BOOST_TEST((two.result == (is_same ? entry_result::duplicate : entry_result::recorded)));
        BOOST_TEST((two.transaction == one.transaction) == is_same);
        BOOST_TEST(!two.conflict);
        // Whatever comes again says the same again.
        for (const auto& [again, earlier] : {std::pair{turned ? second : first, one}, {turned ? first : second, two}}) {
          const auto repeated = record(world, again);
          BOOST_TEST((repeated.result == entry_result::duplicate && !repeated.conflict));
          BOOST_TEST((repeated.transaction == earlier.transaction));
        }
        BOOST_TEST(count(world, "transactions") == (is_same ? "1" : "2"));
        BOOST_TEST(count(world, "usage") == (is_same ? "1" : "2"));
        BOOST_TEST(count(world, "kept_entries") == "0");
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_equal_transfers_of_a_minute_are_both_money_over_both_feeds, Backend, backends) {
  // Each order of two notifications a feed: M1 before M2 and N1 before N2.
  const std::vector<std::vector<reported>> orders{
      {{"MB", "M1"}, {"MB", "M2"}, {"NAPAS", "N1"}, {"NAPAS", "N2"}},
      {{"MB", "M1"}, {"NAPAS", "N1"}, {"MB", "M2"}, {"NAPAS", "N2"}},
      {{"MB", "M1"}, {"NAPAS", "N1"}, {"NAPAS", "N2"}, {"MB", "M2"}},
      {{"NAPAS", "N1"}, {"NAPAS", "N2"}, {"MB", "M1"}, {"MB", "M2"}},
  };
  for (const auto& order : orders) {
    store_world world{Backend::where};
    int recorded = 0, duplicates = 0;
    std::vector<transaction_id> answers;
    for (const auto& entry : order) {
      const auto reply = record(world, entry);
      recorded += reply.result == entry_result::recorded;
      duplicates += reply.result == entry_result::duplicate;
      answers.push_back(reply.transaction);
      // What came before takes part in no pair again, also while one is still open.
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto again = record(world, order[i]);
        BOOST_TEST((again.result == entry_result::duplicate && !again.conflict && again.transaction == answers[i]));
      }
    }
    BOOST_TEST((recorded == 2 && duplicates == 2));
    BOOST_TEST(count(world, "transactions") == "2");
    BOOST_TEST(count(world, "usage") == "2");
    BOOST_TEST((record(world, {"NAPAS", "N3"}).result == entry_result::recorded));

    store_world at_once{Backend::where};
    const auto told_at_once = record(at_once, order, true);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto first_of = [&](std::size_t place) {
        return std::ranges::find(told_at_once, told_at_once[place].transaction, &recorded_entry::transaction) -
               told_at_once.begin();
      };
      // Of each pair the second one, with the first of the other feed that was still alone.
      const bool is_second = static_cast<std::size_t>(first_of(i)) != i;
      BOOST_TEST((told_at_once[i].result == (is_second ? entry_result::duplicate : entry_result::recorded)));
      BOOST_TEST(first_of(i) == std::ranges::find(answers, answers[i]) - answers.begin());
    }
    BOOST_TEST(count(at_once, "transactions") == "2");
    BOOST_TEST(count(at_once, "usage") == "2");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_transfers_beyond_a_batch_are_paired_with_those_before_it, Backend, backends) {
  store_world world{Backend::where};
  record(world, {{"MB", "M1"}, {"MB", "M2"}}, true);
  const auto second =
      record(world, {{"NAPAS", "N1"}, {"NAPAS", "N2"}, {"NAPAS", "N3"}, {"MB", "M3"}, {"MB", "M4"}}, true);
  std::string results;
  for (const auto& one : second) results += one.result == entry_result::duplicate ? 'd' : 'r';
  BOOST_TEST(results == "ddrdr");
  BOOST_TEST((second[0].transaction != second[1].transaction && second[3].transaction == second[2].transaction));
  BOOST_TEST(count(world, "transactions") == "4");
}

// Whatever else the account has been told, an entry is known by its account, its feed and its source id.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_pair_makes_nothing_known_but_its_two_entries, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    record(world, {{"MB", "M1"}, {"NAPAS", "N1"}}, together);
    const auto others = record(world,
                               {{.feed = "MB", .reference = "N1", .amount = 5'000},
                                {.feed = "NAPAS", .reference = "M1", .amount = 6'000},
                                {.feed = "NAPAS", .reference = "N2", .amount = 7'000},
                                {.feed = "MB", .reference = "M2", .amount = 8'000}},
                               together);
    for (const auto& other : others) BOOST_TEST((other.result == entry_result::recorded));
    auto elsewhere = world.account;
    elsewhere.id = world.new_id<bank_account_id>();
    elsewhere.number = "999";
    world.apply(connect_account{elsewhere}).value();
    auto command = entry_of(world, {"NAPAS", "N1"});
    command.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
    BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::recorded));
    BOOST_TEST(count(world, "transactions") == "6");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_that_both_feeds_pay_is_completed_once_with_one_event, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  // In one batch, so that the pair is found inside the transaction that records the first.
  const write_command batch[] = {entry_of(world, {"NAPAS", "N1"}, link.reference),
                                 entry_of(world, {"MB", "M1"}, link.reference)};
  const auto replies = world.writer->apply(batch);
  const auto& first = std::get<recorded_entry>(replies[0].value());
  const auto& second = std::get<recorded_entry>(replies[1].value());
  BOOST_TEST((first.result == entry_result::recorded && first.has_deliveries()));
  BOOST_TEST((second.result == entry_result::duplicate && !second.has_deliveries()));
  BOOST_TEST((second.transaction == first.transaction && second.classified == classification::matched));
  BOOST_TEST(world.reader->ask(list_payments{world.workspace, link.row, 10, true, 0}).rows.size() == 1u);
  BOOST_TEST(count(world, "deliveries") == "1");
  BOOST_TEST(count(world, "usage") == "1");
}

// A feed may put what names the link into another field, which the other feed leaves out.
BOOST_AUTO_TEST_CASE_TEMPLATE(what_the_second_feed_alone_names_is_settled_by_it, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    const write_command silent = entry_of(world, {"NAPAS", "N1"}),
                        names = entry_of(world, {"MB", "M1"}, link.reference);
    std::vector<recorded_entry> replies;
    if (together)
      replies = world.done_together<recorded_entry>({silent, names});
    else
      for (const auto& one : {silent, names}) replies.push_back(world.done<recorded_entry>(one));
    BOOST_TEST((replies[1].result == entry_result::duplicate && replies[1].transaction == replies[0].transaction));
    BOOST_TEST((replies[1].classified == classification::matched && replies[1].has_deliveries()));
    const auto paid = world.read(link);
    BOOST_TEST((paid.status == link_status::succeeded && paid.transaction == replies[0].transaction));
    // What is settled stays so, whatever a feed says later.
    const auto other = world.make_link();
    for (const auto& one :
         {entry_of(world, {"NAPAS", "N1"}, other.reference), entry_of(world, {"MB", "M1"}, other.reference)})
      BOOST_TEST((world.done<recorded_entry>(one).result == entry_result::duplicate));
    BOOST_TEST((world.read(other).status == link_status::pending && count(world, "deliveries") == "1"));
    BOOST_TEST(count(world, "transactions") == "1");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_paired_entry_with_other_content_is_kept_aside, Backend, backends) {
  store_world world{Backend::where};
  const auto first = record(world, {"MB", "M1"});
  record(world, {"NAPAS", "N1"});
  const auto other = record(world, {.feed = "NAPAS", .reference = "N1", .amount = 70'000});
  BOOST_TEST((other.result == entry_result::duplicate && other.conflict && other.transaction == first.transaction));
  BOOST_TEST(world.ask("SELECT amount FROM kept_entries WHERE reason = 'conflict' AND feed = 'NAPAS'") == "70000");
  BOOST_TEST(count(world, "transactions") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_paired_entry_stays_a_duplicate_after_a_restart, Backend, backends) {
  store_world world{Backend::where};
  const auto first = record(world, {"NAPAS", "N1"});
  const auto second = entry_of(world, {"MB", "M1"});
  world.done<recorded_entry>(second);
  world.restart();
  const auto again = world.done<recorded_entry>(second);
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction));
  BOOST_TEST(count(world, "transactions") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_booked_entries_are_paired, Backend, backends) {
  store_world world{Backend::where};
  auto refused = entry_of(world, {"NAPAS", "N1"});
  refused.entry.status = entry_status::rejected;
  record(world, {"MB", "M1"});
  BOOST_TEST((world.done<recorded_entry>(refused).result == entry_result::recorded));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE paired_source_id IS NULL") == "1");
  // The other feed's small counter names another payment.
  refused.feed = "MB";
  refused.entry.amount = {70'000};
  const auto other = world.done<recorded_entry>(refused);
  BOOST_TEST((other.result == entry_result::recorded && !other.conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(transfers_of_two_accounts_are_never_paired, Backend, backends) {
  store_world world{Backend::where};
  record(world, {"MB", "M1"});
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.number = "999";
  world.apply(connect_account{other}).value();
  auto command = entry_of(world, {"NAPAS", "N1"});
  command.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::recorded));
}

BOOST_AUTO_TEST_CASE(two_nodes_that_hear_of_one_account_over_a_feed_each_record_its_money_once) {
  store_world world{kind::postgresql};
  constexpr int transfers = 40;
  const auto commands_of = [&](const std::string& feed) {
    std::vector<write_command> commands;
    for (int i = 0; i < transfers; ++i)
      commands.push_back(entry_of(
          world, {.feed = feed, .reference = feed + std::to_string(i), .content = "chuyen tien " + std::to_string(i)}));
    return commands;
  };
  std::atomic<int> recorded = 0, duplicates = 0;
  std::latch start{2};
  const auto hear = [&](const std::string& node, const std::vector<write_command>& commands) {
    readable_signer signer;
    const auto opened = open_database(world.url);
    const auto writer =
        opened->open_writer({node, "Service", world.retries, world.clock, signer, sha256_hex, &world.gate});
    start.arrive_and_wait();
    for (const auto& reply : record_in_the_end(*writer, commands)) {
      recorded += reply.result == entry_result::recorded;
      duplicates += reply.result == entry_result::duplicate;
    }
  };
  const auto of_bank = commands_of("MB"), of_switch = commands_of("NAPAS");
  std::thread other{hear, "node-2", std::cref(of_bank)};
  hear("node-3", of_switch);
  other.join();
  BOOST_TEST(recorded == transfers);
  BOOST_TEST(duplicates == transfers);
  BOOST_TEST(count(world, "transactions") == std::to_string(transfers));
}

BOOST_AUTO_TEST_SUITE_END()
