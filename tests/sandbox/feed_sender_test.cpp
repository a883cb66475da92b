#include "sandbox/books/feed_sender.hpp"
#include "tests/cli/program_run.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <future>
#include <set>

using namespace paylink;
using namespace paylink::sandbox;
using paylink::test::temporary_folder;

namespace {

constexpr sender_timing quick{std::chrono::milliseconds{1}, std::chrono::milliseconds{4}, std::chrono::hours{1}};

notification entry_named(const std::string& reference) {
  return {"MB", R"({"bank_reference":")" + reference + R"("})"};
}

// A feed that fails as often as it is told, and remembers what it acknowledged, in order.
class scripted_feed {
public:
  explicit scripted_feed(int failures = 0) : failures_{failures} {}

  send_entry call() {
    return [this](const notification& content) -> std::variant<acknowledgement, std::string> {
      std::lock_guard lock{mutex_};
      ++calls_;
      changed_.notify_all();
      if (failures_ > 0) return --failures_, std::string{"HTTP 503"};
      auto row = boost::json::parse(content.entry).as_object();
      heard_.emplace_back(row.at("bank_reference").as_string());
      bool is_new = known_.insert(heard_.back()).second;
      return acknowledgement{
          .at = "t", .result = is_new ? "recorded" : "duplicate", .transaction_id = "txn_1", .reason = {}};
    };
  }
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return heard_.size() >= count; });
    return heard_;
  }
  int wait_for_calls(int count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return calls_ >= count; });
    return calls_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int failures_, calls_ = 0;
  std::vector<std::string> heard_;
  std::set<std::string> known_;
};

void ignore(const journal_entry&) {}

} // namespace

BOOST_AUTO_TEST_SUITE(feed_senders)

BOOST_AUTO_TEST_CASE(an_entry_is_sent_until_it_is_acknowledged) {
  temporary_folder folder;
  scripted_feed feed{5};
  journal books{folder / "journal.jsonl"};
  feed_sender sender{books, feed.call(), quick};
  std::promise<journal_entry> first;
  sender.submit(entry_named("A"), 1, {}, false, [&](const journal_entry& entry) { first.set_value(entry); });
  auto reported = first.get_future().get();
  BOOST_TEST(reported.failures == 1);
  BOOST_TEST(reported.last_failure == "HTTP 503");
  BOOST_TEST(feed.wait_for(1) == std::vector<std::string>{"A"}, boost::test_tools::per_element());
  BOOST_TEST(feed.wait_for_calls(6) == 6);
}

BOOST_AUTO_TEST_CASE(a_restart_sends_what_was_not_acknowledged_and_nothing_else) {
  temporary_folder folder;
  {
    scripted_feed reached, broken{1'000'000};
    journal books{folder / "journal.jsonl"};
    {
      feed_sender sender{books, reached.call(), quick};
      std::promise<void> done;
      sender.submit(entry_named("A"), 1, {}, false, [&](const journal_entry&) { done.set_value(); });
      done.get_future().wait();
    }
    feed_sender sender{books, broken.call(), quick};
    sender.submit(entry_named("B"), 2, {}, false, ignore);
    sender.submit(entry_named("C"), 1, {}, true, ignore);
    broken.wait_for_calls(2);
  }
  scripted_feed feed;
  journal books{folder / "journal.jsonl"};
  feed_sender sender{books, feed.call(), quick};
  auto heard = feed.wait_for(3);
  std::multiset<std::string> sent{heard.begin(), heard.end()};
  BOOST_TEST(sent.count("A") == 0u);
  BOOST_TEST(sent.count("B") == 2u);
  BOOST_TEST(sent.count("C") == 1u);
}

BOOST_AUTO_TEST_CASE(a_repeated_entry_is_sent_again_after_its_acknowledgement) {
  temporary_folder folder;
  scripted_feed feed;
  journal books{folder / "journal.jsonl"};
  feed_sender sender{books, feed.call(), quick};
  sender.submit(entry_named("A"), 3, {}, false, ignore);
  BOOST_TEST(feed.wait_for(3) == (std::vector<std::string>{"A", "A", "A"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_shuffled_entry_arrives_behind_the_next_one) {
  temporary_folder folder;
  scripted_feed feed;
  journal books{folder / "journal.jsonl"};
  feed_sender sender{books, feed.call(), quick};
  bool was_told = false;
  sender.submit(entry_named("A"), 1, {}, true, [&](const journal_entry& entry) { was_told = entry.is_held; });
  BOOST_TEST(was_told);
  sender.submit(entry_named("B"), 1, {}, false, ignore);
  BOOST_TEST(feed.wait_for(2) == (std::vector<std::string>{"B", "A"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_shuffled_entry_that_nothing_overtakes_arrives_when_its_time_is_up) {
  temporary_folder folder;
  scripted_feed feed;
  journal books{folder / "journal.jsonl"};
  auto timing = quick;
  timing.held_longest = std::chrono::milliseconds{1};
  feed_sender sender{books, feed.call(), timing};
  sender.submit(entry_named("A"), 1, {}, true, ignore);
  BOOST_TEST(feed.wait_for(1) == std::vector<std::string>{"A"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_delayed_entry_lets_others_pass) {
  temporary_folder folder;
  scripted_feed feed;
  journal books{folder / "journal.jsonl"};
  feed_sender sender{books, feed.call(), quick};
  sender.submit(entry_named("A"), 1, std::chrono::hours{1}, false, ignore);
  sender.submit(entry_named("B"), 1, {}, false, ignore);
  BOOST_TEST(feed.wait_for(1) == std::vector<std::string>{"B"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_journal_forgets_only_the_line_that_a_crash_cut_short) {
  temporary_folder folder;
  {
    journal books{folder / "journal.jsonl"};
    books.acknowledge(books.add({.content = entry_named("A"), .answers = {}, .last_failure = {}}),
                      {"t", "recorded", "txn_1", ""});
  }
  std::ofstream{folder / "journal.jsonl", std::ios::app} << R"({"number":2,"feed":"MB","ent)";
  journal books{folder / "journal.jsonl"};
  BOOST_TEST(books.entries().size() == 1u);
  BOOST_TEST(books.entries().at(1).is_finished());
  BOOST_TEST(books.entries().at(1).answers.at(0).transaction_id == "txn_1");
  BOOST_TEST(books.add({.content = entry_named("B"), .answers = {}, .last_failure = {}}).number == 2u);
  journal again{folder / "journal.jsonl"};
  BOOST_TEST(again.entries().size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
