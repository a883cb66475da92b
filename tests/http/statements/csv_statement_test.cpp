// Statements as tables, in the ways in which banks and people write them.
#include "http/statements/csv_amount.hpp"
#include "http/statements/csv_statement.hpp"
#include "http/statements/date_pattern.hpp"
#include "tests/http/statements/statement_reading.hpp"

#include <random>

using namespace paylink;
using namespace paylink::test;

namespace {

csv_mapping signed_mapping() {
  return {.date = "Ngày giao dịch",
          .date_pattern = "dd/MM/yyyy HH:mm:ss",
          .amount = "Số tiền",
          .credit = {},
          .debit = {},
          .text = "Diễn giải",
          .reference = "Mã GD",
          .balance = "Số dư",
          .account = {},
          .account_number = "0123456789"};
}

csv_mapping pair_mapping() {
  auto mapping = signed_mapping();
  mapping.amount.clear();
  mapping.credit = "Ghi có";
  mapping.debit = "Ghi nợ";
  mapping.balance.clear();
  return mapping;
}

constexpr std::string_view signed_head = "Ngày giao dịch,Mã GD,Số tiền,Số dư,Diễn giải\n";
constexpr std::string_view pair_head = "Ngày giao dịch,Mã GD,Ghi nợ,Ghi có,Diễn giải\n";

bank_statement csv_in(std::string_view file, const csv_mapping& mapping, std::string_view feed = "MB") {
  return statement_in(read_csv_statement(file, feed, mapping));
}

} // namespace

BOOST_AUTO_TEST_SUITE(csv_statements)

// Payers choose texts: one that begins with a quote, and a later one that ends with one, must hide nothing.
BOOST_AUTO_TEST_CASE(quotes_that_enclose_whole_lines_are_refused) {
  const auto with = [](const std::string& rows) { return std::string{signed_head} + rows; };
  const std::string hidden = "15/03/2026 10:00:00,FT2,900000,1,B\n";
  const auto refused = [&](const std::string& rows) {
    return refusal_in(read_csv_statement(with(rows), "MB", signed_mapping()));
  };
  BOOST_TEST(refused("15/03/2026 09:30:05,FT1,10000,1,\"A\n" + hidden + "15/03/2026 11:00:00,FT3,20000,1,C\"\n") ==
             "The quotes in line 2 enclose the following lines. If a text starts with a quote, write it as \"\"\".");
  BOOST_TEST(refused("15/03/2026 09:30:05,FT1,10000,1,\"A\n15/03/2026 11:00:00,FT3,20000,1,C\"\n") != "");
  BOOST_TEST(refused("15/03/2026 09:30:05,FT1,10000,1,\"A, B, C\nD, E\"\n" + hidden) == "");
}

BOOST_AUTO_TEST_CASE(reads_a_table_with_signs_and_balances_in_any_separator) {
  const std::string file = "Sao kê tài khoản,,,,\n\n" + std::string{signed_head} +
                           "15/03/2026 09:30:05,FT1,\"150,000\",\"1,150,000\",\"PFSL7K2M9QX4, \"\"A\"\"\nB\"\n"
                           "15/03/2026 10:00:00,FT2,-11.000,1139000,PHI\n"
                           ",,,,\n"
                           ",,,1139000,Tổng\n";
  const auto read = csv_in(file, signed_mapping());
  BOOST_TEST_REQUIRE(read.entries.size() == 2u);
  BOOST_TEST(brief(read.entries[0]) ==
             "+150000 2026-03-15T02:30:05.000Z FT1@2026-03-15 0123456789 PFSL7K2M9QX4, \"A\"\nB");
  BOOST_TEST(brief(read.entries[1]) == "-11000 2026-03-15T03:00:00.000Z FT2@2026-03-15 0123456789 PHI");
  BOOST_TEST_REQUIRE(read.balances.size() == 2u);
  BOOST_TEST(brief(read.balances[0]) == "running 1150000 2026-03-15T02:30:05.000Z 0123456789");
  BOOST_TEST(brief(read.balances[1]) == "running 1139000 2026-03-15T03:00:00.000Z 0123456789");

  const std::string columns =
      "Diễn giải;SỐ TIỀN;Ngày giao dịch;x;Mã GD ;Số dư\r\nA;1.500.000;15/03/2026 09:30:05;;;\r\n";
  auto mapping = signed_mapping();
  mapping.amount = "SỐ TIỀN";
  for (const char separator : {',', ';', '\t'}) {
    auto other = "\xEF\xBB\xBF" + columns;
    for (char& c : other)
      if (c == ';') c = separator;
    const auto one = csv_in(other, mapping);
    BOOST_TEST_REQUIRE(one.entries.size() == 1u);
    BOOST_TEST(one.entries[0].invalid == "");
    BOOST_TEST(one.entries[0].entry.amount.dong == 1'500'000);
    BOOST_TEST(one.entries[0].entry.bank_reference.starts_with("+1500000~"));
  }
}

