#include "sandbox/formats/iso20022_parts.hpp"

#include "sandbox/formats/vietnam_time.hpp"
#include "sandbox/formats/xml_text.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

constexpr std::size_t reference_max = 35; // Max35Text
constexpr std::size_t unstructured_max = 140;

void append_amount(std::string& out, const bank_entry& entry) {
  append_xml_element(out, "Amt Ccy=\"VND\"", to_digits(entry.amount));
  append_xml_element(out, "CdtDbtInd", entry.type == transfer_type::credit ? "CRDT" : "DBIT");
}

void append_account_number(std::string& out, std::string_view number) {
  out += "<Id><Othr>";
  append_xml_element(out, "Id", number);
  out += "</Othr></Id>";
}

// A bank cuts the text at fixed places, but never inside a character.
void append_remittance(std::string& out, std::string_view text) {
  if (text.empty()) return;
  out += "<RmtInf>";
  while (!text.empty()) {
    auto size = std::min(text.size(), unstructured_max);
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    append_xml_element(out, "Ustrd", text.substr(0, size));
    text.remove_prefix(size);
  }
  out += "</RmtInf>";
}

} // namespace

void append_account(std::string& out, std::string_view number, std::string_view bin) {
  out += "<Acct>";
  append_account_number(out, number);
  out += "<Ccy>VND</Ccy><Svcr><FinInstnId>";
  if (!bin.empty()) {
    out += "<ClrSysMmbId>";
    append_xml_element(out, "MmbId", bin);
    out += "</ClrSysMmbId>";
  }
  if (const auto* bank = find_bank_by_bin(bin)) append_xml_element(out, "Nm", bank->short_name);
  out += "</FinInstnId></Svcr></Acct>";
}

void append_ntry(std::string& out, const bank_entry& entry, std::size_t number) {
  out += "<Ntry>";
  const auto count = std::to_string(number);
  append_xml_element(out, "NtryRef", std::string(count.size() < 6 ? 6 - count.size() : 0, '0') + count);
  append_amount(out, entry);
  out += "<Sts><Cd>BOOK</Cd></Sts><BookgDt>";
  append_xml_element(out, "DtTm", offset_time_text(entry.occurred_at));
  out += "</BookgDt><ValDt>";
  append_xml_element(out, "Dt", local_day_text(entry.occurred_at));
  out += "</ValDt>";
  append_xml_element(out, "AcctSvcrRef", std::string_view{entry.bank_reference}.substr(0, reference_max));
  out += "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>";
  out += entry.type == transfer_type::credit ? "RRCT" : "IRCT";
  out += "</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED"
         "</EndToEndId></Refs>";
  append_amount(out, entry);
  if (!entry.virtual_account_number.empty()) {
    out += "<RltdPties><CdtrAcct>";
    append_account_number(out, entry.virtual_account_number);
    out += "</CdtrAcct></RltdPties>";
  }
  append_remittance(out, entry.content);
  out += "</TxDtls></NtryDtls></Ntry>";
}

} // namespace paylink::sandbox
