#include "domain/values/local_time.hpp"
#include "http/statements/statement_ids.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(statements_and_feeds)

namespace {

// Before the world begins. In Vietnam it is 19:00.
const auto noon = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 13}} + 12h;

/// One report of a transfer: of a feed, or of a statement (`STATEMENT`).
struct reported {
  std::string feed;
  std::string reference;
  std::int64_t amount = 100'000;
  transfer_type type = transfer_type::credit;
  std::string content = "Nguyễn Văn A chuyển tiền";
  std::chrono::milliseconds after_noon{0};
};

/// A world in which statements of the day, and of the day after, have been imported.
class stated_world : public store_world {
public:
  explicit stated_world(kind on) : store_world{on} {
    done<no_reply>(
        begin_import{.workspace = workspace, .id = account.id, .stated_to = vietnam_day(noon) + 48h, .by = by_owner()});
  }

  record_entry entry_of(const reported& what) {
    auto made = credit({}, what.amount,
                       {.reference = what.reference,
                        .content = what.content,
                        .type = what.type,
                        .feed = what.feed,
                        .occurred_at = noon + what.after_noon});
    if (what.feed == statement_feed) {
      made.entry.statement_id = ids_.contains(what.reference) ? ids_[what.reference] : names_.name(made.entry);
      ids_[what.reference] = made.entry.statement_id, made.name_transaction();
    }
    return made;
  }
  recorded_entry record(const reported& what) { return done<recorded_entry>(entry_of(what)); }
  /// As entries come: each by itself, or all of them in one batch.
  std::vector<recorded_entry> record_all(const std::vector<reported>& all, bool together) {
    std::vector<write_command> commands;
    for (const auto& one : all) commands.emplace_back(entry_of(one));
    if (together) return done_together<recorded_entry>(commands);
    std::vector<recorded_entry> replies;
    for (const auto& command : commands) replies.push_back(done<recorded_entry>(command));
    return replies;
  }
  std::string count(const std::string& table) const { return ask("SELECT COUNT(*) FROM " + table); }

private:
  statement_ids names_{"camt"};
  std::map<std::string, std::string> ids_; ///< By the references of this file: an entry keeps its own.
};

struct second_case {
  const char* name;
  reported second;
  bool is_same;
};

