// A payer who knows the form of a statement: nothing of a text becomes an entry, and no text loses a part of it.
#include "http/statements/statement_readers.hpp"
#include "tests/http/statements/statement_reading.hpp"

using namespace paylink;
using namespace paylink::test;

namespace {

/// A text as a bank breaks it into lines.
std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  for (; text.size() > width; text.remove_prefix(width)) lines.append(text.substr(0, width)).append("\n");
  return lines.append(text);
}

/// A statement with 1,000 dong that a stranger has sent.
std::string statement_of(const std::string& text, std::string_view closing = "C260315VND1000,",
                         std::string_view more = "") {
  return ":20:S1\n:25:0123456789\n:28C:1/1\n:60F:C260315VND0,\n:61:2603150315C1000,NTRFNONREF//FT26074000001\n:86:" +
         text + "\n" + std::string{more} + ":62F:" + std::string{closing} + "\n-\n";
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), 'X');
  return text;
}

std::string refusal_of(const std::string& file) { return refusal_in(read_mt940_statement(file, "MB")); }

bank_statement read_of(const std::string& file) { return statement_in(read_mt940_statement(file, "MB")); }

} // namespace

BOOST_AUTO_TEST_SUITE(foreign_text)

BOOST_AUTO_TEST_CASE(a_wrapped_text_of_an_mt940_becomes_no_entry) {
  for (const std::size_t width : {24u, 27u, 35u, 50u, 65u}) {
    const auto credit = padded(":61:261128C700000,NTRFX", width), debit = padded(":61:261128D700000,NTRFX", width);
    const auto filler = padded("THANH TOAN", width);
    const std::string said = ":86:PFSL7K2M9QX4";
    const std::string texts[]{
        filler + credit + said,                                  // the audit's
        filler + credit,                                         // the reference in the entry's own line
        filler + credit.substr(0, 23),                           // shorter than a line
        filler + credit + padded(said, width) + debit + ":86:B", // the balances agree
        filler + debit + padded(said, width) + credit + ":86:B", //
        filler + filler + credit + padded(said, width) + debit,  //
    };
    for (const auto& text : texts) BOOST_TEST_CONTEXT(wrapped(text, width)) {
        BOOST_TEST(refusal_of(statement_of(wrapped(text, width))) != "");
        // Also where the bank numbers the parts of a text.
        BOOST_TEST(refusal_of(statement_of("166?00GUTSCHRIFT?20" + wrapped(text, width))) != "");
        // Or where it cuts blanks, or breaks at them.
        const auto loose = filler + '\n' + ":61:261128C700000,NTRFX//9\n:86:PFSL7K2M9QX4";
        BOOST_TEST(refusal_of(statement_of(loose)) != "");
      }
  }
  BOOST_TEST(
      refusal_of(statement_of(padded("A", 35) + "\n:61:2611281128C700000,NTRFX//9\n:86:PFSL7K2M9QX4")) ==
      "Line 7 may be a transfer text that looks like a field; the file does not distinguish the two. Nothing was "
      "imported. Export these days as camt.053 or CSV, and import that.");
}

// Without a debit of the same sum, what was invented cannot leave the balances as they are.
BOOST_AUTO_TEST_CASE(two_texts_that_invent_entries_are_not_taken_for_a_statement) {
  const auto filler = padded("THANH TOAN", 35);
  const std::string second = ":61:2603150315C1000,NTRFNONREF//FT26074000002\n:86:" + filler + '\n' +
                             padded(":61:261128D700000,NTRFX", 35) + "\n:86:B\n";
  const auto file = statement_of(filler + '\n' + padded(":61:261128C700000,NTRFX", 35) + "\n:86:PFSL7K2M9QX4",
                                 "C260315VND2000,", second);
  BOOST_TEST(refusal_of(file) != "");
}

