// ISO 20022 camt.053.001.08, a bank statement.
#include "sandbox/formats/iso20022_parts.hpp"
#include "sandbox/formats/statement.hpp"
#include "sandbox/formats/vietnam_time.hpp"
#include "sandbox/formats/xml_text.hpp"

#include <cstdlib>

namespace paylink::sandbox {
namespace {

// `OPBD` is the opening balance as booked, `CLBD` the closing one.
void append_balance(std::string& out, std::string_view code, std::int64_t balance, timestamp day) {
  out += "<Bal><Tp><CdOrPrtry>";
  append_xml_element(out, "Cd", code);
  out += "</CdOrPrtry></Tp>";
  append_xml_element(out, "Amt Ccy=\"VND\"", std::to_string(std::abs(balance)));
  append_xml_element(out, "CdtDbtInd", balance < 0 ? "DBIT" : "CRDT");
  out += "<Dt>";
  append_xml_element(out, "Dt", local_day_text(day));
  out += "</Dt></Bal>";
}

} // namespace

std::string encode_camt053(const statement& of) {
  const auto created_at = offset_time_text(of.to);
  const auto id = of.account_number + "-" + local_day_text(of.to);
  std::string xml = R"(<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr>)";
  append_xml_element(xml, "MsgId", id);
  append_xml_element(xml, "CreDtTm", created_at);
  xml += "</GrpHdr><Stmt>";
  append_xml_element(xml, "Id", id);
  append_xml_element(xml, "CreDtTm", created_at);
  xml += "<FrToDt>";
  append_xml_element(xml, "FrDtTm", offset_time_text(of.from));
  append_xml_element(xml, "ToDtTm", offset_time_text(of.to));
  xml += "</FrToDt>";
  append_account(xml, of.account_number, of.bin);
  append_balance(xml, "OPBD", of.opening_balance, of.from);
  append_balance(xml, "CLBD", of.closing_balance(), of.to);
  std::size_t number = 0;
  for (const auto& entry : of.entries) append_ntry(xml, entry, ++number);
  return xml + "</Stmt></BkToCstmrStmt></Document>\n";
}

} // namespace paylink::sandbox
