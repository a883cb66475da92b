#include "http/feeds/camt_entries.hpp"

#include "domain/values/free_text.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_values.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

constexpr std::size_t line_max = 140; ///< Characters of one `Ustrd`.

/// The elements of which an entry or a transaction has one at most.
constexpr std::array<std::string_view, 8> single_elements{"Amt",     "CdtDbtInd", "RvslInd",     "Sts",
                                                          "BookgDt", "ValDt",     "AcctSvcrRef", "Refs"};

std::string account_in(pugi::xml_node account) {
  auto number = text_at(account, {"Id", "Othr", "Id"});
  return number.empty() ? text_at(account, {"Id", "IBAN"}) : number;
}

std::string first_text(std::initializer_list<pugi::xml_node> nodes) {
  for (const auto node : nodes)
    if (auto text = text_of(node); !text.empty()) return text;
  return {};
}

void refuse_repeated(pugi::xml_node parent, entry_values& values) {
  for (const auto name : single_elements)
    if (has_several(parent, name)) values.fault(name, "occurs more than once");
}

void read_amount(pugi::xml_node amount, entry_values& values) {
  if (!amount) return values.fault("Amt", "is missing");
  const std::string currency = repaired(amount.attribute("Ccy").value());
  if (currency != "VND")
    return values.fault("Amt", currency.empty() ? "has no currency" : "is in " + currency + ", not in VND");
  values.set_amount("Amt", text_of(amount));
}

void read_direction(pugi::xml_node direction, entry_values& values, bank_entry& entry) {
  const auto word = text_of(direction);
  if (word != "CRDT" && word != "DBIT") values.fault("CdtDbtInd", word.empty() ? "is missing" : "must be CRDT or DBIT");
  entry.type = word == "DBIT" ? transfer_type::debit : transfer_type::credit;
}

void read_time(pugi::xml_node entry, entry_values& values) {
  const auto text = first_text({first_at(entry, {"BookgDt", "DtTm"}), first_at(entry, {"BookgDt", "Dt"}),
                                first_at(entry, {"ValDt", "DtTm"}), first_at(entry, {"ValDt", "Dt"})});
  text.empty() ? values.fault("BookgDt", "is missing") : values.set_time("BookgDt", text);
}

/// Up to v04 the code is the element's text, later it is in an element of it.
std::string status_of(pugi::xml_node entry) {
  const auto status = first_at(entry, {"Sts"});
  return first_text({first_at(status, {"Cd"}), first_at(status, {"Prtry"}), status});
}

/// A line that is full goes on in the next one, maybe in the middle of a reference; after all others a word ends.
std::string joined(const std::vector<pugi::xml_node>& lines) {
  std::string text;
  bool is_full = true;
  for (const auto line : lines) {
    const auto whole = whole_text_of(line);
    const auto part = count_code_points(whole) >= line_max ? whole : text_of(line);
    if (part.empty()) continue;
    if (!text.empty() && !is_full) text += ' ';
    text += part;
    is_full = count_code_points(part) >= line_max;
  }
  return text;
}

std::string content_of(pugi::xml_node entry, pugi::xml_node detail) {
  auto text = joined(children_of(first_at(detail, {"RmtInf"}), "Ustrd"));
  if (text.empty()) text = first_text({first_at(detail, {"AddtlTxInf"}), first_at(entry, {"AddtlNtryInf"})});
  for (const auto structured : children_of(first_at(detail, {"RmtInf"}), "Strd")) {
    const auto reference = text_at(structured, {"CdtrRefInf", "Ref"});
    if (reference.empty() || text.find(reference) != text.npos) continue;
    text += text.empty() ? reference : ' ' + reference;
  }
  return text;
}

pugi::xml_node copy_of_start(pugi::xml_node from, pugi::xml_node parent) {
  auto copy = parent.append_child(from.name());
  for (const auto attribute : from.attributes()) copy.append_copy(attribute);
  return copy;
}

/// The entry, of whose transactions only one keeps what is in it: the others hold their places.
void append_entry(pugi::xml_node parent, pugi::xml_node entry, pugi::xml_node kept) {
  if (!kept) {
    parent.append_copy(entry);
    return;
  }
  auto copy = copy_of_start(entry, parent);
  for (const auto child : entry.children()) {
    if (local_name(child) != "NtryDtls") {
      copy.append_copy(child);
      continue;
    }
    auto details = copy_of_start(child, copy);
    for (const auto detail : child.children())
      if (detail == kept || local_name(detail) != "TxDtls")
        details.append_copy(detail);
      else
        details.append_child(detail.name());
  }
}

std::vector<pugi::xml_node> transactions_of(pugi::xml_node entry) {
  std::vector<pugi::xml_node> all;
  for (const auto details : children_of(entry, "NtryDtls"))
    for (const auto detail : children_of(details, "TxDtls")) all.push_back(detail);
  return all;
}

bool is_true(const std::string& text) { return text == "true" || text == "1"; }

bool is_bin(std::string_view text) { return text.size() == 6 && text.find_first_not_of("0123456789") == text.npos; }

/// Whose money it is on the switch's feed: the bank that serves the account, named by its BIN.
void read_bin(pugi::xml_node account, entry_values& values, bank_entry& entry) {
  entry.bin = text_at(account, {"Svcr", "FinInstnId", "ClrSysMmbId", "MmbId"});
  if (!is_bin(entry.bin)) values.fault("ClrSysMmbId", "must be the BIN of the account's bank on the switch's feed");
}