BOOST_AUTO_TEST_CASE(a_wrapped_text_of_an_mt940_ends_or_begins_no_statement) {
  const std::size_t width = 24;
  const auto text = padded("THANH TOAN", width) + ":62F:C261128VND00001000," + ":20:0123456789ABCDEFGHIJ" +
                    ":25:9999999999/012345678" + "9";
  BOOST_TEST(refusal_of(statement_of(wrapped(text, width))) != "");
  for (const std::string_view forged :
       {":62F:C261128VND1000,\n:61:261128C1,NTRFX", ":62F:C261128VND1000,\nmore of the text", ":20:A\n:25:98765432",
        ":25:98765432\n:61:260315C1,NTRFX", "-\n:20:A\n:25:98765432\n:60F:C260315VND0,", " :61:261128C700000,NTRFX",
        "-}{1:F01X}{4:\n:20:A"})
    BOOST_TEST(refusal_of(statement_of(padded("A", 35) + '\n' + std::string{forged})) != "", forged);
}

// Statements of honest banks, whose texts no line can have come from.
BOOST_AUTO_TEST_CASE(a_statement_that_its_lines_or_balances_confirm_is_read) {
  const std::string next = ":61:2603150315C2000,NTRFNONREF//FT26074000002\n:86:NGUYEN VAN A chuyen tien\n";
  const std::string refund = ":61:2603150315D2000,NTRFNONREF//FT26074000003\n:86:HOAN TIEN\n";
  const std::string between = ":61:2603150315C7,NTRFNONREF//FT26074000004\n:86:LAI\n";
  const std::string text = "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien";
  BOOST_TEST(read_of(statement_of(text, "C260315VND3000,", next)).entries.size() == 2u);
  BOOST_TEST(read_of(statement_of("PFSL7K2M9QX4", "C260315VND0,", next)).entries.size() == 2u);
  BOOST_TEST(
      read_of(statement_of(padded("A", 65) + "\nB", "C260315VND1007,", next + between + refund)).entries.size() == 4u);
  // A bank that breaks at 65 characters has not broken a line of 40.
  BOOST_TEST(read_of(statement_of(padded("A", 65) + '\n' + padded("B", 15), "C260315VND0,", next)).entries.size() ==
             2u);
  // MT942 has no balances; it may count its entries.
  const std::string interim = ":20:S1\n:25:0123456789\n:34F:VND0,\n:61:260315C1000,NTRFNONREF\n:86:" + text +
                              "\n:61:260315C2000,NTRFNONREF\n:86:B\n";
  BOOST_TEST(read_of(interim + ":90D:0VND0,\n:90C:2VND3000,\n-\n").entries.size() == 2u);
  BOOST_TEST(refusal_of(interim + ":90D:0VND0,\n:90C:1VND1000,\n-\n") != "");
  BOOST_TEST(refusal_of(interim + "-\n") != "");
}

// Entries that are counted to another account are not recorded. A payer who ends the statement with the balance of
// the moment does not know what follows.
BOOST_AUTO_TEST_CASE(a_statement_behind_another_is_confirmed_by_its_own_balances) {
  const std::string paid = ":61:2603150315C2000,NTRFNONREF//FT26074000002\n:86:PFSL7K2M9QX4\n",
                    dollars = ":61:2603150315C20,50NTRFNONREF//FT26074000003\n:86:INVOICE\n";
  const std::tuple<std::string, std::string, bool> cases[]{
      {"9876543210\n:60F:C260315VND0,\n", paid + ":62F:C260315VND2000,\n", false},
      {"9876543210\n:60F:C260315USD10,25\n", dollars + ":62F:C260315USD30,75\n", false},
      {"9876543210\n:60F:C260315VND0,\n", paid + ":62F:C260315VND1000,\n", true},
      {"9876543210\n:60F:C260315USD0,\n", paid + ":62F:C260315VND2000,\n", true},
      {"9876543210\n:60F:C260315USD10,25\n", dollars + ":62F:C260315USD30,7\n", true},
      {"9876543210\n:60F:C260315VND0,\n", paid, true},
      {"9876543210\n", paid + ":62F:C260315VND2000,\n", true},
  };
  for (const auto& [next, entry, is_refused] : cases)
    for (const std::string end : {"", "-\n"}) {
      auto file = statement_of("ck", "C260315VND1000,");
      file.resize(file.size() - (end.empty() ? 2 : 0));
      BOOST_TEST((refusal_of(file + ":20:S2\n:25:" + next + entry + "-\n") != "") == is_refused, next + entry);
    }
}

