#include "http/feeds/camt_entries.hpp"

#include "domain/banks/connection.hpp"
#include "domain/values/free_text.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_values.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace paylink {
namespace {

constexpr std::size_t line_max = 140; ///< Characters of one `Ustrd`.
/// Of what the entries repeat: each transaction its booking's text, and each that is kept the heads of report and
/// booking.
constexpr std::size_t repeated_bytes_max = 8 * 1024 * 1024;
/// On an entry or transaction that is kept apart from its document: its number among the equal ones there.
constexpr const char* place_mark = "place";

/// The elements of which an entry or a transaction has one at most.
constexpr std::array<std::string_view, 8> single_elements{"Amt",     "CdtDbtInd", "RvslInd",     "Sts",
                                                          "BookgDt", "ValDt",     "AcctSvcrRef", "Refs"};

std::string account_in(pugi::xml_node account) {
  const auto number = text_at(account, {"Id", "Othr", "Id"});
  return repaired_name(number.empty() ? text_at(account, {"Id", "IBAN"}) : number);
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

/// Of all structured remittances.
std::string additional_text(pugi::xml_node detail) {
  std::vector<pugi::xml_node> lines;
  for (const auto structured : children_of(first_at(detail, {"RmtInf"}), "Strd"))
    std::ranges::move(children_of(structured, "AddtlRmtInf"), std::back_inserter(lines));
  return joined(lines);
}

std::string content_of(pugi::xml_node detail, const std::string& said_of_booking) {
  auto text = joined(children_of(first_at(detail, {"RmtInf"}), "Ustrd"));
  if (text.empty()) text = text_at(detail, {"AddtlTxInf"});
  if (text.empty()) text = said_of_booking;
  if (text.empty()) text = additional_text(detail);
  for (const auto structured : children_of(first_at(detail, {"RmtInf"}), "Strd")) {
    const auto reference = text_at(structured, {"CdtrRefInf", "Ref"});
    if (reference.empty() || text.find(reference) != text.npos) continue;
    text += text.empty() ? reference : ' ' + reference;
  }
  return text;
}

std::vector<std::string> texts_below(pugi::xml_node node) {
  std::vector<std::string> texts;
  for (const auto child : node.children()) {
    if (child.type() != pugi::node_element) continue;
    auto deeper = texts_below(child);
    if (deeper.empty()) deeper.push_back(text_of(child));
    std::ranges::move(deeper, std::back_inserter(texts));
  }
  return texts;
}

/// The content and what else is said of the transaction, in which a reference may stand; empty if there is nothing
/// else.
std::string searched_of(pugi::xml_node detail, const std::string& content, const std::string& said_of_booking) {
  std::string searched;
  const auto append = [&](const std::string& text) {
    if (searched.empty()) searched = content;
    searched.append("\n").append(text);
  };
  const auto add = [&](const std::string& text) {
    if (!text.empty() && !is_placeholder(text) && content.find(text) == content.npos) append(text);
  };
  add(additional_text(detail));
  add(text_at(detail, {"AddtlTxInf"}));
  add(said_of_booking);
  for (const auto* name : {"EndToEndId", "InstrId", "TxId"}) add(text_at(detail, {"Refs", name}));
  // A bank that sends the money back may quote any of its texts, one after the other.
  const auto known = find_verification_texts(content);
  for (const auto& text : texts_below(detail)) {
    const auto own = find_verification_texts(text);
    if (!own.empty()) add(text);
    const auto both = text + '\n' + content;
    const auto is_between = [&](const std::string& one) {
      return std::ranges::find(known, one) == known.end() && std::ranges::find(own, one) == own.end();
    };
    if (std::ranges::any_of(find_verification_texts(both), is_between)) append(both);
  }
  return searched;
}

pugi::xml_node copy_of_start(pugi::xml_node from, pugi::xml_node parent) {
  auto copy = parent.append_child(from.name());
  for (const auto attribute : from.attributes()) copy.append_copy(attribute);
  return copy;
}

pugi::xml_node reference_of(pugi::xml_node detail) { return first_at(detail, {"Refs", "AcctSvcrRef"}); }

bool is_kept_apart(pugi::xml_node detail) { return !detail.attribute(place_mark).empty(); }

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
  const auto bin = text_at(account, {"Svcr", "FinInstnId", "ClrSysMmbId", "MmbId"});
  if (is_bin(bin))
    entry.bin = bin;
  else
    values.fault("ClrSysMmbId", "must be the BIN of the account's bank on the switch's feed");
}

/// Of a transaction in a booking of several.
pugi::xml_node own_amount(pugi::xml_node detail) {
  const auto amount = first_at(detail, {"Amt"});
  return amount ? amount : first_at(detail, {"AmtDtls", "TxAmt", "Amt"});
}

} // namespace

bool camt_entries::read(pugi::xml_node report) {
  account_ = account_in(first_at(report, {"Acct"}));
  for (const auto entry : children_of(report, "Ntry")) {
    read_entry(report, entry);
    if (!fault_.empty()) return false;
  }
  return true;
}

void camt_entries::read_entry(pugi::xml_node report, pugi::xml_node entry) {
  const auto transactions = transactions_of(entry);
  const bool is_of_several = transactions.size() > 1 || (!transactions.empty() && is_kept_apart(transactions.front()));
  place at{.report = report,
           .entry = entry,
           .reference = repaired_name(text_at(entry, {"AcctSvcrRef"})),
           .text = text_at(entry, {"AddtlNtryInf"}),
           .is_reversal = is_true(text_at(entry, {"RvslInd"}))};
  if (!is_of_several && !transactions.empty()) at.detail = transactions.front();
  auto row = start(at);
  if (!is_of_several || !row.ignored.empty()) return read_transaction(at, std::move(row));
  for (const auto detail : transactions) {
    if (!fault_.empty()) return;
    read_part(at, detail, row);
  }
}

