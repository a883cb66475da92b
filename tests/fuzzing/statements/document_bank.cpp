// What banks and aggregators send as documents: camt.053, camt.054, and JSON in three forms.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <boost/json.hpp>

#include <array>
#include <cstdio>

namespace paylink::fuzzing {
namespace {

std::string day_text(int day) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "2026-03-%02d", day);
  return text.data();
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string as_cdata(std::string text) {
  for (auto at = text.find("]]>"); at != text.npos; at = text.find("]]>", at + 15))
    text.replace(at, 3, "]]]]><![CDATA[>");
  return "<![CDATA[" + text + "]]>";
}

std::string element(std::string_view name, std::string_view inner) {
  return "<" + std::string{name} + ">" + std::string{inner} + "</" + std::string{name} + ">";
}

/// `Ustrd`s of at most 140 characters, of ASCII alone so that characters are bytes.
std::string remittance(std::string_view text, bool in_cdata) {
  std::string lines;
  constexpr std::size_t line = 140;
  for (std::size_t at = 0; at < text.size(); at += line) {
    const std::string part{text.substr(at, line)};
    lines += element("Ustrd", in_cdata ? as_cdata(part) : escaped(part));
  }
  return element("RmtInf", lines);
}

std::string without_other_letters(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x80) out += c;
  return out;
}

} // namespace

written_statement write_camt(chance& random) {
  written_statement out{.form = "camt",
                        .read_by = happens(random, 2) ? written_statement::reader::camt
                                                      : written_statement::reader::camt_feed};
  const bool is_feed = out.read_by == written_statement::reader::camt_feed, in_cdata = happens(random, 2);
  const auto where = random() % 4;
  out.is_honest = happens(random, 5);
  out.entries = invent_entries(random, {}, out.is_honest);
  std::string entries;
  int number = 0;
  for (auto& entry : out.entries) {
    if (where == 0) entry.text = without_other_letters(entry.text);
    const auto text = in_cdata ? as_cdata(entry.text) : escaped(entry.text);
    const std::string inner = where == 0   ? remittance(entry.text, in_cdata)
                              : where == 1 ? element("AddtlTxInf", text)
                              : where == 2 ? element("RmtInf", element("Strd", element("AddtlRmtInf", text)))
                                           : std::string{};
    entries += "<Ntry><Amt Ccy=\"VND\">" + std::to_string(entry.dong) + "</Amt>" +
               element("CdtDbtInd", entry.is_credit ? "CRDT" : "DBIT") + element("Sts", "BOOK") +
               element("BookgDt", element("Dt", day_text(entry.day))) +
               element("AcctSvcrRef", happens(random, 2) ? "NONREF" : "FT" + std::to_string(++number)) +
               element("NtryDtls", element("TxDtls", inner)) + (where == 3 ? element("AddtlNtryInf", text) : "") +
               "</Ntry>";
  }
  const std::string account = "<Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>";
  out.body = "<?xml version=\"1.0\" encoding=\"" + std::string{is_feed ? "UTF-8" : "ISO-8859-1"} + "\"?><Document>" +
             (is_feed ? element("BkToCstmrDbtCdtNtfctn", element("Ntfctn", account + entries))
                      : element("BkToCstmrStmt", element("Stmt", account + entries))) +
             "</Document>";
  return out;
}

written_statement write_json(chance& random) {
  namespace json = boost::json;
  constexpr std::array readers{written_statement::reader::sepay, written_statement::reader::casso,
                               written_statement::reader::native};
  written_statement out{.form = "json", .read_by = readers[random() % readers.size()]};
  const bool is_sepay = out.read_by == written_statement::reader::sepay;
  out.is_honest = happens(random, 5);
  out.entries = invent_entries(random, {}, out.is_honest);
  if (is_sepay) out.entries.resize(1);
  json::array list;
  int number = 0;
  for (const auto& entry : out.entries) {
    const auto time = day_text(entry.day) + " 09:30:05";
    ++number;
    if (is_sepay) {
      const bool is_blank = happens(random, 3);
      list.push_back(json::object{{"id", number},
                                  {"gateway", "MBBank"},
                                  {"transactionDate", time},
                                  {"accountNumber", "0123456789"},
                                  {"transferType", entry.is_credit ? "in" : "out"},
                                  {"transferAmount", entry.dong},
                                  {"content", is_blank ? "" : entry.text},
                                  {"description", is_blank ? entry.text : "BankAPINotify " + entry.text}});
    } else if (out.read_by == written_statement::reader::casso) {
      list.push_back(json::object{{"id", number},
                                  {"description", entry.text},
                                  {"amount", entry.is_credit ? entry.dong : -entry.dong},
                                  {"transactionDateTime", time},
                                  {"accountNumber", "0123456789"},
                                  {"bankName", "MBBank"}});
    } else {
      list.push_back(json::object{{"bank_reference", "FT" + std::to_string(number)},
                                  {"account_number", "0123456789"},
                                  {"amount", entry.dong},
                                  {"transfer_type", entry.is_credit ? "credit" : "debit"},
                                  {"content", entry.text},
                                  {"occurred_at", day_text(entry.day) + "T09:30:05+07:00"},
                                  {"status", "booked"}});
    }
  }
  out.body = is_sepay ? json::serialize(list.at(0))
             : out.read_by == written_statement::reader::casso
                 ? json::serialize(json::object{{"error", 0}, {"data", std::move(list)}})
                 : json::serialize(json::object{{"entries", std::move(list)}});
  return out;
}

} // namespace paylink::fuzzing