BOOST_AUTO_TEST_CASE(credit_and_debit_may_have_columns_of_their_own) {
  const std::pair<std::string_view, std::string> cases[]{
      {"15/03/2026 09:30:05,F,,\"150,000\",A", "+150000 2026-03-15T02:30:05.000Z F@2026-03-15 0123456789 A"},
      {"15/03/2026 09:30:05,F,0,150000 VND,A", "+150000 2026-03-15T02:30:05.000Z F@2026-03-15 0123456789 A"},
      {"15/03/2026 09:30:05,F,11000,,A", "-11000 2026-03-15T02:30:05.000Z F@2026-03-15 0123456789 A"},
      {"15/03/2026 09:30:05,F,-11000,-,A", "-11000 2026-03-15T02:30:05.000Z F@2026-03-15 0123456789 A"},
      {"15/03/2026 09:30:05,F,1,2,A", "line 2, column Ghi nợ has both a credit and a debit amount"},
      {"15/03/2026 09:30:05,F,,,A", "line 2, column Ghi có has no amount"},
      {"15/03/2026 09:30:05,F,,-5,A", "line 2, column Ghi có must not be negative"},
      {"15/03/2026 09:30:05,F,x,,A", "line 2, column Ghi nợ must be a number"},
  };
  for (const auto& [line, expected] : cases) BOOST_TEST_CONTEXT(line) {
      const auto read = csv_in(std::string{pair_head} + std::string{line} + "\n", pair_mapping());
      BOOST_TEST_REQUIRE(read.entries.size() == 1u);
      BOOST_TEST(brief(read.entries[0]) == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_faulty_line_names_its_column_and_blocks_no_other) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"2026-03-15,F,1,,A", "line 2, column Ngày giao dịch is not a date in the format dd/MM/yyyy HH:mm:ss"},
      {"31/02/2026 09:30:05,F,1,,A", "line 2, column Ngày giao dịch is not a date in the format dd/MM/yyyy HH:mm:ss"},
      {",F,1,,A", "line 2, column Ngày giao dịch is empty"},
      {"15/03/2026 09:30:05,F,1.5,,A", "line 2, column Số tiền has a fraction; VND has none"},
      {"15/03/2026 09:30:05,F,0,,A", "line 2, column Số tiền has no amount"},
      {"15/03/2026 09:30:05,F,,,A", "line 2, column Số tiền has no amount"},
      {"15/03/2026 09:30:05,F,1,,A,50000000",
       "line 2 has more cells than the header: a text with separators must be in quotes"},
      {"15/03/2026 09:30:05,F,1000000000000000,,A", "line 2, column Số tiền is out of range"},
      {"15/03/2026 09:30:05,F,9223372036854775808,,A", "line 2, column Số tiền is out of range"},
  };
  for (const auto& [line, fault] : cases) BOOST_TEST_CONTEXT(line) {
      const auto file = std::string{signed_head} + std::string{line} + "\n15/03/2026 09:30:05,G,1,,B\n";
      const auto read = csv_in(file, signed_mapping());
      BOOST_TEST_REQUIRE(read.entries.size() == 2u);
      BOOST_TEST(read.entries[0].invalid == fault);
      BOOST_TEST(read.entries[1].invalid == "");
    }
  const auto long_one = std::string{signed_head} + "15/03/2026 09:30:05," + std::string(129, 'F') + ",1,,A\n";
  BOOST_TEST(csv_in(long_one, signed_mapping()).entries[0].invalid ==
             "line 2, column Mã GD must have 1 to 128 characters");
  // A line of the file, even when a cell above has several.
  const auto far = std::string{signed_head} + "15/03/2026 09:30:05,F,1,,\"A\n\nB\"\n15/03/2026 09:30:05,G,x,,B\n";
  BOOST_TEST(csv_in(far, signed_mapping()).entries.at(1).invalid == "line 5, column Số tiền must be a number");
}

