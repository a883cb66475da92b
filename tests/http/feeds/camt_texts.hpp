#pragma once
#include "http/feeds/camt_document.hpp"
#include "tests/http/feeds/feed_reading.hpp"

namespace paylink::test {

inline constexpr std::string_view account = "<Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>";
inline constexpr std::string_view sound_entry =
    "<Ntry><Amt Ccy=\"VND\">150000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>"
    "2026-03-15T09:30:05</DtTm></BookgDt><AcctSvcrRef>FT1</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>PFSL7K2M9QX4"
    "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>";

inline std::string notification(std::string_view entries, std::string_view of = account) {
  return "<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>" + std::string{of} + std::string{entries} +
         "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>";
}

inline decoded_entry read_camt_entry(std::string_view entry, std::string_view feed = "MB") {
  return only_entry_of(decode_camt054(notification(entry), feed));
}

/// The sound entry with one part replaced.
inline std::string entry_with(std::string_view what, std::string_view by) { return with_part(sound_entry, what, by); }

/// A booking of these transactions.
inline std::string booking_of(std::string_view transactions,
                              std::string_view reference = "<AcctSvcrRef>B7</AcctSvcrRef>") {
  return "<Ntry><Amt Ccy=\"VND\">300000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt>"
         "</BookgDt>" +
         std::string{reference} + "<NtryDtls>" + std::string{transactions} + "</NtryDtls></Ntry>";
}

inline std::string transaction_of(std::string_view amount, std::string_view text, std::string_view reference = {}) {
  return "<TxDtls>" +
         (reference.empty() ? "" : "<Refs><AcctSvcrRef>" + std::string{reference} + "</AcctSvcrRef></Refs>") +
         "<Amt Ccy=\"VND\">" + std::string{amount} + "</Amt><RmtInf><Ustrd>" + std::string{text} +
         "</Ustrd></RmtInf></TxDtls>";
}

} // namespace paylink::test