/// Of a transaction in a booking of several.
pugi::xml_node own_amount(pugi::xml_node detail) {
  const auto amount = first_at(detail, {"Amt"});
  return amount ? amount : first_at(detail, {"AmtDtls", "TxAmt", "Amt"});
}

std::string raw_of(pugi::xml_node report, pugi::xml_node entry, pugi::xml_node kept) {
  pugi::xml_document document;
  auto copy = copy_of_start(report.parent().parent(), document);
  copy = copy_of_start(report, copy_of_start(report.parent(), copy));
  for (const auto account : children_of(report, "Acct")) copy.append_copy(account);
  append_entry(copy, entry, kept);
  return printed(document);
}

} // namespace

bool camt_entries::read(pugi::xml_node report) {
  for (const auto entry : children_of(report, "Ntry")) {
    read_entry(report, entry);
    if (is_full_) return false;
  }
  return true;
}

void camt_entries::read_entry(pugi::xml_node report, pugi::xml_node entry) {
  const auto transactions = transactions_of(entry);
  place at{report, entry};
  if (transactions.size() == 1) at.detail = transactions.front();
  auto row = start(at);
  // Several transactions have their own amounts, but what is wrong with the booking is wrong with all of them.
  if (transactions.size() < 2 || !row.invalid.empty() || !row.ignored.empty())
    return read_transaction(at, std::move(row));
  own_references_.clear();
  for (const auto detail : transactions) {
    if (is_full_) return;
    at.detail = detail;
    ++at.position;
    auto own = row;
    entry_values values{own};
    refuse_repeated(detail, values);
    if (const auto direction = first_at(detail, {"CdtDbtInd"})) read_direction(direction, values, own.entry);
    read_amount(own_amount(detail), values);
    read_transaction(at, std::move(own));
  }
}

decoded_entry camt_entries::start(const place& at) const {
  decoded_entry row;
  entry_values values{row};
  const auto account = first_at(at.report, {"Acct"});
  const auto status = status_of(at.entry);
  if (status.empty()) values.fault("Sts", "is missing");
  if (!status.empty() && status != "BOOK") {
    row.ignored = "Sts is " + status + "; only BOOK counts";
    row.entry.account_number = account_in(account);
    return row;
  }
  values.set_account("Acct", account_in(account));
  if (feed_ == switch_code) read_bin(account, values, row.entry);
  refuse_repeated(at.entry, values);
  refuse_repeated(at.detail, values);
  read_amount(first_at(at.entry, {"Amt"}), values);
  const auto direction = first_at(at.detail, {"CdtDbtInd"});
  read_direction(direction ? direction : first_at(at.entry, {"CdtDbtInd"}), values, row.entry);
  read_time(at.entry, values);
  return row;
}

void camt_entries::read_transaction(const place& at, decoded_entry row) {
  entry_values values{row};
  row.entry.content = content_of(at.entry, at.detail);
  // What is reversed keeps its parties: then the creditor of a credit is not the account.
  const bool is_reversal = is_true(text_at(at.entry, {"RvslInd"}));
  if (row.entry.type == transfer_type::credit && !is_reversal)
    values.set_virtual_account("CdtrAcct", account_in(first_at(at.detail, {"RltdPties", "CdtrAcct"})));
  set_reference(at, row);
  push(at, std::move(row));
}

void camt_entries::set_reference(const place& at, decoded_entry& row) {
  const auto own = text_at(at.detail, {"Refs", "AcctSvcrRef"});
  auto reference = text_at(at.entry, {"AcctSvcrRef"});
  if (!own.empty() && (own != reference || at.position == 0)) {
    reference = own;
    if (const int earlier = own_references_[own]++; at.position > 0 && earlier > 0)
      reference += '#' + std::to_string(earlier + 1);
  } else if (!reference.empty() && at.position > 0) {
    reference += '#' + std::to_string(at.position);
  }
  if (!row.ignored.empty()) {
    row.entry.bank_reference = reference;
    return;
  }
  const bool has_day = row.entry.occurred_at != timestamp{};
  if (reference.empty() && (!has_day || !row.invalid.empty())) return;
  if (reference.empty())
    reference = references_.made_up(row.entry, account_in(first_at(at.detail, {"RltdPties", "DbtrAcct"})));
  entry_values{row}.set_reference("AcctSvcrRef", has_day ? entry_references::dated(reference, row.entry) : reference);
}

std::vector<account_balance> balances_of(pugi::xml_node report) {
  std::vector<account_balance> balances;
  for (const auto one : children_of(report, "Bal")) {
    const auto code = text_at(one, {"Tp", "CdOrPrtry", "Cd"});
    const auto amount = first_at(one, {"Amt"});
    const auto dong = read_dong(text_of(amount));
    const auto at = parse_bank_time(first_text({first_at(one, {"Dt", "DtTm"}), first_at(one, {"Dt", "Dt"})}));
    const bool is_closing = code == "CLBD";
    if ((!is_closing && code != "OPBD") || !at || !dong.fault.empty() ||
        std::string_view{amount.attribute("Ccy").value()} != "VND")
      continue;
    balances.push_back({is_closing ? account_balance::kind::closing : account_balance::kind::opening,
                        account_in(first_at(report, {"Acct"})),
                        text_at(one, {"CdtDbtInd"}) == "DBIT" ? -dong.dong : dong.dong, *at});
  }
  return balances;
}

void camt_entries::push(const place& at, decoded_entry row) {
  is_full_ = out_.size() == entries_max_;
  if (is_full_) return;
  if (!row.invalid.empty()) row.raw = raw_of(at.report, at.entry, at.position > 0 ? at.detail : pugi::xml_node{});
  out_.push_back(std::move(row));
}

} // namespace paylink
