#include "tests/simulation/statement_forms.hpp"

#include "domain/values/local_time.hpp"

#include <cstdlib>

namespace paylink::simulation {
namespace {

constexpr std::int64_t opening = 1'000'000;
constexpr std::size_t width = 65; ///< Of a line of text in an MT940.

std::string day_of(const bank::transfer& of) { return vietnam_date(*parse_rfc3339(of.occurred_at)); }

/// Two neighbours share one, as a payment and its fee do; every third transfer has none.
std::string reference_of(const bank::transfer& of) {
  const auto number = std::atoi(of.source.substr(2).c_str());
  return number % 3 == 0 ? "NONREF" : "BK" + std::to_string(number / 2);
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) c == '<' ? out += "&lt;" : c == '>' ? out += "&gt;" : c == '&' ? out += "&amp;" : out += c;
  return out;
}

std::string quoted(const std::string& text) {
  std::string out{'"'};
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string camt_balance(const std::string& kind, std::int64_t dong) {
  return "<Bal><Tp><CdOrPrtry><Cd>" + kind + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"VND\">" +
         std::to_string(std::abs(dong)) + "</Amt><CdtDbtInd>" + (dong < 0 ? "DBIT" : "CRDT") +
         "</CdtDbtInd><Dt><Dt>2026-03-15</Dt></Dt></Bal>";
}

std::string camt_entry(const bank::transfer& of, const std::string& reference) {
  return "<Ntry><Amt Ccy=\"VND\">" + std::to_string(of.amount) + "</Amt><CdtDbtInd>" +
         (of.is_credit ? "CRDT" : "DBIT") + "</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>" + day_of(of) +
         "</Dt></BookgDt><AcctSvcrRef>" + reference + "</AcctSvcrRef><AddtlNtryInf>" + escaped(of.content) +
         "</AddtlNtryInf></Ntry>";
}

/// `260331`.
std::string short_day(const bank::transfer& of) {
  const auto day = day_of(of);
  return day.substr(2, 2) + day.substr(5, 2) + day.substr(8, 2);
}

std::string mt940_entry(const bank::transfer& of, const std::string& reference) {
  const auto day = short_day(of);
  auto text = ":61:" + day + day.substr(2) + (of.is_credit ? "C" : "D") + std::to_string(of.amount) + ",00NTRF" +
              reference + "\r\n:86:";
  for (std::size_t at = 0; at < of.content.size(); at += width) text += of.content.substr(at, width) + "\r\n";
  return text;
}

std::string mt940_balance(const char* tag, std::int64_t dong) {
  return std::string{tag} + (dong < 0 ? "D" : "C") + "260315VND" + std::to_string(std::abs(dong)) + ",\r\n";
}

std::string entry_in(statement_form form, const bank::transfer& of, const std::string& reference) {
  const auto amount = (of.is_credit ? "" : "-") + std::to_string(of.amount);
  switch (form) {
  case statement_form::camt:
    return camt_entry(of, reference);
  case statement_form::mt940:
    return mt940_entry(of, reference);
  case statement_form::unquoted_csv:
    return day_of(of) + ',' + of.content + ',' + amount + '\n';
  default:
    return day_of(of) + ',' + quoted(of.content) + ',' + amount + '\n';
  }
}

} // namespace

bool has_balances(statement_form form) { return form == statement_form::camt || form == statement_form::mt940; }

const char* name_of(statement_form form) {
  if (form == statement_form::camt) return "camt";
  return form == statement_form::mt940 ? "mt940" : "csv";
}

exported_statement export_statement(statement_form form, const std::string& account_number,
                                    const std::vector<bank::transfer>& booked, const falsified& how) {
  exported_statement made;
  auto balance = opening + how.missing;
  for (std::size_t i = 0; i < booked.size(); ++i) {
    const auto& one = booked[i];
    made.text += entry_in(form, one, reference_of(how.names_others ? booked[(i * 7 + 3) % booked.size()] : one));
    balance += one.is_credit ? one.amount : -one.amount;
    const bool is_readable = form != statement_form::unquoted_csv || one.content.find(',') == one.content.npos;
    ++(is_readable ? made.entries : made.unreadable);
  }
  if (form == statement_form::camt)
    made.text = "<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>" + account_number + "</Id></Othr></Id></Acct>" +
                camt_balance("OPBD", opening) + camt_balance("CLBD", balance) + made.text +
                "</Stmt></BkToCstmrStmt></Document>";
  else if (form == statement_form::mt940)
    made.text = ":20:STATEMENT\r\n:25:" + account_number + "\r\n:28C:1\r\n" + mt940_balance(":60F:", opening) +
                made.text + mt940_balance(":62F:", balance) + "-\r\n";
  else
    made.text = "Day,Text,Amount\n" + made.text;
  return made;
}

std::string hostile_text(chance& dice, int number) {
  const auto words = "rent no " + std::to_string(number);
  const auto filled = [](std::string line) {
    line.resize(width, 'x');
    return line;
  };
  const std::string credit = ":61:2604010401C600000,00NTRFNONREF", debit = ":61:2604010401D600000,00NTRFNONREF";
  switch (dice.below(4)) {
  case 0:
    return words + ",600000";
  case 1:
    return filled(words + " of the shop and the deposit ") + credit;
  case 2: // which comes to nothing, so that the balances agree
    return filled(words + " of the shop and the deposit ") + filled(credit + "//") + debit;
  default:
    return words + "</AddtlNtryInf></Ntry><Ntry><Amt Ccy=\"VND\">600000</Amt>";
  }
}

} // namespace paylink::simulation