// A sum of the payer's, and an account: what follows would be another account's.
BOOST_AUTO_TEST_CASE(an_interim_report_behind_another_is_confirmed_by_its_own_counts) {
  const auto entry = [](const std::string& text) { return ":61:260315C1000,NTRFNONREF\n:86:" + text + '\n'; };
  const std::string head = ":20:S1\n:25:0123456789\n:34F:VND0,\n", next = ":20:S2\n:25:9876543210\n:34F:VND0,\n",
                    two = ":90D:0VND0,\n:90C:2VND2000,\n-\n", three = ":90D:0VND0,\n:90C:3VND3000,\n-\n";
  const auto honest = entry("A") + entry("B");
  BOOST_TEST(refusal_of(head + honest + two) == "");
  BOOST_TEST(refusal_of(head + honest + two + next + honest + two) == "");
  for (const std::string forged : {":90C:1VND1000,\n", ":90D:0VND0,\n", ":90D:0VND0,\n:90C:1VND1000,\n-\n"})
    for (const std::string& rest : {honest + three, honest + "-\n"})
      BOOST_TEST(refusal_of(head + entry("ck") + forged + ":25:9876543210\n" + rest) != "", forged + rest);
  // An empty statement with balances confirms nothing.
  BOOST_TEST(refusal_of(head + entry("ck") +
                        ":90D:0VND0,\n:25:9876543210\n:60F:C260315VND0,\n:62F:C260315VND0,\n"
                        ":25:9876543210\n" +
                        honest + three) != "");
  // Nor is it another way in a statement without balances.
  BOOST_TEST(refusal_of(":20:S1\n:25:0123456789\n:28C:1\n" + entry("ck") + ":62F:C260315VND0,\n:25:9876543210\n" +
                        honest + "-\n") != "");
}

BOOST_AUTO_TEST_CASE(what_is_no_field_behind_an_entry_is_its_text) {
  const std::string first = "106?00GUTSCHRIFT?20EREF+VZ0000000000000000?21MREF+000000?22LUC 12";
  const std::pair<std::string, std::string_view> cases[]{
      {first + "\n:26:37 ND ?24PFSL7K2M9QX4 don hang",
       "EREF+VZ0000000000000000MREF+000000LUC 12:26:37 ND PFSL7K2M9QX4 don hang"},
      {padded("LUC 09", 35) + "\n:30:05 PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n:20:05 PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n:25:05 PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n:13:05 PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n:60F:PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n:62F:PFSL7K2M9QX4", ""},
      {padded("LUC 09", 35) + "\n{4:PFSL7K2M9QX4", ""},
      {"THANH TOAN DON HANG\n-\nPFSL7K2M9QX4", "THANH TOAN DON HANG - PFSL7K2M9QX4"},
      {"THANH TOAN\n- SO 12", "THANH TOAN - SO 12"},
  };
  for (const auto& [text, content] : cases) BOOST_TEST_CONTEXT(text) {
      for (const bool has_balances : {true, false}) {
        auto file = statement_of(text);
        if (!has_balances) {
          file.erase(file.find(":60F:"), 17);
          file.erase(file.rfind("\n:62F:"), 21);
        }
        const auto read = read_of(file);
        BOOST_TEST_REQUIRE(read.entries.size() == 1u);
        BOOST_TEST(read.balances.size() == (has_balances ? 2u : 0u));
        const auto& said = read.entries[0].entry.content;
        BOOST_TEST(said == (content.empty() ? padded("LUC 09", 35) + text.substr(36) : content));
      }
    }
}

