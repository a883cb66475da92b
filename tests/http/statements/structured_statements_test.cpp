// Statements in the banks' own forms: ISO 20022 and SWIFT's MT940.
#include "http/statements/mt940_texts.hpp"
#include "http/statements/statement_readers.hpp"
#include "tests/http/statements/statement_reading.hpp"

#include <random>

using namespace paylink;
using namespace paylink::test;

namespace {

constexpr std::string_view camt053 =
    "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>"
    "0123456789</Id></Othr></Id></Acct>"
    "<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt "
    "Ccy=\"VND\">1000000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>"
    "2026-03-15</Dt></Dt></Bal>"
    "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt "
    "Ccy=\"VND\">50000.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>"
    "2026-03-16</Dt></Dt></Bal>"
    "<Bal><Tp><CdOrPrtry><Cd>ITBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"VND\">1</Amt><Dt><Dt>2026-03-16</Dt></Dt></Bal>"
    "<Ntry><Amt "
    "Ccy=\"VND\">150000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt></BookgDt>"
    "<AcctSvcrRef>FT1</AcctSvcrRef><AddtlNtryInf>PFSL7K2M9QX4</AddtlNtryInf></Ntry>"
    "<Ntry><Amt Ccy=\"USD\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>"
    "</Stmt></BkToCstmrStmt></Document>";

constexpr std::string_view mt940 = "{1:F01MSCBVNVXAXXX}{2:I940X}{4:\r\n"
                                   ":20:STMT1\r\n"
                                   ":25:MSCBVNVX/0123456789\r\n"
                                   ":28C:1/1\r\n"
                                   ":60F:C260314VND1000000,00\r\n"
                                   ":61:2603150315CD150000,00NTRFNONREF//FT26074\r\n"
                                   ":86:MBVCB.9593192710.165540.PFSL7K2M9QX4.CT tu 0071000123456 NGUYEN V\r\n"
                                   "AN A\r\n"
                                   ":61:260315D11000,NCHGFEE1\r\n"
                                   ":86:PHI\r\n"
                                   "DICH VU\r\n"
                                   ":61:2603150316RC150000,NTRFNONREF//FT26075\r\n"
                                   ":61:2512310101RD7,NTRFNONREF\r\n"
                                   "REFUND\r\n"
                                   ":62F:D260316VND500,\r\n"
                                   ":86:the statement's own text\r\n"
                                   "-}\r\n";

std::string with_line(std::string_view line) {
  return ":25:0123456789\n:60F:C260314VND1,\n" + std::string{line} + "\n:86:PFSL7K2M9QX4\n";
}

} // namespace

BOOST_AUTO_TEST_SUITE(structured_statements)

BOOST_AUTO_TEST_CASE(a_camt053_is_read_as_a_notification_with_its_balances) {
  const auto read = statement_in(read_camt_statement(camt053, "MB"));
  BOOST_TEST_REQUIRE(read.entries.size() == 2u);
  BOOST_TEST(brief(read.entries[0]) == "+150000 2026-03-14T17:00:00.000Z FT1@2026-03-15 0123456789 PFSL7K2M9QX4");
  BOOST_TEST(brief(read.entries[1]) == "Amt is in USD, not in VND");
  BOOST_TEST_REQUIRE(read.balances.size() == 2u);
  BOOST_TEST(brief(read.balances[0]) == "opening 1000000 2026-03-14T17:00:00.000Z 0123456789");
  BOOST_TEST(brief(read.balances[1]) == "closing -50000 2026-03-15T17:00:00.000Z 0123456789");
}

