// Statements in the styles of banks that public collections show, written by ourselves: what each account reports is
// counted here from what was written, not by the reader.
#include "http/statements/statement_readers.hpp"
#include "tests/http/statements/statement_reading.hpp"

#include <map>
#include <set>

using namespace paylink;
using namespace paylink::test;

namespace {

struct booked {
  std::int64_t dong = 0; ///< Negative: a debit.
  std::string text;      ///< With numbered parts; empty: the entry has no `:86:`.
  std::string reference = "NONREF//";
};

/// In lines of 65 characters, of which the blanks at the end are gone.
std::string wrapped_65(std::string_view text) {
  constexpr std::size_t width = 65;
  std::string lines;
  for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
    auto line = std::string{text.substr(0, width)};
    line.erase(line.find_last_not_of(' ') + 1);
    lines.append(lines.empty() ? "" : "\n").append(line);
  }
  return lines;
}

std::string balance_of(std::string_view tag, std::int64_t dong) {
  return ":" + std::string{tag} + (dong < 0 ? ":D" : ":C") + "070904VND" + std::to_string(std::abs(dong)) + ",\n";
}

/// The statement of an account, in pages of so many entries; only the first and the last balance are final.
std::string statement_in_pages(const std::string& account, std::int64_t opening, const std::vector<booked>& entries,
                               std::size_t page_size) {
  std::string file;
  auto balance = opening;
  for (std::size_t from = 0; from < entries.size(); from += page_size) {
    const auto end = std::min(from + page_size, entries.size());
    const auto page = std::to_string(from / page_size + 1);
    file += ":20:T0894139460" + page + "\n:25:50880050/" + account + "\n:28C:00004/0000" + page + "\n";
    file += balance_of(from == 0 ? "60F" : "60M", balance);
    for (auto at = from; at < end; ++at) {
      const auto& [dong, text, reference] = entries[at];
      balance += dong;
      // The letter behind the mark is the third one of the currency.
      file += std::string{":61:0709040904"} + (dong < 0 ? "DD" : "CD") + std::to_string(std::abs(dong)) + ",NTRF" +
              reference + (reference.ends_with("//") ? "07247103453" + std::to_string(10'000 + at) : "") + "\n";
      if (!text.empty()) file += ":86:" + wrapped_65(text) + "\n";
    }
    file += balance_of(end == entries.size() ? "62F" : "62M", balance);
    if (end == entries.size()) file += balance_of("64", balance);
    file += "-\n";
  }
  return file;
}

/// What is missing between the balances of an account, as an import counts it.
std::int64_t unexplained_of(const bank_statement& read, const std::string& account) {
  std::int64_t sum = 0;
  for (const auto& one : read.balances)
    if (one.account_number == account) sum += one.is == account_balance::kind::closing ? one.dong : -one.dong;
  for (const auto& row : read.entries)
    if (row.entry.account_number == account)
      sum -= row.entry.type == transfer_type::credit ? row.entry.amount.dong : -row.entry.amount.dong;
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(bank_styles)

// Twenty accounts in one file: numbered parts that are broken wherever a line ends, pages with balances between them,
// entries without a text, reversals, equal amounts in and out at different accounts.
BOOST_AUTO_TEST_CASE(each_account_of_a_file_of_many_gets_its_own_entries_and_no_other) {
  const std::string returned =
      "159?00RETOURE?100399?20EREF+TFNR 40005 00005?21MTLG:Grund nicht spezifizie?22rt Reject aus der "
      "Ueberwei?23sung?34914";
  const std::string paid = "166?00GUTSCHRIFT?100399?20EREF+TFNR 21005 EndToEndId ?2100001?22SVWZ+Thanh toan don hang "
                           "15 ?23PFSL7K2M9QX4?30BFTVVNVX001?31VN4210010000100043921?32NGUYEN VAN AN?33 Chi nhanh "
                           "Sai Gon?70Cong ty TNHH Minh Hoa  ?71 Quan 1";
  const std::string collected = "079?00SAMMLER?109800?200904059001";
  std::map<std::string, std::vector<booked>> accounts;
  std::string file;
  for (int number = 0; number < 20; ++number) {
    const auto account = "01947746" + std::to_string(10'000 + number);
    auto& entries = accounts[account];
    for (int i = 0; i < number % 8 + 1; ++i) {
      const std::int64_t dong = 30'000 + 1'000 * number + 77 * i;
      if (i % 4 == 0)
        entries.push_back({dong, returned + std::string(static_cast<std::size_t>(number), 'x'), "TFNr 40005 MSGID//"});
      else if (i % 4 == 1)
        entries.push_back({-dong * 3, collected, "KREF+//"});
      else if (i % 4 == 2)
        entries.push_back({dong, paid});
      else
        entries.push_back({-dong, {}, "NONREF"});
    }
    file += statement_in_pages(account, number % 2 == 0 ? 1'000'000 : -5'000, entries, 3);
  }
  const auto read = statement_in(read_mt940_statement(file, "MB"));
  std::size_t written = 0;
  for (const auto& [account, entries] : accounts) {
    written += entries.size();
    std::vector<std::int64_t> expected, found;
    for (const auto& one : entries) expected.push_back(one.dong);
    for (const auto& row : read.entries) {
      BOOST_TEST(row.invalid == "");
      if (row.entry.account_number != account) continue;
      found.push_back(row.entry.type == transfer_type::credit ? row.entry.amount.dong : -row.entry.amount.dong);
      if (row.entry.content.find("PFSL") != std::string::npos)
        BOOST_TEST(row.entry.content == "EREF+TFNR 21005 EndToEndId 00001SVWZ+Thanh toan don hang 15 PFSL7K2M9QX4");
    }
    BOOST_TEST(found == expected, boost::test_tools::per_element{});
    BOOST_TEST(unexplained_of(read, account) == 0);
  }
  BOOST_TEST(read.entries.size() == written);
}

// A statement of 150,000 dong in, whose balances agree, with one trait of a bank.
BOOST_AUTO_TEST_CASE(the_traits_of_banks_change_neither_number_nor_sign_nor_sum) {
  struct style {
    std::string_view what;
    std::string file;
    std::vector<std::string> entries; ///< Amount, and text behind a blank.
  };
  const std::string head = ":20:S1\n:25:0123456789\n:28C:1/1\n:60F:C260315VND0,\n";
  const std::string entry = ":61:2603150315C150000,NTRFNONREF//FT26074\n:86:PFSL7K2M9QX4\n";
  const std::string end = ":62F:C260315VND150000,\n-\n";
  const std::vector<std::string> usual{"+150000 PFSL7K2M9QX4"};
  const auto of = [&](std::string_view line, std::string_view text = "PFSL7K2M9QX4") {
    return head + std::string{line} + "\n:86:" + std::string{text} + "\n" + end;
  };
  const style styles[]{
      {"as SWIFT has it", head + entry + end, usual},
      {"the currency's letter", of(":61:2603150315CD150000,NTRFNONREF//FT26074"), usual},
      {"cents", of(":61:2603150315C150000,00NTRFNONREF//FT26074"), usual},
      {"leading zeros", of(":61:2603150315C000000150000,NTRFNONREF//FT26074"), usual},
      {"no booking day", of(":61:260315C150000,NTRFNONREF//FT26074"), usual},
      {"a reversed debit", of(":61:2603150315RD150000,NTRFNONREF//FT26074"), usual},
      {"a reversed debit with the currency's letter", of(":61:2603150315RDD150000,NTRFNONREF//FT26074"), usual},
      {"a reversed credit",
       head + entry + ":61:2603150315RC50000,NTRFNONREF//FT26075\n:86:HOAN\n:62F:C260315VND100000,\n-\n",
       {"+150000 PFSL7K2M9QX4", "-50000 HOAN"}},
      {"a letter and a second line", of(":61:2603150315CD150000,NTRFNONREF//FT26074\n/OCMT/VND150000,00/"), usual},
      {"no reference of the statement", head.substr(7) + entry + end, usual},
      {"an account with bank and currency", ":20:S1\n:25:MSCBVNVX/0123456789VND\n:60F:C260315VND0,\n" + entry + end,
       usual},
      {"SWIFT's blocks", "{1:F01MSCBVNVXAXXX}{2:I940X}{4:\n" + head + entry + ":62F:C260315VND150000,\n-}\n", usual},
      {"blocks on the line of the first tag", "{1:F01MSCBVNVXAXXX}{2:I940X}{4::20:S1\n" + head.substr(7) + entry + end,
       usual},
      {"CRLF",
       [&] {
         std::string file;
         for (const char c : head + entry + end) file += c == '\n' ? "\r\n" : std::string(1, c);
         return file;
       }(),
       usual},
      {"empty lines", head + "\n" + entry + "\n" + end, usual},
      {"no line for the end", head + entry + ":62F:C260315VND150000,", usual},
      {"a text of the statement behind it",
       head + entry + ":62F:C260315VND150000,\n:64:C260315VND150000,\n:65:C260316VND150000,\n:86:LOI NHAN\n-\n", usual},
      {"two equal entries",
       head + entry + ":61:2603150315C150000,NTRFNONREF//FT26075\n:86:PFSL7K2M9QX4\n:62F:C260315VND300000,\n-\n",
       {"+150000 PFSL7K2M9QX4", "+150000 PFSL7K2M9QX4"}},
      {"two equal ones without a reference",
       head +
           ":61:2603150315C5000,NMSCNONREF\n:86:A\n:61:2603150315C5000,NMSCNONREF\n:86:A\n:62F:C260315VND10000,\n-\n",
       {"+5000 A", "+5000 A"}},
      {"a text that wraps where a clock stands",
       of(":61:2603150315C150000,NTRFNONREF//FT26074", "NGAY 15/03/2026 LUC 09\n:30:05 PFSL7K2M9QX4"),
       {"+150000 NGAY 15/03/2026 LUC 09 :30:05 PFSL7K2M9QX4"}},
      {"a line of the text that is a dash",
       of(":61:2603150315C150000,NTRFNONREF//FT26074", "THANH TOAN\n-\nPFSL7K2M9QX4"),
       {"+150000 THANH TOAN - PFSL7K2M9QX4"}},
      {"parts numbered behind <",
       of(":61:2603150315C150000,NTRFNONREF//FT26074", "020<00PRZELEW<20PFSL7K2M<219QX4<32NGUYEN VAN A"),
       {"+150000 PFSL7K2M9QX4"}},
      {"February 30",
       ":20:S1\n:25:0123456789\n:60F:C260228VND0,\n:61:2602300301C150000,NTRFNONREF//FT26074\n:86:PFSL7K2M9QX4\n" + end,
       usual},
  };
  for (const auto& [what, file, entries] : styles) BOOST_TEST_CONTEXT(what) {
      const auto read = statement_in(read_mt940_statement(file, "MB"));
      std::vector<std::string> found;
      for (const auto& row : read.entries)
        found.push_back(row.invalid.empty() ? (row.entry.type == transfer_type::debit ? "-" : "+") +
                                                  std::to_string(row.entry.amount.dong) + " " + row.entry.content
                                            : row.invalid);
      BOOST_TEST(found == entries, boost::test_tools::per_element{});
      BOOST_TEST(unexplained_of(read, "0123456789") == 0);
      std::set<std::string> references;
      for (const auto& row : read.entries) references.insert(row.entry.bank_reference);
      BOOST_TEST(references.size() == entries.size());
    }
  const auto marked = statement_in(read_mt940_statement(of(":61:2603150315EC150000,NTRFNONREF//FT26074"), "MB"));
  BOOST_TEST(marked.entries.at(0).invalid == "line 5, :61: must have C, D, RC or RD after the day");
}

// Twelve entries of a day, most of which have no reference of their own.
BOOST_AUTO_TEST_CASE(entries_that_share_a_reference_in_a_camt_are_as_many_as_were_written) {
  const std::string_view references[]{"NONREF", "0101",   "NONREF", "NONREF",      "0101", "FT26074",
                                      "NONREF", "NONREF", "0101",   "NOTPROVIDED", "0101", "NONREF"};
  std::string entries;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < std::size(references); ++i) {
    const auto dong = static_cast<std::int64_t>(i / 2 + 1) * 1'000; // pairs of equal amounts
    const bool is_debit = i % 5 == 4;
    sum += is_debit ? -dong : dong;
    entries += "<Ntry><NtryRef>" + std::to_string(i) + "</NtryRef><Amt Ccy=\"VND\">" + std::to_string(dong) +
               ".00</Amt><CdtDbtInd>" + (is_debit ? "DBIT" : "CRDT") +
               "</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-15</Dt></BookgDt><AcctSvcrRef>" +
               std::string{references[i]} + "</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd/></RmtInf></TxDtls>" +
               "</NtryDtls><AddtlNtryInf>PFSL" + std::to_string(i % 3) + "</AddtlNtryInf></Ntry>";
  }
  const auto balance = [](std::string_view code, std::int64_t dong) {
    return "<Bal><Tp><CdOrPrtry><Cd>" + std::string{code} + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"VND\">" +
           std::to_string(dong) + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-15</Dt></Dt></Bal>";
  };
  const auto read = statement_in(read_camt_statement(
      "<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>" + balance("OPBD", 1'000) +
          balance("CLBD", 1'000 + sum) + entries + "</Stmt></BkToCstmrStmt></Document>",
      "MB"));
  BOOST_TEST(read.entries.size() == std::size(references));
  std::set<std::string> names;
  for (const auto& row : read.entries) {
    BOOST_TEST(row.invalid == "");
    BOOST_TEST(row.entry.content.starts_with("PFSL"));
    names.insert((row.entry.type == transfer_type::debit ? "-" : "+") + std::to_string(row.entry.amount.dong) + " " +
                 row.entry.bank_reference);
  }
  BOOST_TEST(names.size() == std::size(references));
  BOOST_TEST(unexplained_of(read, "0123456789") == 0);
}

BOOST_AUTO_TEST_SUITE_END()