BOOST_AUTO_TEST_CASE(the_account_is_the_files_or_each_lines) {
  auto mapping = signed_mapping();
  mapping.account_number.clear();
  mapping.account = "TK";
  const std::string file = "TK," + std::string{signed_head} +
                           "0071,15/03/2026 09:30:05,F,1,5,A\n"
                           ",15/03/2026 09:30:05,G,1,5,A\n0072,15/03/2026 09:30:05,F,1,5,A\n";
  const auto read = csv_in(file, mapping);
  BOOST_TEST_REQUIRE(read.entries.size() == 3u);
  BOOST_TEST(read.entries[0].entry.account_number == "0071");
  BOOST_TEST(read.entries[0].entry.bank_reference == "F@2026-03-15");
  BOOST_TEST(read.entries[1].invalid == "line 3, column TK must have 1 to 64 characters");
  BOOST_TEST(read.entries[2].entry.bank_reference == "F@2026-03-15");
  BOOST_TEST(csv_in(file, mapping, "NAPAS").entries[0].invalid ==
             "line 2, column Ngày giao dịch cannot be from the switch: no column names the bank");
}

// The names of columns, as a person types them and as a file has them: composed, decomposed (NFD), in capitals,
// unaccented.
BOOST_AUTO_TEST_CASE(a_column_is_found_whatever_the_form_of_its_name) {
  const std::string nfd = "Nga\314\200y giao di\314\243ch,Ma\314\203 GD,So\314\202\314\201 "
                          "tie\314\202\314\200n,So\314\202\314\201 du\314\233,Die\314\202\314\203n gia\314\211i\n";
  const std::string row = "15/03/2026 09:30:05,F,1003,,a\n";
  for (const auto& head : {nfd, std::string{"NGÀY GIAO DỊCH,MÃ GD,SỐ TIỀN,SỐ DƯ,DIỄN GIẢI\n"},
                           std::string{"\"Ngày giao\ndịch\",Mã GD,Số  tiền,Số dư,Diễn giải\n"},
                           std::string{"Ngay giao dich,Ma GD,So tien,So du,Dien giai\n"}})
    BOOST_TEST(brief(csv_in(head + row, signed_mapping()).entries.at(0)) ==
                   "+1003 2026-03-15T02:30:05.000Z F@2026-03-15 0123456789 a",
               head);
  auto mapping = signed_mapping();
  mapping.amount = "so tien";
  // Two columns could be meant; the one that has the very name is.
  const std::string twice = "Ngày giao dịch,Mã GD,SỐ TIỀN,Số tiền,Số dư,Diễn giải\n15/03/2026 09:30:05,F,1,2,,a\n";
  BOOST_TEST(refusal_in(read_csv_statement(twice, "MB", mapping)) != "");
  BOOST_TEST(csv_in(twice, signed_mapping()).entries.at(0).entry.amount.dong == 2);
  // What has no Latin letters is no other name.
  mapping.date = "日付1", mapping.amount = "金額1", mapping.text = "摘要1";
  mapping.reference.clear(), mapping.balance.clear();
  BOOST_TEST(refusal_in(read_csv_statement("日付1,残高1,摘要1\n15/03/2026 09:30:05,1,a\n", "MB", mapping)) != "");
}