// What is wrong with the booking is wrong with all of them; the amounts are their own.
void camt_entries::read_part(place& at, pugi::xml_node detail, decoded_entry row) {
  at.detail = detail;
  at.is_of_several = true;
  entry_values values{row};
  refuse_repeated(detail, values);
  if (const auto direction = first_at(detail, {"CdtDbtInd"})) read_direction(direction, values, row.entry);
  read_amount(own_amount(detail), values);
  read_transaction(at, std::move(row));
}

decoded_entry camt_entries::start(const place& at) const {
  decoded_entry row;
  entry_values values{row};
  const auto status = status_of(at.entry);
  if (status.empty()) values.fault("Sts", "is missing");
  if (!status.empty() && status != "BOOK") {
    row.ignored = "Sts is " + status + "; only BOOK counts";
    row.entry.account_number = account_;
    return row;
  }
  values.set_account("Acct", account_);
  if (feed_ == switch_code) read_bin(first_at(at.report, {"Acct"}), values, row.entry);
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
  row.entry.content = content_of(at.detail, at.text);
  row.entry.is_reversal = at.is_reversal;
  // What is said of a booking of several transactions names none of them.
  if (row.entry.type == transfer_type::credit)
    row.entry.searched = searched_of(at.detail, row.entry.content, at.is_of_several ? std::string{} : at.text);
  // What is reversed keeps its parties: then the creditor of a credit is not the account.
  if (row.entry.type == transfer_type::credit && !at.is_reversal)
    values.set_virtual_account("CdtrAcct", account_in(first_at(at.detail, {"RltdPties", "CdtrAcct"})));
  set_reference(at, row);
  push(at, std::move(row));
}

void camt_entries::set_reference(const place& at, decoded_entry& row) {
  auto reference = repaired_name(text_of(reference_of(at.detail)));
  if (is_placeholder(reference)) reference = at.reference;
  if (!row.ignored.empty()) {
    row.entry.bank_reference = reference;
    return;
  }
  const bool is_named = !is_placeholder(reference), has_day = row.entry.occurred_at != timestamp{};
  const auto payer = is_named ? std::string{} : account_in(first_at(at.detail, {"RltdPties", "DbtrAcct"}));
  if (!how_.is_statement) {
    references_.expect_number((at.is_of_several ? at.detail : at.entry).attribute(place_mark).as_int());
    auto identity =
        is_named ? references_.identity(reference, row.entry) : references_.made_up_identity(row.entry, payer);
    if (!has_day || (!is_named && !row.invalid.empty())) return set_if_named(reference, row);
    const auto number = references_.last_number();
    const auto shared = identity.size() - (number > 1 ? 1 + std::to_string(number).size() : 0);
    if (row.invalid.empty())
      equals_[row.entry.bin + '|' + row.entry.account_number + '|' + identity.substr(0, shared)].push_back(out_.size());
    reference = std::move(identity);
  } else if (has_day && (is_named || row.invalid.empty())) {
    if (!is_named) reference = entry_references::made_up(row.entry, payer);
    reference = entry_references::dated(references_.numbered(reference, row.entry), row.entry);
  } else {
    return set_if_named(reference, row);
  }
  entry_values{row}.set_reference("AcctSvcrRef", reference);
}

void camt_entries::set_if_named(std::string_view reference, decoded_entry& row) {
  if (!is_placeholder(reference)) entry_values{row}.set_reference("AcctSvcrRef", reference);
}

void camt_entries::order_equals() {
  for (const auto& [identity, places] : equals_) {
    std::vector<std::string> references;
    for (const auto one : places) references.push_back(out_[one].entry.bank_reference);
    auto ordered = places;
    std::ranges::stable_sort(ordered, {},
                             [this](std::size_t one) { return std::string_view{out_[one].entry.content}; });
    for (std::size_t i = 0; i < ordered.size(); ++i) out_[ordered[i]].entry.bank_reference = std::move(references[i]);
  }
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
  if (out_.size() == how_.entries_max) {
    fault_ = "The document must contain at most " + std::to_string(how_.entries_max) + " entries.";
    return;
  }
  if (!row.invalid.empty() && !how_.is_statement) row.raw = raw_of(at);
  repeated_bytes_ += row.raw.size() + (at.is_of_several ? row.entry.content.size() + row.entry.searched.size() : 0);
  if (repeated_bytes_ > repeated_bytes_max) {
    fault_ = "The document's entries repeat too much of it.";
    return;
  }
  out_.push_back(std::move(row));
}

std::string camt_entries::raw_of(const place& at) const {
  pugi::xml_document document;
  auto copy = copy_of_start(at.report.parent().parent(), document);
  copy = copy_of_start(at.report, copy_of_start(at.report.parent(), copy));
  for (const auto account : children_of(at.report, "Acct")) copy.append_copy(account);
  const auto mark = [this](pugi::xml_node kept, bool always) {
    kept.remove_attribute(place_mark);
    if (always || references_.last_number() > 1) kept.append_attribute(place_mark) = references_.last_number();
  };
  if (!at.is_of_several) {
    mark(copy.append_copy(at.entry), false);
    return printed(document);
  }
  copy = copy_of_start(at.entry, copy);
  for (const auto child : at.entry.children()) {
    if (local_name(child) != "NtryDtls")
      copy.append_copy(child);
    else if (child == at.detail.parent())
      mark(copy_of_start(child, copy).append_copy(at.detail), true);
  }
  return printed(document);
}

} // namespace paylink
