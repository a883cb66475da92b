#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

// What holds for entries that come one at a time holds for those that share a batch, which PostgreSQL settles by other
// statements.
BOOST_AUTO_TEST_SUITE(batches)

BOOST_AUTO_TEST_CASE_TEMPLATE(one_batch_classifies_each_credit_by_its_own_link, Backend, backends) {
  store_world world{Backend::where};
  const auto cancelled = world.make_link(), expired = world.make_link({.lifetime = 1h}), paid = world.make_link();
  world.apply(close_link{world.workspace, cancelled.id}).value();
  world.pay(paid.reference, 100'000);
  world.pass(1h);
  const auto fixed = world.make_link(), open = world.make_link({.amount = std::nullopt}), over = world.make_link(),
             under = world.make_link(), small = world.make_link(),
             open_small = world.make_link({.amount = std::nullopt});
  struct {
    const payment_link& link;
    std::int64_t amount;
    classification expected;
  } const cases[] = {{fixed, 100'000, classification::matched},     {open, 2'000, classification::matched},
                     {over, 100'001, classification::overpaid},     {under, 99'999, classification::underpaid},
                     {small, 1'999, classification::below_minimum}, {open_small, 1'999, classification::below_minimum},
                     {paid, 100'000, classification::duplicate},    {cancelled, 100'000, classification::late},
                     {expired, 100'000, classification::late},      {fixed, 100'000, classification::duplicate},
                     {under, 100'000, classification::matched}};
  std::vector<write_command> batch;
  for (const auto& one : cases) batch.emplace_back(world.credit(one.link.reference, one.amount));
  const auto replies = world.done_together<recorded_entry>(batch);
  for (std::size_t i = 0; i < replies.size(); ++i) BOOST_TEST_CONTEXT("credit " << i) {
      BOOST_TEST((replies[i].classified == cases[i].expected));
      BOOST_TEST(replies[i].has_deliveries() == completes(cases[i].expected));
    }
  for (const auto* link : {&fixed, &open, &over, &under})
    BOOST_TEST((world.read(*link).status == link_status::succeeded));
  for (const auto* link : {&small, &open_small, &expired})
    BOOST_TEST((world.read(*link).status == link_status::pending));
  BOOST_TEST((world.read(over).received_amount == money{100'001}));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "5");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "12");
}

// What comes in on a virtual account is settled alone on PostgreSQL too.
BOOST_AUTO_TEST_CASE_TEMPLATE(each_delivery_of_a_batch_is_the_row_that_it_would_be_alone, Backend, backends) {
  store_world world{Backend::where};
  world.gate.full = "busy.example:443";
  struct raised {
    payment_link link;
    bool is_claimed;
  };
  std::vector<raised> links;
  std::vector<write_command> batch;
  for (const std::string shop : {"one", "busy", "two", "alone"}) {
    const bool is_alone = shop == "alone";
    links.push_back(
        {world.make_link({.on_virtual_account = is_alone, .callback_url = "https://" + shop + ".example/cb"}),
         shop != "busy"});
    auto credit = world.credit(is_alone ? std::nullopt : std::optional{links.back().link.reference}, 100'000);
    if (is_alone) credit.virtual_account_row = world.receiver.row;
    batch.emplace_back(std::move(credit));
    batch.emplace_back(world.credit(std::nullopt, 5'000));
  }
  const auto replies = world.done_together<recorded_entry>(batch);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto& [link, is_claimed] = links[i];
    const auto& reply = replies[2 * i];
    BOOST_TEST_CONTEXT(link.callback_url) {
      BOOST_TEST(!replies[2 * i + 1].has_deliveries());
      BOOST_REQUIRE((reply.jobs.size() == (is_claimed ? 1u : 0u) && reply.queues.size() == (is_claimed ? 0u : 1u)));
      const auto of_link = " FROM deliveries WHERE link_row = " + std::to_string(link.row);
      const auto ask = [&](const std::string& what) { return world.ask("SELECT " + what + of_link); };
      BOOST_TEST(ask("url") == link.callback_url);
      BOOST_TEST(ask("kind || ' ' || event_id") == "0 " + event_of(link.id).text());
      BOOST_TEST(ask("attempt || ' ' || unanswered || ' ' || epoch || ' ' || in_queue || ' ' || state") ==
                 (is_claimed ? "1 1 1 0 0" : "0 0 0 1 0"));
      BOOST_TEST((ask("owner") != "NULL") == is_claimed);
      BOOST_TEST(ask("next_at - created_at") == "0");
      BOOST_TEST(ask("(SELECT t.id FROM transactions t WHERE t.row = transaction_row)") == reply.transaction.text());
      if (!is_claimed) continue;
      BOOST_TEST(ask("row") == std::to_string(reply.jobs[0].row));
      BOOST_TEST(ask("lease_until") == std::to_string(to_millis(reply.jobs[0].lease_until)));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_batch_tells_repetitions_and_conflicts_apart, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.pay(std::nullopt, 50'000, {.reference = "FT-1", .content = "a"});
  const std::vector<write_command> batch{
      world.credit(std::nullopt, 50'000, {.reference = "FT-1", .content = "a"}),
      world.credit(std::nullopt, 60'000, {.reference = "FT-1", .content = "a"}),
      world.credit(std::nullopt, 50'000, {.reference = "FT-1", .content = "b"}),
      world.credit(std::nullopt, 50'000, {.reference = "FT-2", .content = "a"}),
      world.credit(std::nullopt, 50'000, {.reference = "FT-2", .content = "c"}),
      world.credit(std::nullopt, 50'000, {.reference = "FT-1", .content = "another transfer", .feed = "NAPAS"})};
  const auto replies = world.done_together<recorded_entry>(batch);
  std::string reported;
  for (const auto& one : replies) reported += one.conflict ? 'c' : one.result == entry_result::duplicate ? 'd' : 'r';
  BOOST_TEST(reported == "dccrcr");
  BOOST_TEST((replies[0].transaction == first.transaction && replies[2].transaction == first.transaction));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'conflict'") == "3");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "3");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_batch_finds_each_link_through_the_account_that_is_paid, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.number = "999";
  world.apply(connect_account{other}).value();
  auto astray = world.credit(link.reference, 100'000);
  astray.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  auto missed = link.reference.text();
  missed.back() = missed.back() == 'A' ? 'B' : 'A';
  const auto replies = world.done_together<recorded_entry>(
      {astray, world.credit(std::nullopt, 100'000, {.content = "tra " + missed}),
       world.credit(std::nullopt, 100'000, {.ambiguous = true}), world.credit(link.reference, 100'000)});
  BOOST_TEST((!replies[0].classified && !replies[1].classified && !replies[2].classified));
  BOOST_TEST((replies[3].classified == classification::matched));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE likely_link_row IS NOT NULL") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE ambiguous = 1 AND link_row IS NULL") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rejection_is_compared_with_its_own_first_one_alone, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto reject = [&](const std::string& reference, std::int64_t amount, const std::string& feed) {
      return world.credit(std::nullopt, amount,
                          {.reference = reference, .status = entry_status::rejected, .feed = feed});
    };
    const std::vector<write_command> firsts{reject("FT-1", 10'000, "MB"), reject("FT-2", 20'000, "MB"),
                                            reject("FT-1", 30'000, "NAPAS")};
    // Of another account: the same reference is another payment's.
    auto elsewhere = reject("FT-1", 40'000, "MB");
    elsewhere.entry.account_number = "999";
    auto all = firsts;
    all.emplace_back(elsewhere);
    for (const bool again : {false, true})
      for (const auto& reply : together ? world.writer->apply(all) : [&] {
             std::vector<result<write_reply>> replies;
             for (const auto& one : all) replies.push_back(world.apply(one));
             return replies;
           }()) {
        const auto& reported = std::get<recorded_entry>(reply.value());
        BOOST_TEST((reported.result == (again ? entry_result::duplicate : entry_result::recorded)));
        BOOST_TEST(!reported.conflict);
      }
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries") == "4");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(outcomes_of_one_batch_keep_each_its_own_verdict, Backend, backends) {
  store_world world{Backend::where};
  const auto refused = world.make_job("https://a.example/cb"), unknown = world.make_job("https://b.example/cb"),
             well = world.make_job("https://c.example/cb");
  std::vector<write_command> batch;
  const auto add = [&](const delivery_job& job, failure_class found) {
    auto made = world.made(job.attempt, found == failure_class::none ? 200 : 0);
    made.failed_by = found;
    made.final = found != failure_class::none;
    batch.push_back(outcome_of(job, made));
  };
  add(refused, failure_class::tls), add(well, failure_class::none), add(unknown, failure_class::dns);
  const auto settled = world.done_together<recorded_attempt>(batch);
  BOOST_TEST((is_pending(settled[0]) && is_acknowledged(settled[1]) && is_pending(settled[2])));
  world.pass(10s);
  const auto next = world.done<claimed_jobs>(claim_due{}).jobs;
  BOOST_REQUIRE(next.size() == 2u);
  BOOST_TEST((next[0].row == refused.row && next[0].earlier->found == failure_class::tls));
  BOOST_TEST((next[1].row == unknown.row && next[1].earlier->found == failure_class::dns));
  batch.clear();
  add(next[0], failure_class::dns), add(next[1], failure_class::dns);
  const auto ended = world.done_together<recorded_attempt>(batch);
  BOOST_TEST((is_pending(ended[0]) && has_failed(ended[1])));
}

BOOST_AUTO_TEST_SUITE_END()