BOOST_AUTO_TEST_CASE(an_amount_is_read_in_every_usual_way) {
  const std::pair<std::string_view, std::int64_t> sound[]{
      {"150000", 150'000},
      {"150.000", 150'000},
      {"150,000", 150'000},
      {"1.500.000", 1'500'000},
      {"1,500,000", 1'500'000},
      {"1,500,000.00", 1'500'000},
      {"1.500.000,0", 1'500'000},
      {"150000.00", 150'000},
      {"150000,00", 150'000},
      {"150000.000", 150'000},
      {"-150.000", -150'000},
      {"+150,000VND", 150'000},
      {"150.000đ", 150'000},
      {"150.000 ₫", 150'000},
      {"2.000\xC2\xA0₫", 2'000},
      {"(1.000)", -1'000},
      {"1.000-", -1'000},
      {"- 1 000", -1'000},
      {"0", 0},
      {"VND 5", 5},
  };
  for (const auto& [text, dong] : sound) BOOST_TEST_CONTEXT(text) {
      const auto read = read_written_dong(text);
      BOOST_TEST(read.fault == "");
      BOOST_TEST(read.dong == dong);
    }
  for (const std::string_view text :
       {"", "x", "1.5", "1,50", "1.50,1", "1.23.456", "1,234,56", "1.234,567.000,1", "--1", "+-1", "-(1)x", "1e3", "$5",
        "()", ".", ",", "1.", "12.34.567,00", "9223372036854775808"})
    BOOST_TEST(read_written_dong(text).fault != "", text);
  // What is longer is not even looked through.
  BOOST_TEST(read_written_dong(std::string(63, ' ') + '5').dong == 5);
  BOOST_TEST(read_written_dong(std::string(64, ' ') + '5').fault != "");
}

BOOST_AUTO_TEST_CASE(a_date_is_read_as_its_pattern_says) {
  struct row {
    std::string_view pattern, text, time;
  };
  const row cases[]{
      {"dd/MM/yyyy HH:mm:ss", "15/03/2026 09:30:05", "2026-03-15T02:30:05.000Z"},
      {"dd/MM/yyyy", " 15/03/2026 ", "2026-03-14T17:00:00.000Z"},
      {"yyyy-MM-dd HH:mm", "2026-03-15 09:30", "2026-03-15T02:30:00.000Z"},
      {"d/M/yy H:mm", "5/3/26 9:30", "2026-03-05T02:30:00.000Z"},
      {"d/M/yy H:mm", "15/12/26 19:30", "2026-12-15T12:30:00.000Z"},
      {"yyyyMMdd", "20260315", "2026-03-14T17:00:00.000Z"},
      {"dd/MM/yyyy", "15-03-2026", ""},
      {"dd/MM/yyyy", "5/3/2026", ""},
      {"dd/MM/yyyy", "15/03/2026 09:30", ""},
      {"dd/MM/yyyy", "29/02/2026", ""},
      {"dd/MM/yyyy", "", ""},
      {"dd/MM/yyyy*", "31/10/2023\n5243.65937", "2023-10-30T17:00:00.000Z"},
      {"dd/MM/yyyy*", "31/10/2023", "2023-10-30T17:00:00.000Z"},
      {"dd/MM/yyyy*", "31/10/20235243", ""},
      {"d/M/yy*", "31/10/2023", ""},
      {"dd/MM/yyyy HH:mm*", "31/10/2023 09:30:05 A", "2023-10-31T02:30:00.000Z"},
      {"dd/MM/yyyy HH:mm:ss", "15/03/2026 25:00:00", ""},
  };
  for (const auto& [pattern, text, time] : cases) BOOST_TEST_CONTEXT(pattern << ' ' << text) {
      const auto parsed = date_pattern::parse(pattern);
      BOOST_REQUIRE(parsed.has_value());
      const auto read = parsed->read(text);
      BOOST_TEST((read ? format_rfc3339(*read) : "") == time);
    }
  for (const std::string_view wrong : {"", "dd/MM", "dd/MM/yyy", "DD/MM/yyyy", "dd/MM/yyyy hh:mm", "dd/MM/yyyy dd",
                                       "dd/MM/20yy", "ddd/MM/yyyy", "*", "dd*MM*"})
    BOOST_TEST(!date_pattern::parse(wrong), wrong);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_at_all_is_refused_as_a_whole) {
  const auto with = [](auto change) {
    auto mapping = signed_mapping();
    change(mapping);
    return mapping;
  };
  const std::string file = std::string{signed_head} + "15/03/2026 09:30:05,F,1,,A\n";
  struct row {
    std::string file;
    csv_mapping mapping;
    std::string_view reason;
  };
  const row cases[]{
      {"", signed_mapping(), "No line has all the columns"},
      {"a,b,c\n1,2,3\n", signed_mapping(), "No line has all the columns"},
      {"\xFF\xFE" + file, signed_mapping(), "must be in UTF-8"},
      {file + "15/03/2026 09:30:05,F,1,,\"A\n", signed_mapping(), "The quote that opens in line 3 is not closed."},
      {std::string(statement_bytes_max + 1, ' '), signed_mapping(), "at most 1048576 bytes"},
      {file, with([](csv_mapping& m) { m.date.clear(); }), "must name the column of the date"},
      {file, with([](csv_mapping& m) { m.date_pattern = "dd.MM"; }), "The date pattern"},
      {file, with([](csv_mapping& m) { m.amount.clear(); }), "either the amount or credit and debit"},
      {file, with([](csv_mapping& m) { m.credit = "Ghi có"; }), "either the amount or credit and debit"},
      {file, with([](csv_mapping& m) { m.account_number.clear(); }), "the column of the account or its number"},
      {file, with([](csv_mapping& m) { m.account = "TK"; }), "the column of the account or its number"},
  };
  for (const auto& [given, mapping, reason] : cases) BOOST_TEST_CONTEXT(reason) {
      const auto refusal = refusal_in(read_csv_statement(given, "MB", mapping));
      BOOST_TEST(refusal.find(reason) != std::string::npos, refusal);
    }
  std::string many{signed_head};
  for (std::size_t i = 0; i < statement_entries_max; ++i) many += "15/03/2026 09:30:05,F,1,,A\n";
  BOOST_TEST(csv_in(many, signed_mapping()).entries.size() == statement_entries_max);
  BOOST_TEST(refusal_in(read_csv_statement(many + "15/03/2026 09:30:05,F,1,,A\n", "MB", signed_mapping())) ==
             "The statement must contain at most 10000 entries.");
}

BOOST_AUTO_TEST_CASE(a_text_with_the_names_of_the_columns_is_no_head) {
  csv_mapping mapping;
  mapping.date = "Ngay", mapping.date_pattern = "dd/MM/yyyy", mapping.amount = "So tien", mapping.text = "Noi dung";
  mapping.account_number = "0123456789";
  for (const std::string quote : {"", "\""})
    for (const std::string separator : {",", ";", "\t"})
      for (const std::string other : {",", ";", "\t"}) {
        if (separator == other) continue;
        std::string file;
        for (const auto& cells :
             {std::array<std::string, 3>{"Ngay", "So tien", "Noi dung"},
              {"15/03/2026", "1000", other + "Ngay" + other + "So tien" + other + "Noi dung" + other},
              {"15/03/2026", "2000", other + "15/03/2026" + other + "999000" + other + "B" + other}}) {
          for (const auto& cell : cells)
            file.append(file.empty() || file.back() == '\n' ? "" : separator).append(quote).append(cell).append(quote);
          file += '\n';
        }
        const auto read = csv_in(file, mapping);
        BOOST_TEST_REQUIRE(read.entries.size() == 2u, file);
        BOOST_TEST((read.entries[0].entry.amount.dong == 1000 && read.entries[1].entry.amount.dong == 2000));
      }
}

BOOST_AUTO_TEST_CASE(quotes_that_join_parts_of_two_lines_are_refused) {
  csv_mapping mapping;
  mapping.date = "Date", mapping.date_pattern = "dd/MM/yyyy", mapping.amount = "Amount", mapping.text = "Text";
  mapping.account_number = "0123456789";
  // Lines without separators between them, or with CR alone at their ends, change nothing.
  for (const std::string file :
       {"Date,Amount,Text\n15/03/2026,1000,\"ung ho\n\nTrang 1/2\n15/03/2026,2000,PFSL\n15/03/2026,3000,x\"\n",
        "Date,Amount,Text\r15/03/2026,1000,\"ung ho\r15/03/2026,2000,PFSL\r15/03/2026,3000,x\"\r"})
    BOOST_TEST(refusal_in(read_csv_statement(file, "MB", mapping)) != "", file);
  const auto within = csv_in("Date,Amount,Text\n15/03/2026,1000,a\r15/03/2026,2000,PFSL7K2M9QX4\n", mapping);
  BOOST_TEST((within.entries.size() == 1u && !within.entries[0].invalid.empty())); // a CR ends no line beside LF
  BOOST_TEST(csv_in("Date,Amount,Text\r15/03/2026,1000,a\r15/03/2026,2000,b\r", mapping).entries.size() == 2u);
  BOOST_TEST(
      refusal_in(read_csv_statement("Payer,Date,Amount,Text\nA,15/03/2026,1000,\"x\nB\",15/03/2026,2000,PFSL7K2M9QX4\n",
                                    "MB", mapping)) != "");
}

BOOST_AUTO_TEST_CASE(a_damaged_table_is_read_or_refused_but_never_misread) {
  std::mt19937 random{20260402}; // the same damage in every run
  const auto whole = std::string{signed_head} + "15/03/2026 09:30:05,FT1,\"150,000\",1,\"A \"\"B\"\"\"\n" +
                     "15/03/2026 10:00:00,FT2,-11.000,1,PHI\n";
  for (int round = 0; round < 10'000; ++round) {
    auto file = whole;
    for (auto hits = 1 + random() % 3; hits > 0; --hits) file[random() % file.size()] = static_cast<char>(random());
    const auto read = read_csv_statement(file, "MB", signed_mapping());
    const auto* statement = std::get_if<bank_statement>(&read);
    if (statement == nullptr) continue;
    for (const auto& row : statement->entries)
      BOOST_TEST((!row.invalid.empty() || (row.entry.amount.dong > 0 && !row.entry.bank_reference.empty())));
  }
}

BOOST_AUTO_TEST_SUITE_END()
