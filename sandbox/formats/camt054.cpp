// ISO 20022 camt.054.001.08, a debit or credit notification, signed as the native feed is.
#include "sandbox/formats/feed_format.hpp"
#include "sandbox/formats/iso20022_parts.hpp"
#include "sandbox/formats/vietnam_time.hpp"
#include "sandbox/formats/xml_text.hpp"

namespace paylink::sandbox {

encoded_entry encode_camt054(const bank_entry& entry, const feed_occasion& when) {
  const auto created_at = offset_time_text(when.now);
  const auto id = std::to_string(aggregator_id(entry));
  std::string xml = R"(<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr>)";
  append_xml_element(xml, "MsgId", std::string{when.feed} + std::to_string(to_millis(when.now)));
  append_xml_element(xml, "CreDtTm", created_at);
  xml += "</GrpHdr><Ntfctn>";
  append_xml_element(xml, "Id", "NTF-" + id);
  append_xml_element(xml, "CreDtTm", created_at);
  append_account(xml, entry.account_number, bin_heard_on(when.feed, entry.bin));
  append_ntry(xml, entry, 1);
  xml += "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>\n";
  return sign_for_the_service("application/xml", std::move(xml), when);
}

} // namespace paylink::sandbox
