#include "domain/banks/bank.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(bank_rules)

BOOST_AUTO_TEST_CASE(the_country_has_71_banks_and_wallets_each_with_its_own_bin_and_code) {
  std::set<std::string_view> bins, codes;
  std::size_t coded = 0;
  for (const auto& bank : all_banks()) {
    bins.insert(bank.bin);
    BOOST_TEST(bank.bin.size() == 6u);
    BOOST_TEST((bank.bin.find_first_not_of("0123456789") == bank.bin.npos), bank.bin);
    BOOST_TEST(!bank.short_name.empty(), bank.bin);
    BOOST_TEST(!bank.name_vi.empty(), bank.bin);
    if (bank.code.empty()) continue;
    codes.insert(bank.code);
    ++coded;
  }
  BOOST_TEST(all_banks().size() == 71u);
  BOOST_TEST(bins.size() == 71u);
  BOOST_TEST(codes.size() == coded);
}

BOOST_AUTO_TEST_CASE(every_bank_is_found_by_its_bin_and_its_code) {
  for (const auto& bank : all_banks()) {
    BOOST_TEST(find_bank_by_bin(bank.bin) == &bank);
    if (!bank.code.empty()) BOOST_TEST(find_bank(bank.code) == &bank);
  }
}

BOOST_AUTO_TEST_CASE(the_banks_of_open_banking_have_their_known_bins) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"MB", "970422"}, {"ACB", "970416"}, {"OCB", "970448"}, {"VCB", "970436"}, {"BVB", "970438"}, {"VCCB", "970454"}};
  for (const auto& [code, bin] : cases) {
    const auto* bank = find_bank(code);
    BOOST_REQUIRE_MESSAGE(bank != nullptr, code);
    BOOST_TEST(bank->bin == bin);
  }
}

BOOST_AUTO_TEST_CASE(a_bank_is_found_by_the_usual_spellings_of_its_name) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"MBBank", "MB"},       {"MB Bank", "MB"},     {"mb", "MB"},         {"Vietcombank", "VCB"},
      {"VIETCOMBANK", "VCB"}, {"vcb", "VCB"},        {"Sacombank", "STB"}, {"ACB", "ACB"},
      {"Techcombank", "TCB"}, {"VietinBank", "ICB"}, {"BVB", "BVB"},       {"Kien Long Bank", "KLB"},
      {"Dong A Bank", "DOB"}, {"Vikki Bank", "DOB"}, {"MBV", "Oceanbank"}, {"OceanBank", "Oceanbank"},
      {"CB Bank", "CBB"},     {"VCB Neo", "CBB"},    {"BVBank", "VCCB"},   {"Viet Capital Bank", "VCCB"}};
  for (const auto& [name, code] : cases) {
    const auto* bank = find_bank_by_name(name);
    BOOST_REQUIRE_MESSAGE(bank != nullptr, name);
    BOOST_TEST(bank->code == code);
  }
  for (const auto& bank : all_banks())
    if (!bank.code.empty()) BOOST_TEST(find_bank_by_name(bank.code) == &bank, bank.code);
  for (const auto* name : {"", " ", "-", "Bank", "NAPAS", "A bank of tomorrow"})
    BOOST_TEST(find_bank_by_name(name) == nullptr, name);
}

BOOST_AUTO_TEST_CASE(banks_have_the_names_of_2026) {
  // The BINs stand in two public lists each, under the former name or the present one.
  const std::tuple<std::string_view, std::string_view, std::string_view> cases[]{
      {"970406", "DOB", "Vikki Bank"}, {"970414", "Oceanbank", "MBV"}, {"970444", "CBB", "VCBNeo"},
      {"970454", "VCCB", "BVBank"},    {"970408", "GPB", "GPBank"},    {"970430", "PGB", "PGBank"}};
  for (const auto& [bin, code, name] : cases) {
    const auto* bank = find_bank_by_bin(bin);
    BOOST_REQUIRE_MESSAGE(bank != nullptr, bin);
    BOOST_TEST(bank->code == code);
    BOOST_TEST(bank->short_name == name);
  }
}