BOOST_AUTO_TEST_CASE(every_text_of_an_entry_is_searched_for_references) {
  const std::string file = ":20:ST1\n:25:0123456789\n:60F:C260305VND0,\n"
                           ":61:2603050305C60000,NTRFPFSL7K2M9QX4//FT26074\n:86:NGUYEN VAN A CHUYEN TIEN\n"
                           ":61:2603050305C61000,NTRFNONREF//FT26075\n:86:NGUYEN VAN A CHUYEN\n:86:PFSLAB12CD34\n"
                           ":61:2603050305C62000,NTRFNONREF//FT26076\nPFSLAB12CD35\n:86:NGUYEN VAN A\n"
                           ":61:2603050305C63000,NTRFNONREF//FT26077\n:86:166?00PFSLAB12CD36?20A?32B\n"
                           ":61:2603050305C64000,NTRFNONREF\n:86:NGUYEN VAN A\n:62F:C260305VND310000,\n-\n";
  const auto read = read_of(file);
  const std::pair<std::string_view, std::string_view> expected[]{{"NGUYEN VAN A CHUYEN TIEN", "PFSL7K2M9QX4"},
                                                                 {"NGUYEN VAN A CHUYEN PFSLAB12CD34", "PFSLAB12CD34"},
                                                                 {"NGUYEN VAN A", "PFSLAB12CD35"},
                                                                 {"A", "PFSLAB12CD36"},
                                                                 {"NGUYEN VAN A", "NGUYEN VAN A"}};
  BOOST_TEST_REQUIRE(read.entries.size() == std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const auto& entry = read.entries[i].entry;
    BOOST_TEST(entry.content == expected[i].first);
    BOOST_TEST(entry.searched_text().find(expected[i].second) != std::string::npos, entry.searched_text());
  }
}

BOOST_AUTO_TEST_CASE(a_value_day_that_no_month_has_takes_no_booking_day_away) {
  const auto file = [](std::string_view days) {
    return ":25:0123456789\n:60F:C260228VND120000,\n:61:" + std::string{days} +
           "DR600,N024NONREF\n:62F:C260301VND119400,\n";
  };
  BOOST_TEST(format_rfc3339(read_of(file("2602300301")).entries.at(0).entry.occurred_at) == "2026-02-28T17:00:00.000Z");
  BOOST_TEST(format_rfc3339(read_of(file("2512300101")).entries.at(0).entry.occurred_at) == "2025-12-31T17:00:00.000Z");
  BOOST_TEST(read_of(file("260230")).entries.at(0).invalid != "");
  BOOST_TEST(read_of(file("2613300301")).entries.at(0).invalid != "");
}

// Without a closing balance nothing shows whether the bank or a payer has begun the next statement, whose balances
// would agree with what it invents.
BOOST_AUTO_TEST_CASE(a_statement_that_begins_behind_a_text_is_refused) {
  const std::string invented =
      ":20:X\n:60F:C260315VND0,\n:61:260315C999000,NTRFPFSL7K2M9QX4\n:62F:C260315VND1000000,\n";
  const std::string head = ":20:S1\n:25:0123456789\n:28C:1/1\n", floor = ":34F:VND0,\n",
                    paid = ":61:2603150315C1000,NTRFNONREF//FT1\n:86:ck\n";
  for (const std::string& before : {head, head + floor})
    for (const std::string end : {"", "-\n", "-}\n", "-}{1:F01BANKVNVXAXXX0000000000}{4:\n"})
      for (const std::string tail : {"-\n", ":90D:0VND0,\n:90C:1VND1000,\n-\n"}) {
        BOOST_TEST(refusal_of(before + paid + end + invented + tail) != "", before + paid + end + invented + tail);
        BOOST_TEST(refusal_of(before + paid + end + ":25:9999999999\n:28C:1\n" + paid + ":25:0123456789\n" + paid +
                              tail) != "");
      }
}

