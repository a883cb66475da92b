// Notifications of ISO 20022 that are wrong in one entry, or as a whole.
#include "tests/http/feeds/camt_texts.hpp"

#include <random>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(faulty_camt_feed)

BOOST_AUTO_TEST_CASE(an_unusable_entry_says_why_and_is_kept_so_that_it_can_be_read_again) {
  const std::pair<std::string, std::string_view> cases[]{
      {entry_with("\"VND\"", "\"USD\""), "Amt is in USD, not in VND"},
      {entry_with(" Ccy=\"VND\"", ""), "Amt has no currency"},
      {entry_with("150000", "150000.50"), "Amt has a fraction; VND has none"},
      {entry_with("150000", "150,000"), "Amt must be a number"},
      {entry_with("150000", "1.5E5"), "Amt must be a number"},
      {entry_with("150000", ""), "Amt must be a number"},
      {entry_with("150000", "0.00"), "Amt must be greater than 0"},
      {entry_with("150000", "-150000"), "Amt must be greater than 0"},
      {entry_with("150000", "9223372036854775808"), "Amt is out of range"},
      {entry_with("<Amt Ccy=\"VND\">150000</Amt>", ""), "Amt is missing"},
      {entry_with("<Sts>", "<Amt Ccy=\"VND\">1</Amt><Sts>"), "Amt occurs more than once"},
      {entry_with("<Sts>", "<CdtDbtInd>DBIT</CdtDbtInd><Sts>"), "CdtDbtInd occurs more than once"},
      {entry_with("CRDT", "CREDIT"), "CdtDbtInd must be CRDT or DBIT"},
      {entry_with("<CdtDbtInd>CRDT</CdtDbtInd>", ""), "CdtDbtInd is missing"},
      {entry_with("<Sts><Cd>BOOK</Cd></Sts>", ""), "Sts is missing"},
      {entry_with("2026-03-15T09:30:05", "15/03/2026"), "BookgDt must be a date and time, such as 2026-03-15 09:30:05"},
      {entry_with("<DtTm>2026-03-15T09:30:05</DtTm>", ""), "BookgDt is missing"},
      {entry_with("FT1", std::string(129, 'F')), "AcctSvcrRef must have 1 to 128 characters"},
      {entry_with("<TxDtls>", "<TxDtls><Refs><AcctSvcrRef>1</AcctSvcrRef></Refs><Refs/>"),
       "Refs occurs more than once"},
      {"<Ntry/>", "Sts is missing"},
  };
  for (const auto& [entry, reason] : cases) BOOST_TEST_CONTEXT(entry) {
      const auto row = read_camt_entry(entry);
      BOOST_TEST(row.invalid == reason);
      const auto again = only_entry_of(decode_camt054(row.raw, "MB"));
      BOOST_TEST(again.invalid == reason);
      BOOST_TEST(again.entry.bank_reference == row.entry.bank_reference);
      BOOST_TEST(again.entry.account_number == "0123456789");
    }
  const auto nameless = only_entry_of(decode_camt054(notification(sound_entry, ""), "MB"));
  BOOST_TEST(nameless.invalid == "Acct must have 1 to 64 characters");
}

BOOST_AUTO_TEST_CASE(one_bad_entry_never_blocks_the_others) {
  const auto rows = entries_of(decode_camt054(
      notification(std::string{sound_entry} + entry_with("\"VND\"", "\"USD\"") + entry_with("FT1", "FT2")), "MB"));
  BOOST_TEST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].invalid == "");
  BOOST_TEST(rows[1].invalid == "Amt is in USD, not in VND");
  BOOST_TEST(rows[2].entry.bank_reference == "FT2@2026-03-15+150000");
}

BOOST_AUTO_TEST_CASE(a_document_that_is_no_notification_or_a_trap_is_refused_as_a_whole) {
  std::string deep = "<Document>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  const auto laughs =
      "<!DOCTYPE d [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>" + notification(entry_with("PFSL7K2M9QX4", "&b;"));
  std::string nested;
  for (int i = 0; i < 70; ++i) nested = "<x>" + nested + "</x>";
  const std::pair<std::string, std::string_view> cases[]{
      {"", "not well-formed"},
      {"{\"amount\":1}", "not well-formed"},
      {"<Document>", "not well-formed"},
      {deep, "not well-formed"},
      {with_part(notification(sound_entry), "</Ntry>", "</Ntri>"), "not well-formed"},
      {notification("<Ntry>" + std::string{"\0", 1} + "</Ntry>"), "not well-formed"},
      {laughs, "must not have a DTD"},
      {"<!DOCTYPE d SYSTEM \"file:///etc/passwd\">" + notification(sound_entry), "must not have a DTD"},
      {notification("<Ntry>" + nested + "</Ntry>"), "nested too deeply"},
      {"<html/>", "must be a Document"},
      {"<Document/>", "must be a camt.054"},
      {"<Document><BkToCstmrStmt/></Document>", "must be a camt.054"},
      {notification(std::string(1024 * 1024, ' ')), "at most 1048576 bytes"},
  };
  for (const auto& [body, reason] : cases) BOOST_TEST_CONTEXT(body.substr(0, 80)) {
      const auto refusal = refusal_of(decode_camt054(body, "MB"));
      BOOST_TEST(refusal.find(reason) != std::string::npos, refusal);
      BOOST_TEST(refusal.empty() == reason.empty(), refusal);
    }
}

BOOST_AUTO_TEST_CASE(an_entity_that_no_dtd_defines_stays_text) {
  BOOST_TEST(read_camt_entry(entry_with("PFSL7K2M9QX4", "&lol; &lt;")).entry.content == "&lol; <");
}

BOOST_AUTO_TEST_CASE(takes_1000_entries_and_refuses_more) {
  std::string entries;
  for (int i = 0; i < 1'000; ++i) entries += sound_entry;
  BOOST_TEST(entries_of(decode_camt054(notification(entries), "MB")).size() == 1'000u);
  const auto refusal = refusal_of(decode_camt054(notification(entries + std::string{sound_entry}), "MB"));
  BOOST_TEST(refusal == "The document must contain at most 1000 entries.");
  BOOST_TEST(entries_of(decode_camt054(notification(""), "MB")).empty());
}

BOOST_AUTO_TEST_CASE(damaged_documents_are_read_or_refused_but_never_misread) {
  std::mt19937 random{20260331}; // the same damage in every run
  const auto whole = sample_file("camt054-batch.xml");
  for (int round = 0; round < 5'000; ++round) {
    auto body = whole;
    for (auto hits = 1 + random() % 3; hits > 0; --hits) body[random() % body.size()] = static_cast<char>(random());
    const auto decoded = decode_camt054(body, "ACB");
    const auto* rows = std::get_if<std::vector<decoded_entry>>(&decoded);
    if (rows == nullptr) continue;
    for (const auto& row : *rows) {
      if (!row.ignored.empty()) continue;
      BOOST_TEST(
          (row.invalid.empty() ? row.entry.amount.dong > 0 && !row.entry.bank_reference.empty() : !row.raw.empty()));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