BOOST_AUTO_TEST_CASE(entries_of_one_reference_in_a_file_are_as_many_as_it_has) {
  const auto entry = [](std::string_view amount, std::string_view details) {
    return "<Ntry><Amt Ccy=\"VND\">" + std::string{amount} +
           "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt></BookgDt><AcctSvcrRef>B7"
           "</AcctSvcrRef>" +
           std::string{details} + "</Ntry>";
  };
  constexpr std::string_view two = "<NtryDtls><TxDtls><Amt Ccy=\"VND\">1</Amt></TxDtls><TxDtls><Amt "
                                   "Ccy=\"VND\">1</Amt></TxDtls></NtryDtls>";
  const auto read = statement_in(read_camt_statement(
      "<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>" + entry("1", "") +
          entry("1", "") + entry("2", two) + entry("2", two) + entry("7", "") + "</Stmt></BkToCstmrStmt></Document>",
      "MB"));
  std::vector<std::string> references;
  for (const auto& one : read.entries) references.push_back(one.entry.bank_reference);
  const std::vector<std::string> expected{"B7@2026-03-15",   "B7#2@2026-03-15", "B7#3@2026-03-15", "B7#4@2026-03-15",
                                          "B7#5@2026-03-15", "B7#6@2026-03-15", "B7@2026-03-15"};
  BOOST_TEST(references == expected, boost::test_tools::per_element{});
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_of_a_file_costs_no_copies_of_its_head) {
  const std::string owner(400'000, 'x');
  std::string camt =
      "<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Nm>" + owner + "</Nm></Acct>";
  for (int i = 0; i < 5'000; ++i) camt += "<Ntry><Sts>BOOK</Sts></Ntry>";
  camt += "</Stmt></BkToCstmrStmt></Document>";
  std::string mt940 = ":25:0123456789" + owner + "\n", csv = "Ngày giao dịch,Số tiền," + owner + "\n";
  for (int i = 0; i < 5'000; ++i) mt940 += ":61:x\n", csv += "x,1,\n";
  csv_mapping mapping;
  mapping.date = "Ngày giao dịch";
  mapping.amount = "Số tiền";
  mapping.account_number = "0123456789";
  for (const auto& read :
       {statement_in(read_camt_statement(camt, "MB")), statement_in(read_mt940_statement(mt940, "MB")),
        statement_in(read_csv_statement(csv, "MB", mapping))}) {
    BOOST_TEST(read.entries.size() == 5'000u);
    for (const auto& one : read.entries) BOOST_TEST_REQUIRE((!one.invalid.empty() && one.raw.empty()));
  }
}

BOOST_AUTO_TEST_CASE(a_notification_may_come_as_a_file_with_more_entries_than_on_a_feed) {
  std::string entries;
  for (int i = 0; i < 5'000; ++i)
    entries += "<Ntry><Amt Ccy=\"VND\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt>"
               "</BookgDt><AcctSvcrRef>FT" +
               std::to_string(i) + "</AcctSvcrRef></Ntry>";
  const auto file = "<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>" + entries +
                    "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>";
  BOOST_TEST(statement_in(read_camt_statement(file, "MB")).entries.size() == 5'000u);
  BOOST_TEST(refusal_in(read_camt_statement("<Document/>", "MB")) == "The document must be a camt.054 or camt.053.");
  BOOST_TEST(refusal_in(read_camt_statement(std::string(statement_bytes_max + 1, ' '), "MB")) ==
             "The document must have at most 1048576 bytes.");
}

BOOST_AUTO_TEST_CASE(reads_an_mt940_with_every_mark) {
  const auto read = statement_in(read_mt940_statement(mt940, "MB"));
  BOOST_TEST_REQUIRE(read.entries.size() == 4u);
  BOOST_TEST(
      brief(read.entries[0]) ==
      "+150000 2026-03-14T17:00:00.000Z FT26074@2026-03-15 0123456789 MBVCB.9593192710.165540.PFSL7K2M9QX4.CT tu "
      "0071000123456 NGUYEN VAN A");
  BOOST_TEST(brief(read.entries[1]) == "-11000 2026-03-14T17:00:00.000Z FEE1@2026-03-15 0123456789 PHI DICH VU");
  BOOST_TEST(brief(read.entries[2]) == "-150000 2026-03-15T17:00:00.000Z FT26075@2026-03-16 0123456789 ");
  const auto& last = read.entries[3].entry;
  BOOST_TEST((last.type == transfer_type::credit));
  BOOST_TEST(last.amount.dong == 7);
  BOOST_TEST(last.content == "REFUND");
  BOOST_TEST(format_rfc3339(last.occurred_at) == "2025-12-31T17:00:00.000Z");
  BOOST_TEST(last.bank_reference.starts_with("+7~"));
  BOOST_TEST_REQUIRE(read.balances.size() == 2u);
  BOOST_TEST(brief(read.balances[0]) == "opening 1000000 2026-03-13T17:00:00.000Z 0123456789");
  BOOST_TEST(brief(read.balances[1]) == "closing -500 2026-03-15T17:00:00.000Z 0123456789");
}

BOOST_AUTO_TEST_CASE(a_faulty_line_says_where_it_stands_and_blocks_no_other) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {":61:260315C150000,NTRFFT1", ""},
      {":61:260315C150000,00NTRFFT1", ""},
      {":61:260315C150000,5NTRFFT1", "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315C150000NTRFFT1", "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315C150.000,NTRFFT1", "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315C0,NTRFFT1", "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315CNTRFFT1", "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315C99999999999999999999,NTRFFT1",
       "line 3, :61: must have an amount above 0 with a comma, in whole VND"},
      {":61:260315X1,NTRFFT1", "line 3, :61: must have C, D, RC or RD after the day"},
      {":61:260315", "line 3, :61: must have C, D, RC or RD after the day"},
      {":61:261315C1,NTRFFT1", "line 3, :61: must start with a day, YYMMDD"},
      {":61:2603150230C1,NTRFFT1", "line 3, :61: must start with a day, YYMMDD"},
      {":61:", "line 3, :61: must start with a day, YYMMDD"},
  };
  for (const auto& [line, fault] : cases) BOOST_TEST_CONTEXT(line) {
      const auto read = statement_in(read_mt940_statement(with_line(line) + ":61:260316C1,NTRFFT2\n", "MB"));
      BOOST_TEST_REQUIRE(read.entries.size() == 2u);
      BOOST_TEST(read.entries[0].invalid == fault);
      BOOST_TEST(read.entries[1].invalid == "");
    }
  const auto dollars = ":25:0123456789\n:60F:C260314USD1,\n:61:260315C150,NTRFFT1\n";
  BOOST_TEST(statement_in(read_mt940_statement(dollars, "MB")).entries.at(0).invalid ==
             "line 3, :61: is in USD, not in VND");
  BOOST_TEST(statement_in(read_mt940_statement(":61:260315C150,NTRFFT1\n", "MB")).entries.at(0).invalid ==
             "line 1, :61: comes before a :25:");
  BOOST_TEST(statement_in(read_mt940_statement(with_line(":61:260315C1,NTRFFT1"), "NAPAS")).entries.at(0).invalid ==
             "line 3, :61: cannot be from the switch: MT940 does not name the bank");
}

BOOST_AUTO_TEST_CASE(accounts_follow_each_other_and_equal_references_are_told_apart) {
  const std::string_view file = ":25:0123456789VND\n:61:260315C1,NTRFFT1\n:61:260315D2,NCHGFT1\n:61:260316C1,NTRFFT1\n"
                                ":62M:C260316VND9,\n-\n:25:98765\n:61:260315C1,NTRFFT1\n:62F:C260316VND8,\n-\n";
  const auto read = statement_in(read_mt940_statement(file, "MB"));
  BOOST_TEST_REQUIRE(read.entries.size() == 4u);
  const std::pair<std::string_view, std::string_view> expected[]{{"0123456789", "FT1@2026-03-15"},
                                                                 {"0123456789", "FT1@2026-03-15"},
                                                                 {"0123456789", "FT1@2026-03-16"},
                                                                 {"98765", "FT1@2026-03-15"}};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    BOOST_TEST(read.entries[i].entry.account_number == expected[i].first);
    BOOST_TEST(read.entries[i].entry.bank_reference == expected[i].second);
  }
  BOOST_TEST_REQUIRE(read.balances.size() == 1u);
  BOOST_TEST(brief(read.balances[0]) == "closing 8 2026-03-15T17:00:00.000Z 98765");
}

BOOST_AUTO_TEST_CASE(text_is_joined_where_it_was_cut_at_a_fixed_width) {
  const std::string cut_35(31, 'x'), cut_27(23, 'y');
  const std::string long_line = cut_35 + "PFSL", short_line = cut_27 + "PFSL";
  const std::pair<std::vector<std::string_view>, std::string> cases[]{
      {{"A", "B"}, "A B"},
      {{long_line, "7K2M9QX4"}, cut_35 + "PFSL7K2M9QX4"},
      {{short_line, "7K2M9QX4"}, cut_27 + "PFSL7K2M9QX4"},
      {{"166?00CREDIT?20PFSL7K2?21M9QX4 A", "?32NGUYEN VAN A?60 B"}, "PFSL7K2M9QX4 A B"},
      {{"166?20A?29B?30C?63D?64E"}, "ABD"},
      {{"166?20Co khong?Co?21 B"}, "Co khong?Co B"},
      {{"166>00GUTSCHRIFT>20DON PFSL7K>212M9QX4 A>32NGUYEN VAN A"}, "DON PFSL7K2M9QX4 A"},
      {{"020<00PRZELEW<20PFSL7K2M", "9QX4<27NGUYEN"}, "PFSL7K2M9QX4NGUYEN"},
      {{"~00PRZELEW~20PFSL7K2M9QX4~32A"}, "PFSL7K2M9QX4"},
      {{"166^20PFSL7K2M9QX4"}, "PFSL7K2M9QX4"},
      {{">50 NGUOI"}, ">50 NGUOI"},
      {{"A  "}, "A"},
      {{"16?20PFSL"}, "16?20PFSL"},
      {{""}, ""},
      {{"\xFF"}, "\xEF\xBF\xBD"},
  };
  for (const auto& [lines, text] : cases) BOOST_TEST(read_mt940_text(lines).content == text);
}

BOOST_AUTO_TEST_CASE(what_is_no_mt940_is_refused_and_damage_is_never_misread) {
  for (const std::string_view file : {"", "hello", "{1:F01}", ":20:X\n:25:1\n", "<Document/>", "date,amount\n"})
    BOOST_TEST(refusal_in(read_mt940_statement(file, "MB")).starts_with("The file is not MT940"), file);
  BOOST_TEST(refusal_in(read_mt940_statement(std::string(statement_bytes_max + 1, ' '), "MB")) != "");
  std::string many = ":25:1\n";
  for (std::size_t i = 0; i <= statement_entries_max; ++i) many += ":61:260315C1,NTRFX\n";
  BOOST_TEST(refusal_in(read_mt940_statement(many, "MB")) == "The statement must contain at most 10000 entries.");
  std::mt19937 random{20260401}; // the same damage in every run
  for (int round = 0; round < 10'000; ++round) {
    std::string file{mt940};
    for (auto hits = 1 + random() % 3; hits > 0; --hits) file[random() % file.size()] = static_cast<char>(random());
    const auto read = read_mt940_statement(file, "MB");
    const auto* statement = std::get_if<bank_statement>(&read);
    if (statement == nullptr) continue;
    for (const auto& row : statement->entries)
      BOOST_TEST((!row.invalid.empty() || (row.entry.amount.dong > 0 && !row.entry.bank_reference.empty())));
  }
}

BOOST_AUTO_TEST_SUITE_END()