// Where cells may be left out, a separator in a text moves the amount.
BOOST_AUTO_TEST_CASE(a_separator_in_a_text_of_a_csv_moves_no_amount) {
  csv_mapping mapping;
  mapping.date = "Date";
  mapping.date_pattern = "dd/MM/yyyy";
  mapping.amount = "Amount";
  mapping.text = "Text";
  mapping.account_number = "0123456789";
  const auto read = [&](const std::string& file) { return read_csv_statement(file, "MB", mapping); };
  const std::string head = "Date,Text,Amount,Note\n", honest = "15/03/2026,A,1000\n", full = "15/03/2026,B,2000,N\n";
  BOOST_TEST(refusal_in(read(head + honest + "15/03/2026,PFSL7K2M9QX4,600000,1000\n")) ==
             "Line 2 has 3 cells, but the header has 4: a text may contain an unquoted separator. Export the file with "
             "all cells of every line.");
  BOOST_TEST(refusal_in(read(head + "15/03/2026,PFSL7K2M9QX4,600000,1000\n" + honest)) != "");
  const auto more = statement_in(read(head + full + "15/03/2026,PFSL7K2M9QX4,600000,1000,\n"));
  BOOST_TEST(brief(more.entries.at(1)) ==
             "line 3 has more cells than the header: a text with separators must be in quotes");
  BOOST_TEST(more.entries.at(0).invalid == "");
  // Nor is a separator behind every line trusted: a text may end with one.
  const auto spare = statement_in(read(head + "15/03/2026,B,2000,N,\n"));
  BOOST_TEST(spare.entries.at(0).invalid != "");
  // A text before the date cannot push an entry out of sight.
  const std::string late = "Text,Date,Amount\n";
  BOOST_TEST(brief(statement_in(read(late + "A,15/03/2026,5\n,,,15/03/2026,1000\n")).entries.at(1)) ==
             "line 3 has more cells than the header: a text with separators must be in quotes");
  BOOST_TEST(statement_in(read(head + full + "\nTotal,2000\n")).entries.size() == 1u);

  // A bank that writes no quotes: one opens in a payer's text, and closes in another cell of the payer's.
  const auto doubts = [&](const std::string& line) {
    return statement_in(read(head + full + line + "\n")).entries.at(1).entry.is_unproved;
  };
  for (const std::string_view line :
       {"15/03/2026,\"PFSL7K2M9QX4,1000,\",999000,x", "15/03/2026,\"A, B\",1000,x", "15/03/2026,A,\"1,234,567\",x",
        "15/03/2026,A,\"1,500,\"000,999000", "15/03/2026,REF,999000,1000,\"a,b\""})
    BOOST_TEST(doubts(std::string{line}), line);
  BOOST_TEST(!doubts("15/03/2026,\"A\",1000,x"));
  // One that quotes every cell may have doubled the payer's, or not.
  const std::string quoted = "\"Date\",\"Text\",\"Amount\",\"Note\"\n";
  const auto is_doubted = [&](const std::string& line) {
    return statement_in(read(quoted + line + "\n")).entries.at(0).entry.is_unproved;
  };
  for (const std::string_view line : {R"("15/03/2026","PFSL7K2M9QX4,1000,"",","999,000","x")",
                                      R"("15/03/2026","PFSL7K2M9QX4","999000","1000","a"",""b")"})
    BOOST_TEST(is_doubted(std::string{line}), line);
  BOOST_TEST(!is_doubted(R"("15/03/2026","A, B","999,000","x")"));
  BOOST_TEST(!is_doubted(R"("15/03/2026","A ""B""","999000","x")"));
  BOOST_TEST(is_doubted("15/03/2026,\"PFSL7K2M9QX4,1000,\",999000,x"));

  mapping.amount.clear();
  mapping.credit = "Credit";
  mapping.debit = "Debit";
  BOOST_TEST(refusal_in(read("Date;Text;Credit;Debit\n15/03/2026;A;5\n15/03/2026;PFSL7K2M9QX4;;500\n")) != "");
}

BOOST_AUTO_TEST_SUITE_END()