const second_case second_cases[] = {
    {"word for word", {"STATEMENT", "S1"}, true},
    {"in capitals", {.feed = "STATEMENT", .reference = "S1", .content = "NGUYEN VAN A CHUYEN TIEN"}, true},
    {"at the day's first moment", {.feed = "STATEMENT", .reference = "S1", .after_noon = -19h}, true},
    {"at its last", {.feed = "STATEMENT", .reference = "S1", .after_noon = 5h - 1ms}, true},
    {"under the same reference", {"STATEMENT", "M1"}, true},
    {"the day before", {.feed = "STATEMENT", .reference = "S1", .after_noon = -19h - 1ms}, false},
    {"the day after", {.feed = "STATEMENT", .reference = "S1", .after_noon = 5h}, false},
    {"another amount", {.feed = "STATEMENT", .reference = "S1", .amount = 100'001}, false},
    {"another direction", {.feed = "STATEMENT", .reference = "S1", .type = transfer_type::debit}, false},
    {"another text", {.feed = "STATEMENT", .reference = "S1", .content = "Nguyễn Văn B chuyển tiền"}, false},
};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_transfer_of_a_feed_and_a_statement_in_either_order_is_recorded_once, Backend,
                              backends) {
  const std::pair<bool, bool> ways[] = {{false, false}, {true, false}, {false, true}, {true, true}};
  std::size_t round = 0;
  for (const auto& [name, second, is_same] : second_cases)
    for (const auto& [turned, together] : ways_in_round<Backend>(round++, ways))
      BOOST_TEST_CONTEXT(name << (turned ? ", turned" : "") << (together ? ", in one batch" : "")) {
        stated_world world{Backend::where};
        const reported first{"MB", "M1"};
        const auto answers = world.record_all({turned ? second : first, turned ? first : second}, together);
        BOOST_TEST((answers[0].result == entry_result::recorded));
        BOOST_TEST((answers[1].result == (is_same ? entry_result::duplicate : entry_result::recorded)));
        BOOST_TEST((answers[1].transaction == answers[0].transaction) == is_same);
        // Whatever comes again says the same again.
        for (const auto& [again, earlier] :
             {std::pair{turned ? second : first, answers[0]}, {turned ? first : second, answers[1]}}) {
          const auto repeated = world.record(again);
          BOOST_TEST((repeated.result == entry_result::duplicate && !repeated.conflict));
          BOOST_TEST((repeated.transaction == earlier.transaction));
        }
        BOOST_TEST(world.count("transactions") == (is_same ? "1" : "2"));
        BOOST_TEST(world.count("usage") == (is_same ? "1" : "2"));
        BOOST_TEST(world.count("kept_entries") == "0");
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_feeds_and_a_statement_tell_of_one_transfer, Backend, backends) {
  std::vector<reported> reports{{"MB", "M1"}, {"NAPAS", "N1"}, {"STATEMENT", "S1"}};
  std::ranges::sort(reports, {}, &reported::feed);
  do {
    for (const bool together : {false, true})
      BOOST_TEST_CONTEXT(reports[0].feed << ", " << reports[1].feed << (together ? ", in one batch" : "")) {
        stated_world world{Backend::where};
        const auto answers = world.record_all(reports, together);
        for (const auto& one : answers) BOOST_TEST((one.transaction == answers[0].transaction));
        BOOST_TEST(world.count("transactions") == "1");
        for (const auto& one : reports) BOOST_TEST((world.record(one).result == entry_result::duplicate));
        BOOST_TEST(world.count("transactions") == "1");
        BOOST_TEST(world.count("usage") == "1");
      }
  } while (std::ranges::next_permutation(reports, {}, &reported::feed).found);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_transfers_of_a_day_are_as_many_as_the_one_that_tells_of_most, Backend, backends) {
  const auto at = [](std::string feed, std::string reference, std::chrono::milliseconds after) {
    return reported{.feed = std::move(feed), .reference = std::move(reference), .after_noon = after};
  };
  const std::vector<reported> feed{at("MB", "M1", 0min), at("MB", "M2", 1h), at("MB", "M3", 2h)};
  const std::vector<reported> statement{at("STATEMENT", "S1", -19h), at("STATEMENT", "S2", -19h)};
  for (const bool is_statement_first : {false, true}) {
    stated_world world{Backend::where};
    for (const auto& one : is_statement_first ? statement : feed) world.record(one);
    for (const auto& one : is_statement_first ? feed : statement) world.record(one);
    BOOST_TEST(world.count("transactions") == "3");
  }
  stated_world world{Backend::where};
  world.record(feed[0]);
  for (const auto& one : statement) world.record(one); // the second has not been told of
  BOOST_TEST(world.count("transactions") == "2");
  world.record(feed[1]);
  BOOST_TEST(world.count("transactions") == "2");
  world.record(feed[2]);
  BOOST_TEST(world.count("transactions") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_statement_completes_a_link_and_the_late_feed_does_not_again, Backend, backends) {
  for (const bool together : {false, true}) {
    stated_world world{Backend::where};
    const auto link = world.make_link();
    auto stated = world.entry_of({"STATEMENT", "S1"});
    auto late = world.entry_of({"MB", "M1"});
    stated.link = late.link = link.reference;
    std::vector<recorded_entry> answers;
    if (together)
      answers = world.template done_together<recorded_entry>({stated, late});
    else
      for (const auto& one : {stated, late}) answers.push_back(world.template done<recorded_entry>(one));
    BOOST_TEST((answers[0].result == entry_result::recorded && answers[0].classified == classification::matched));
    BOOST_TEST((answers[1].result == entry_result::duplicate && answers[1].classified == classification::matched));
    BOOST_TEST(world.count("deliveries") == "1");
    BOOST_TEST(world.ask("SELECT feed FROM transactions") == "MB");
    BOOST_TEST((world.read(link).status == link_status::succeeded));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_late_feed_that_names_a_virtual_account_settles_its_link, Backend, backends) {
  stated_world world{Backend::where};
  const auto link = world.make_link({.on_virtual_account = true});
  run_sql(world.url, "UPDATE payment_links SET created_at = " + std::to_string(to_millis(noon)));
  world.record({"STATEMENT", "S1"});
  BOOST_TEST((world.read(link).status == link_status::pending));
  auto late = world.entry_of({"MB", "M1"});
  late.virtual_account_row = world.receiver.row;
  late.entry.virtual_account_number = world.receiver.number;
  const auto answer = world.template done<recorded_entry>(late);
  BOOST_TEST((answer.result == entry_result::duplicate && answer.classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded && world.count("transactions") == "1"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_on_the_account_is_stored_with_the_transaction, Backend, backends) {
  stated_world world{Backend::where};
  auto first = world.entry_of({.feed = "MB", .reference = "M1", .after_noon = 72h});
  first.entry.balance_after = 1'500'000;
  auto overdrawn = world.entry_of({.feed = "MB", .reference = "M2", .type = transfer_type::debit, .after_noon = 73h});
  overdrawn.entry.balance_after = -200'000;
  const auto without = world.entry_of({.feed = "MB", .reference = "M3", .after_noon = 74h});
  world.template done_together<recorded_entry>({first, overdrawn, without});
  world.template done<recorded_entry>(first);
  BOOST_TEST(world.count("transaction_balances") == "2");
  BOOST_TEST(world.ask("SELECT MIN(dong) FROM transaction_balances") == "-200000");
  BOOST_TEST(world.ask("SELECT MAX(dong) FROM transaction_balances") == "1500000");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_import_is_noted_and_never_ends_earlier, Backend, backends) {
  stated_world world{Backend::where};
  const auto stated_to = [&] {
    return world.ask("SELECT stated_to FROM bank_accounts WHERE id = '" + world.account.id.text() + "'");
  };
  const auto before = stated_to();
  world.template done<no_reply>(begin_import{
      .workspace = world.workspace, .id = world.account.id, .stated_to = noon - 100h, .by = world.by_owner()});
  BOOST_TEST(stated_to() == before);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.import_begun'") == "2");
  const auto other = world.open_workspace();
  BOOST_TEST((error_of(world.apply(begin_import{
                  .workspace = other, .id = world.account.id, .stated_to = noon, .by = world.by_owner()})) ==
              errc::not_found));
}

namespace {

/// An entry of a file of its own, in which it is the first of its kind; its reference may be made up.
record_entry of_a_file(stated_world& world, const std::string& form, const std::string& reference) {
  auto made = world.entry_of({.feed = "MB", .reference = reference});
  made.feed = statement_feed;
  made.entry.statement_id = statement_ids{form}.name(made.entry);
  made.entry.bank_reference = reference + "/" + form;
  return made;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_banks_reference_tells_equal_entries_of_two_files_apart, Backend, backends) {
  struct row {
    const char* what;
    std::string form, reference;
    bool is_new;
  };
  const std::string made_up = "+100000~0123456789abcdef@2026-03-13";
  const row rows[]{
      {"the first file", "camt", "FT1@2026-03-13", true},
      {"the same again", "camt", "FT1@2026-03-13", false},
      {"another reference of the form", "camt", "FT2@2026-03-13", true},
      {"both again", "camt", "FT2@2026-03-13", false},
      {"another form", "mt940", "2603139@2026-03-13", false},
      {"a form without references", "csv/", made_up, false},
      {"a third reference", "camt", "FT3@2026-03-13", true},
  };
  stated_world world{Backend::where};
  for (const auto& [what, form, reference, is_new] : rows) {
    const auto answer = world.template done<recorded_entry>(of_a_file(world, form, reference));
    BOOST_TEST((answer.result == (is_new ? entry_result::recorded : entry_result::duplicate)), what);
  }
  BOOST_TEST(world.count("transactions") == "3");
  // What was recorded without a reference takes the first that is told.
  stated_world later{Backend::where};
  for (const auto& [reference, is_new] :
       {std::pair<std::string, bool>{made_up, true}, {"FT1@2026-03-13", false}, {"FT2@2026-03-13", true}}) {
    const auto answer = later.template done<recorded_entry>(of_a_file(later, "camt", reference));
    BOOST_TEST((answer.result == (is_new ? entry_result::recorded : entry_result::duplicate)), reference);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(equal_entries_are_known_again_in_whatever_order_they_were_stored, Backend, backends) {
  for (const bool has_references : {false, true}) {
    stated_world world{Backend::where};
    statement_ids names{"csv/"};
    std::vector<record_entry> file;
    for (const std::string number : {"1", "2", "3"}) {
      auto made = world.entry_of({.feed = "MB", .reference = has_references ? "FT" + number : "+100000~0@" + number});
      made.feed = statement_feed;
      made.entry.statement_id = names.name(made.entry);
      made.entry.bank_reference += "/" + number;
      file.push_back(std::move(made));
    }
    for (const std::size_t place : {1, 0, 2, 0, 1, 2}) world.template done<recorded_entry>(file[place]);
    statement_ids others{"camt"};
    for (auto made : file) {
      made.entry.bank_reference = "X" + made.entry.bank_reference;
      made.entry.statement_id = others.name(made.entry);
      BOOST_TEST((world.template done<recorded_entry>(made).result == entry_result::duplicate));
    }
    BOOST_TEST(world.count("transactions") == "3");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_reference_names_its_transfer_whatever_text_a_file_gives_it, Backend, backends) {
  stated_world world{Backend::where};
  const auto told_with = [&](const std::vector<std::pair<std::string, std::string>>& file) {
    statement_ids names{"csv/Ref"};
    std::vector<record_entry> made;
    for (const auto& [reference, content] : file) {
      made.push_back(world.entry_of({.feed = "MB", .reference = reference, .content = content}));
      names.expect(made.back().entry);
    }
    std::string reported;
    for (auto& one : made) {
      one.feed = statement_feed;
      one.entry.statement_id = names.name(one.entry);
      one.entry.bank_reference += "/" + one.entry.content;
      reported += world.template done<recorded_entry>(one).result == entry_result::recorded ? '+' : '=';
    }
    return reported;
  };
  BOOST_TEST(told_with({{"FT1", "A"}, {"FT2", "B"}}) == "++");
  BOOST_TEST(told_with({{"FT2", "another column"}, {"FT1", "another column"}}) == "==");
  BOOST_TEST(told_with({{"BATCH", "C"}, {"BATCH", "D"}}) == "++");
  BOOST_TEST(told_with({{"BATCH", "D"}, {"BATCH", "E"}, {"BATCH", "C"}}) == "=+=");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_with_one_reference_that_say_something_else_are_two, Backend, backends) {
  stated_world world{Backend::where};
  std::vector<record_entry> both;
  for (const std::int64_t amount : {100'000, 200'000}) {
    both.push_back(world.entry_of({.feed = "MB", .reference = "FT1@2026-03-13", .amount = amount}));
    both.back().feed = statement_feed;
    both.back().entry.statement_id = statement_ids{"camt"}.name(both.back().entry);
    both.back().entry.bank_reference += "/" + std::to_string(amount);
  }
  for (const bool is_new : {true, false})
    for (const auto& one : both)
      BOOST_TEST((world.template done<recorded_entry>(one).result ==
                  (is_new ? entry_result::recorded : entry_result::duplicate)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(files_of_many_equal_entries_are_all_recorded_and_known_again, Backend, backends) {
  stated_world world{Backend::where};
  constexpr int entries = 40;
  const auto file = [&](int number) {
    statement_ids names{"camt"};
    std::vector<write_command> commands;
    for (int place = 1; place <= entries; ++place) {
      const auto reference = "F" + std::to_string(number) + "P" + std::to_string(place) + "@2026-03-13";
      auto made = world.entry_of({.feed = "MB", .reference = reference});
      made.feed = statement_feed;
      made.entry.statement_id = names.name(made.entry);
      made.entry.bank_reference += "/" + std::to_string(place);
      commands.emplace_back(std::move(made));
    }
    return commands;
  };
  for (const bool is_new : {true, false})
    for (int number = 1; number <= 3; ++number) {
      const auto commands = file(number);
      for (const auto& [first, count] : {std::pair{0, 10}, {10, 30}}) {
        const std::vector<write_command> some(commands.begin() + first, commands.begin() + first + count);
        for (const auto& answer : world.template done_together<recorded_entry>(some))
          BOOST_TEST((answer.result == (is_new ? entry_result::recorded : entry_result::duplicate)));
      }
    }
  BOOST_TEST(world.count("transactions") == std::to_string(3 * entries));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_that_name_two_virtual_accounts_are_two, Backend, backends) {
  for (const bool is_statement_first : {false, true}) {
    stated_world world{Backend::where};
    const auto second = world.template done<made_virtual_account>(
        create_virtual_account{.record = {.id = world.template new_id<virtual_account_id>(),
                                          .main_account = world.account.id,
                                          .number = "VQRQABCDE0002",
                                          .name = "Till 2",
                                          .status = virtual_account_status::active},
                               .workspace = world.workspace,
                               .by = world.by_owner()});
    const auto row = std::stoll(world.ask("SELECT row FROM virtual_accounts WHERE number = 'VQRQABCDE0002'"));
    BOOST_TEST(!second.is_replay);
    auto stated = world.entry_of({"STATEMENT", "S1"});
    stated.virtual_account_row = world.receiver.row;
    stated.entry.virtual_account_number = world.receiver.number;
    auto reported = world.entry_of({.feed = "MB", .reference = "M1", .after_noon = 1h});
    reported.virtual_account_row = row;
    reported.entry.virtual_account_number = "VQRQABCDE0002";
    for (const auto& one : is_statement_first ? std::vector{stated, reported} : std::vector{reported, stated})
      BOOST_TEST((world.template done<recorded_entry>(one).result == entry_result::recorded));
    // The one on its own number is taken before the one that names none.
    auto unnamed = world.entry_of({.feed = "MB", .reference = "M2"});
    auto same = unnamed;
    same.entry.bank_reference = "M3";
    same.virtual_account_row = world.receiver.row;
    same.entry.virtual_account_number = world.receiver.number;
    if (is_statement_first) continue;
    BOOST_TEST((world.template done<recorded_entry>(same).result == entry_result::duplicate));
    BOOST_TEST((world.template done<recorded_entry>(unnamed).result == entry_result::recorded));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_booked_after_the_import_is_another_transfer, Backend, backends) {
  stated_world world{Backend::where};
  world.template done<no_reply>(begin_import{.workspace = world.workspace,
                                             .id = world.account.id,
                                             .stated_to = vietnam_day(world.now()) + 48h,
                                             .by = world.by_owner()});
  const auto at = [&](std::string feed, std::string reference, std::chrono::milliseconds after) {
    return world.entry_of(
        {.feed = std::move(feed), .reference = std::move(reference), .after_noon = world.now() + after - noon});
  };
  BOOST_TEST((world.template done<recorded_entry>(at("STATEMENT", "S1", -1s)).result == entry_result::recorded));
  BOOST_TEST((world.template done<recorded_entry>(at("MB", "M1", 6min)).result == entry_result::recorded));
  BOOST_TEST((world.template done<recorded_entry>(at("MB", "M2", -2s)).result == entry_result::duplicate));
}

BOOST_AUTO_TEST_SUITE_END()