BOOST_AUTO_TEST_CASE(an_operator_corrects_the_table_of_banks) {
  const struct {
    std::vector<bank_correction> corrections;
    std::string faulty, fault;
    std::string_view code, name, bin; ///< What the table then says of the code.
  } cases[]{
      {{{"DOB", "", "970461"}}, "", "", "DOB", "Vikki Bank", "970461"},
      {{{"OCEANBANK", "Modern Bank", ""}}, "", "", "Oceanbank", "Modern Bank", "970414"},
      {{{"NEWBANK", "A New Bank", "970499"}}, "", "", "NEWBANK", "A New Bank", "970499"},
      {{{"NEWBANK", "", "970499"}},
       "NEWBANK",
       "name is missing: no bank has the code NEWBANK",
       "VCB",
       "Vietcombank",
       "970436"},
      {{{"NEWBANK", "A New Bank", ""}},
       "NEWBANK",
       "bin is missing: no bank has the code NEWBANK",
       "VCB",
       "Vietcombank",
       "970436"},
      {{{"DOB", "X", "970436"}}, "DOB", "bin is also that of VCB", "DOB", "Vikki Bank", "970406"},
      {{{"MB", "Vietcombank", ""}}, "MB", "name is also that of VCB", "MB", "MBBank", "970422"},
      {{{"MB", "VIETCOM bank.", ""}}, "MB", "name is also that of VCB", "MB", "MBBank", "970422"},
      {{{"MB", "vcb", ""}}, "MB", "name is also that of VCB", "MB", "MBBank", "970422"},
      {{{"MB", "Dong A Bank", ""}}, "MB", "name is also that of DOB", "MB", "MBBank", "970422"},
      {{{"MB", "Ngân hàng TMCP Ngoại Thương Việt Nam", ""}},
       "MB",
       "name is also that of VCB",
       "MB",
       "MBBank",
       "970422"},
      {{{"NEWBANK", "ACB", "970499"}}, "NEWBANK", "name is also that of ACB", "ACB", "ACB", "970416"},
      {{{"MB", "- -", ""}}, "MB", "name has neither a letter nor a digit", "MB", "MBBank", "970422"},
      // A name that its bank has had, and one that two corrections give.
      {{{"VCB", "Foreign Trade Bank", ""}, {"MB", "Vietcombank", ""}},
       "MB",
       "name is also that of VCB",
       "VCB",
       "Vietcombank",
       "970436"},
      {{{"NEWBANK", "A New Bank", "970499"}, {"OLDBANK", "A NEW BANK", "970498"}},
       "NEWBANK",
       "name is also that of OLDBANK",
       "VCB",
       "Vietcombank",
       "970436"},
      // Its own.
      {{{"VCB", "VIETCOMBANK", ""}}, "", "", "VCB", "VIETCOMBANK", "970436"},
      {{{"DOB", "DongABank", ""}}, "", "", "DOB", "DongABank", "970406"},
      // Two banks may exchange their numbers.
      {{{"DOB", "", "970436"}, {"VCB", "", "970406"}}, "", "", "VCB", "Vietcombank", "970406"},
      {{}, "", "", "DOB", "Vikki Bank", "970406"},
  };
  for (const auto& one : cases) {
    std::string faulty;
    BOOST_TEST(correct_banks(one.corrections, faulty) == one.fault);
    BOOST_TEST(faulty == one.faulty);
    const auto* bank = find_bank(one.code);
    BOOST_REQUIRE_MESSAGE(bank != nullptr, one.code);
    BOOST_TEST(bank->short_name == one.name);
    BOOST_TEST(bank->bin == one.bin);
    BOOST_TEST(find_bank_by_bin(one.bin) == bank);
    BOOST_TEST(find_bank_by_name(one.name) == bank);
  }
  BOOST_TEST(all_banks().size() == 71u);
}

BOOST_AUTO_TEST_CASE(what_is_no_bank_is_not_found) {
  for (const auto* code : {"", "NAPAS", "mb", "MBB", "970422", "XYZ"}) BOOST_TEST(find_bank(code) == nullptr, code);
  for (const auto* bin : {"", "000000", "999999", "97042", "9704222", "MB"})
    BOOST_TEST(find_bank_by_bin(bin) == nullptr, bin);
}

BOOST_AUTO_TEST_CASE(a_feed_tells_of_its_banks_accounts_and_the_switchs_of_any) {
  BOOST_TEST(bin_heard_on("MB", "") == "970422");
  BOOST_TEST(bin_heard_on("MB", "970436") == "970422"); // a bank speaks for no other
  BOOST_TEST(bin_heard_on("NAPAS", "970436") == "970436");
  BOOST_TEST(bin_heard_on("NAPAS", "") == "");
  BOOST_TEST(bin_heard_on("XYZ", "970436") == "");

  const auto expect_feeds = [](std::string_view feed, std::string_view bin, std::set<std::string_view> expected) {
    bank_account account;
    account.feed = feed;
    account.bin = bin;
    const auto feeds = feeds_of(account);
    BOOST_TEST((std::set<std::string_view>{feeds.begin(), feeds.end()} == expected), feed << " " << bin);
  };
  expect_feeds("MB", "970422", {"MB", "NAPAS"});
  expect_feeds("NAPAS", "970422", {"MB", "NAPAS"});
  expect_feeds("XYZ", "970422", {"XYZ", "MB", "NAPAS"});
  expect_feeds("XYZ", "", {"XYZ", "NAPAS"});
}

BOOST_AUTO_TEST_CASE(results_directions_and_states_have_their_words) {
  BOOST_TEST(to_text(entry_result::recorded) == "recorded");
  BOOST_TEST(to_text(entry_result::duplicate) == "duplicate");
  BOOST_TEST(to_text(entry_result::held) == "held");
  BOOST_TEST(to_text(entry_result::unknown_account) == "unknown_account");
  BOOST_TEST(to_text(entry_result::invalid) == "invalid");
  BOOST_TEST(to_text(entry_result::ignored) == "ignored");
  BOOST_TEST(to_text(transfer_type::credit) == "credit");
  BOOST_TEST(to_text(transfer_type::debit) == "debit");
  BOOST_TEST(to_text(account_state::pending) == "pending");
  BOOST_TEST(to_text(account_state::connected) == "connected");
  BOOST_TEST(to_text(account_state::disconnected) == "disconnected");
}

BOOST_AUTO_TEST_SUITE_END()
