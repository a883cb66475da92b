// Notifications of ISO 20022, as banks send them.
#include "tests/http/feeds/camt_texts.hpp"

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(camt_feed)

BOOST_AUTO_TEST_CASE(reads_a_notification_of_one_credit) {
  const auto row = only_entry_of(decode_camt054(sample_file("camt054-single.xml"), "MB"));
  BOOST_TEST(row.invalid == "");
  BOOST_TEST(row.ignored == "");
  BOOST_TEST(row.raw == "");
  BOOST_TEST(row.entry.bank_reference == "FT26074123456789@2026-03-15+150000");
  BOOST_TEST(row.entry.account_number == "0123456789");
  BOOST_TEST(row.entry.virtual_account_number == "VQRQTESTA0001");
  BOOST_TEST(row.entry.amount.dong == 150'000);
  BOOST_TEST((row.entry.type == transfer_type::credit));
  BOOST_TEST((row.entry.status == entry_status::booked));
  BOOST_TEST(row.entry.content == "MBVCB.9593192710.165540.PFSL7K2M9QX4.CT tu 0071000123456 NGUYEN VAN A toi "
                                  "VQRQTESTA0001 CTY MINH HOA tai MB");
  BOOST_TEST(format_rfc3339(row.entry.occurred_at) == "2026-03-15T02:30:05.000Z");
}

BOOST_AUTO_TEST_CASE(reads_a_notification_of_several_entries) {
  const auto rows = entries_of(decode_camt054(sample_file("camt054-batch.xml"), "ACB"));
  struct row {
    std::string_view reference, ignored, time, content;
    std::int64_t amount;
    transfer_type type;
  };
  const row expected[]{
      {"3516-1@2026-03-31+3000000", "", "2026-03-30T17:00:00.000Z",
       "CONG TY TNHH MINH HOA THANH TOAN TIEN HANG THEO HOP DONG SO 2026 HDMB 0001 NGAY 01 THANG 03 NAM 2026 DOT 01 "
       "GOM "
       "CAC MUC DA GIAO NGAY 28 PFSL7K2M9QX4 GD 123456-310326 16:59:59",
       3'000'000, transfer_type::credit},
      {"3517@2026-03-31-11000", "", "2026-03-31T16:59:59.000Z", "PHI DICH VU SMS THANG 03/2026", 11'000,
       transfer_type::debit},
      {"", "Sts is PDNG; only BOOK counts", "1970-01-01T00:00:00.000Z", "PFSLAB12CD34", 0, transfer_type::credit},
      {"3518@2026-04-01-3000000", "", "2026-03-31T17:00:01.000Z", "HOAN TRA GD 3516 PFSL7K2M9QX4", 3'000'000,
       transfer_type::debit},
  };
  BOOST_TEST_REQUIRE(rows.size() == std::size(expected));
  for (std::size_t i = 0; i < rows.size(); ++i) BOOST_TEST_CONTEXT(i) {
      BOOST_TEST(rows[i].invalid == "");
      BOOST_TEST(rows[i].ignored == expected[i].ignored);
      BOOST_TEST(rows[i].entry.account_number == "12345678");
      BOOST_TEST(rows[i].entry.virtual_account_number == "");
      BOOST_TEST(rows[i].entry.bank_reference == expected[i].reference);
      BOOST_TEST(rows[i].entry.content == expected[i].content);
      BOOST_TEST(format_rfc3339(rows[i].entry.occurred_at) == expected[i].time);
      BOOST_TEST(rows[i].entry.amount.dong == expected[i].amount);
      BOOST_TEST((rows[i].entry.type == expected[i].type));
    }
}

BOOST_AUTO_TEST_CASE(only_what_is_booked_counts_in_both_ways_of_saying_so) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"<Sts>BOOK</Sts>", ""},
      {"<Sts> BOOK </Sts>", ""},
      {"<Sts>\n <Cd>BOOK</Cd>\n</Sts>", ""},
      {"<Sts>PDNG</Sts>", "Sts is PDNG; only BOOK counts"},
      {"<Sts><Cd>INFO</Cd></Sts>", "Sts is INFO; only BOOK counts"},
      {"<Sts><Cd>FUTR</Cd></Sts>", "Sts is FUTR; only BOOK counts"},
      {"<Sts><Prtry>XX</Prtry></Sts>", "Sts is XX; only BOOK counts"},
  };
  for (const auto& [status, ignored] : cases) BOOST_TEST_CONTEXT(status) {
      const auto row = read_camt_entry(entry_with("<Sts><Cd>BOOK</Cd></Sts>", status));
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(row.ignored == ignored);
      BOOST_TEST(row.entry.bank_reference == (ignored.empty() ? "FT1@2026-03-15+150000" : "FT1"));
    }
}

BOOST_AUTO_TEST_CASE(a_time_is_vietnams_unless_it_says_otherwise) {
  constexpr std::string_view booked = "<BookgDt><DtTm>2026-03-15T09:30:05</DtTm></BookgDt>";
  const std::pair<std::string_view, std::string_view> cases[]{
      {"<BookgDt><DtTm>2026-03-15T09:30:05</DtTm></BookgDt>", "2026-03-15T02:30:05.000Z"},
      {"<BookgDt><DtTm>2026-03-15T09:30:05.25</DtTm></BookgDt>", "2026-03-15T02:30:05.250Z"},
      {"<BookgDt><DtTm>2026-03-15T09:30:05Z</DtTm></BookgDt>", "2026-03-15T09:30:05.000Z"},
      {"<BookgDt><DtTm>2026-03-15T09:30:05-05:00</DtTm></BookgDt>", "2026-03-15T14:30:05.000Z"},
      {"<BookgDt><Dt>2026-03-15</Dt></BookgDt>", "2026-03-14T17:00:00.000Z"},
      {"<BookgDt><Dt>2026-03-15Z</Dt></BookgDt>", "2026-03-15T00:00:00.000Z"},
      {"<BookgDt/><ValDt><Dt>2026-03-16</Dt></ValDt>", "2026-03-15T17:00:00.000Z"},
      {"<ValDt><DtTm>2026-03-16T01:00:00</DtTm></ValDt>", "2026-03-15T18:00:00.000Z"},
  };
  for (const auto& [said, time] : cases) BOOST_TEST_CONTEXT(said) {
      const auto row = read_camt_entry(entry_with(booked, said));
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(format_rfc3339(row.entry.occurred_at) == time);
    }
}

BOOST_AUTO_TEST_CASE(any_version_prefix_and_encoding_is_read) {
  const auto sample = sample_file("camt054-single.xml");
  const auto older = with_part(with_part(sample, "camt.054.001.08", "camt.054.001.02"), "<Cd>BOOK</Cd>", "BOOK");
  BOOST_TEST(only_entry_of(decode_camt054(older, "MB")).invalid == "");
  const auto prefixed = "<n:Document xmlns:n='x'><n:BkToCstmrDbtCdtNtfctn><n:Ntfctn>" + std::string{account} +
                        "<n:Ntry><n:Amt Ccy='VND'>7</n:Amt></n:Ntry></n:Ntfctn></n:BkToCstmrDbtCdtNtfctn></n:Document>";
  const auto row = only_entry_of(decode_camt054(prefixed, "MB"));
  BOOST_TEST(row.invalid == "Sts is missing");
  BOOST_TEST(row.entry.amount.dong == 7);
  BOOST_TEST(only_entry_of(decode_camt054(row.raw, "MB")).invalid == "Sts is missing");
  const auto marked = "\xEF\xBB\xBF" + sample;
  BOOST_TEST(only_entry_of(decode_camt054(marked, "MB")).entry.amount.dong == 150'000);
  std::string wide{"\xFF\xFE", 2};
  for (const char byte : notification(sound_entry)) wide += {byte, '\0'};
  BOOST_TEST(only_entry_of(decode_camt054(wide, "MB")).entry.content == "PFSL7K2M9QX4");
}

BOOST_AUTO_TEST_CASE(text_is_joined_where_the_bank_has_cut_it_and_repaired) {
  constexpr std::string_view line = "<RmtInf><Ustrd>PFSL7K2M9QX4</Ustrd></RmtInf>";
  const std::string full(136, 'x');
  const std::pair<std::string, std::string> cases[]{
      {"<RmtInf><Ustrd>" + full + "PFSL</Ustrd><Ustrd>7K2M9QX4 A</Ustrd></RmtInf>", full + "PFSL7K2M9QX4 A"},
      {"<RmtInf><Ustrd>" + full + "PFS </Ustrd><Ustrd>L7</Ustrd></RmtInf>", full + "PFS L7"},
      {"<RmtInf><Ustrd> A </Ustrd><Ustrd/><Ustrd>B</Ustrd></RmtInf>", "A B"},
      {"<RmtInf><Ustrd>PF<!-- cut -->SL<![CDATA[<7>]]>&amp;&#7897;</Ustrd></RmtInf>", "PFSL<7>&ộ"},
      {"<RmtInf><Ustrd>a\xFF&#xD800;b</Ustrd></RmtInf>", "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                                         "b"},
      {"<RmtInf><Ustrd>A</Ustrd><Strd><CdtrRefInf><Ref>PFSL7K2M9QX4</Ref></CdtrRefInf></Strd></RmtInf>",
       "A PFSL7K2M9QX4"},
      {"<RmtInf><Ustrd>A RF18</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>", "A RF18"},
      {"<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>", "RF18"},
      {"<AddtlTxInf>FEE</AddtlTxInf>", "FEE"},
      {"<RmtInf/>", ""},
      {"<RmtInf><Ustrd>" + std::string(500'000, 'z') + "</Ustrd></RmtInf>", std::string(500'000, 'z')},
  };
  for (const auto& [said, text] : cases) BOOST_TEST_CONTEXT(said.substr(0, 200)) {
      const auto row = read_camt_entry(entry_with(line, said));
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(row.entry.content == text);
    }
}

BOOST_AUTO_TEST_CASE(the_creditors_account_is_a_virtual_one_only_of_a_credit) {
  constexpr std::string_view line = "<RmtInf>";
  const auto creditor = [](std::string_view number) {
    return "<RltdPties><CdtrAcct><Id><Othr><Id>" + std::string{number} +
           "</Id></Othr></Id></CdtrAcct></RltdPties><RmtInf>";
  };
  BOOST_TEST(read_camt_entry(entry_with(line, creditor("vqrq0001a"))).entry.virtual_account_number == "VQRQ0001A");
  BOOST_TEST(read_camt_entry(entry_with(line, creditor("0123456789"))).entry.virtual_account_number == "");
  const auto debit = with_part(entry_with(line, creditor("999")), "CRDT", "DBIT");
  BOOST_TEST(read_camt_entry(debit).entry.virtual_account_number == "");
  BOOST_TEST((read_camt_entry(debit).entry.type == transfer_type::debit));
  const auto reversed = with_part(entry_with(line, creditor("999")), "<Sts>", "<RvslInd>true</RvslInd><Sts>");
  BOOST_TEST(read_camt_entry(reversed).entry.virtual_account_number == "");
  BOOST_TEST((read_camt_entry(reversed).entry.type == transfer_type::credit));
  BOOST_TEST((read_camt_entry(reversed).entry.is_reversal && !read_camt_entry(debit).entry.is_reversal));
}

BOOST_AUTO_TEST_CASE(a_booking_of_several_transactions_is_an_entry_for_each) {
  const auto rows = entries_of(decode_camt054(
      notification(booking_of(transaction_of("100000", "ONE", "T1") + transaction_of("50000", "TWO") +
                              transaction_of("50000", "THREE", "B7") + transaction_of("60000", "FOUR", "T1") +
                              "<TxDtls><AmtDtls><TxAmt><Amt Ccy=\"VND\">40000</Amt></TxAmt></AmtDtls><CdtDbtInd>DBIT"
                              "</CdtDbtInd></TxDtls>")),
      "MB"));
  struct row {
    std::string_view reference, content;
    std::int64_t amount;
  };
  const row expected[]{{"T1@2026-03-15+100000", "ONE", 100'000},
                       {"B7@2026-03-15+50000#2", "TWO", 50'000},
                       {"B7@2026-03-15+50000", "THREE", 50'000},
                       {"T1@2026-03-15+60000", "FOUR", 60'000},
                       {"B7@2026-03-15-40000", "", 40'000}};
  BOOST_TEST_REQUIRE(rows.size() == std::size(expected));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    BOOST_TEST(rows[i].invalid == "");
    BOOST_TEST(rows[i].entry.bank_reference == expected[i].reference);
    BOOST_TEST(rows[i].entry.content == expected[i].content);
    BOOST_TEST(rows[i].entry.amount.dong == expected[i].amount);
    BOOST_TEST((rows[i].entry.type == (i == 4 ? transfer_type::debit : transfer_type::credit)));
  }
}

BOOST_AUTO_TEST_CASE(a_bad_transaction_of_a_booking_is_kept_alone_and_in_its_place) {
  const auto rows = entries_of(decode_camt054(
      notification(booking_of(transaction_of("100000", "ONE") + transaction_of("5.5", "TWO") + "<TxDtls/>")), "MB"));
  BOOST_TEST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].invalid == "");
  BOOST_TEST(rows[1].invalid == "Amt has a fraction; VND has none");
  BOOST_TEST(rows[1].entry.bank_reference == "B7@2026-03-15+0");
  BOOST_TEST(rows[2].invalid == "Amt is missing");
  BOOST_TEST(rows[1].raw.find("ONE") == std::string::npos);
  // Also after those of the same reference.
  const auto of_one =
      transaction_of("1", "ONE", "T1") + transaction_of("x", "TWO", "T1") + transaction_of("3", "THREE");
  for (const auto& kept : {rows[1], entries_of(decode_camt054(notification(booking_of(of_one)), "MB")).at(1)}) {
    const auto again = only_entry_of(decode_camt054(kept.raw, "MB"));
    BOOST_TEST(again.invalid == kept.invalid);
    BOOST_TEST(again.entry.bank_reference == kept.entry.bank_reference);
    BOOST_TEST(again.entry.content == "TWO");
    BOOST_TEST(again.raw == kept.raw);
  }
  // What is wrong with the booking is wrong with each.
  const auto whole = entries_of(decode_camt054(
      notification(with_part(booking_of(transaction_of("1", "A") + transaction_of("2", "B")), "VND", "USD")), "MB"));
  BOOST_TEST_REQUIRE(whole.size() == 2u);
  for (const auto& one : whole) {
    BOOST_TEST(one.invalid == "Amt is in USD, not in VND");
    BOOST_TEST(only_entry_of(decode_camt054(with_part(one.raw, "USD", "VND"), "MB")).entry.bank_reference ==
               one.entry.bank_reference);
  }
}

BOOST_AUTO_TEST_CASE(a_notification_whose_entries_repeat_too_much_is_refused_as_a_whole) {
  const auto decode = [](int count, std::string_view entry, std::string_view of) {
    std::string entries;
    for (int i = 0; i < count; ++i) entries += entry;
    return decode_camt054(notification(entries, of), "MB");
  };
  const std::string much(100'000, 'x');
  const auto with_owner = with_part(account, "</Acct>", "<Nm>" + much + "</Nm></Acct>");
  const auto unusable = with_part(sound_entry, "VND", "USD");
  BOOST_TEST(entries_of(decode(80, unusable, with_owner)).size() == 80u);
  BOOST_TEST(entries_of(decode(90, sound_entry, with_owner)).size() == 90u);
  std::string transactions;
  for (int i = 0; i < 90; ++i) transactions += "<TxDtls><Amt Ccy=\"VND\">1</Amt></TxDtls>";
  const auto booking =
      with_part(booking_of(transactions), "</Ntry>", "<AddtlNtryInf>" + much + "</AddtlNtryInf></Ntry>");
  for (const auto& refused : {decode(90, unusable, with_owner), decode(1, booking, account)}) {
    BOOST_TEST_REQUIRE(std::holds_alternative<json_refusal>(refused));
    BOOST_TEST(std::get<json_refusal>(refused).message == "The document's entries repeat too much of it.");
  }
}

BOOST_AUTO_TEST_CASE(a_booking_of_many_costs_no_more_than_its_transactions) {
  std::string transactions;
  for (int i = 0; i < 900; ++i) transactions += transaction_of("1", "A", "T" + std::to_string(i));
  const auto rows = entries_of(
      decode_camt054(notification(with_part(booking_of(transactions), "VND", "USD") + std::string{sound_entry}), "MB"));
  BOOST_TEST_REQUIRE(rows.size() == 901u);
  std::size_t bytes = 0;
  for (const auto& one : rows) bytes += one.raw.size() + one.invalid.size();
  BOOST_TEST(bytes < 1'000'000u);
  BOOST_TEST(rows.back().invalid == "");
  const auto currency = with_part(booking_of(transactions), "VND", std::string(100'000, 'U'));
  const auto long_words = decode_camt054(notification(currency), "MB");
  if (const auto* const all = std::get_if<std::vector<decoded_entry>>(&long_words))
    for (const auto& one : *all) BOOST_TEST(one.invalid.size() < 500u);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_too_long_for_an_account_is_not_repeated_whole) {
  const auto of_long_one = with_part(account, "0123456789", std::string(100'000, '1'));
  const auto row = only_entry_of(decode_camt054(notification(sound_entry, of_long_one), "MB"));
  BOOST_TEST(row.invalid == "Acct must have 1 to 64 characters");
  BOOST_TEST(row.entry.account_number == std::string(516, '1'));
}

BOOST_AUTO_TEST_CASE(a_booking_without_a_reference_is_told_apart_by_what_it_says) {
  const auto without = entry_with("<AcctSvcrRef>FT1</AcctSvcrRef>", "");
  const auto first = read_camt_entry(without);
  BOOST_TEST(first.invalid == "");
  BOOST_TEST(first.entry.bank_reference.starts_with("+150000~"));
  BOOST_TEST(first.entry.bank_reference.ends_with("@2026-03-15"));
  BOOST_TEST(read_camt_entry(without).entry.bank_reference == first.entry.bank_reference);
  for (const auto& [what, by] : {std::pair{"150000", "150001"}, {"CRDT", "DBIT"}, {"PFSL7", "PFSL8"}, {"05<", "06<"}})
    BOOST_TEST(read_camt_entry(with_part(without, what, by)).entry.bank_reference != first.entry.bank_reference);
  const auto twice = entries_of(decode_camt054(notification(without + without), "MB"));
  BOOST_TEST_REQUIRE(twice.size() == 2u);
  BOOST_TEST(twice[0].entry.bank_reference == first.entry.bank_reference);
  BOOST_TEST(twice[1].entry.bank_reference != first.entry.bank_reference);
}

BOOST_AUTO_TEST_CASE(on_the_switchs_feed_the_account_must_name_its_bank) {
  BOOST_TEST(read_camt_entry(sound_entry, "NAPAS").invalid ==
             "ClrSysMmbId must be the BIN of the account's bank on the switch's feed");
  const auto named =
      with_part(account, "</Acct>",
                "<Svcr><FinInstnId><ClrSysMmbId><MmbId>970422</MmbId></ClrSysMmbId></FinInstnId></Svcr></Acct>");
  const auto row = only_entry_of(decode_camt054(notification(sound_entry, named), "NAPAS"));
  BOOST_TEST(row.invalid == "");
  BOOST_TEST(row.entry.bin == "970422");
}

// Whatever a bank writes into the element that we show, the reference may stand in another one.
BOOST_AUTO_TEST_CASE(every_text_of_an_entry_may_name_a_link) {
  constexpr std::string_view line = "<RmtInf><Ustrd>PFSL7K2M9QX4</Ustrd></RmtInf>";
  struct row {
    std::string_view texts, content;
    std::string_view reference = "PFSL7K2M9QX4";
  };
  const row cases[]{
      {"<RmtInf><Strd><AddtlRmtInf>PFSL7K2M9QX4 GHI CHU</AddtlRmtInf></Strd></RmtInf>", "PFSL7K2M9QX4 GHI CHU"},
      {"<RmtInf><Ustrd>A</Ustrd><Strd><AddtlRmtInf>PFSL7K2M9QX4</AddtlRmtInf></Strd></RmtInf>", "A"},
      {"<RmtInf><Ustrd>NOTPROVIDED</Ustrd></RmtInf><AddtlTxInf>PFSL7K2M9QX4</AddtlTxInf>", "NOTPROVIDED"},
      {"<Refs><EndToEndId>PFSL7K2M9QX4</EndToEndId></Refs><RmtInf><Ustrd>A</Ustrd></RmtInf>", "A"},
      {"<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>A</Ustrd></RmtInf>", "A", "A"},
      // What proves an account, wherever a payer may write it.
      {"<RmtInf><Ustrd>A</Ustrd></RmtInf><Purp><Prtry>PFVA7K2M9QX4</Prtry></Purp>", "A", "PFVA7K2M9QX4"},
      {"<RltdPties><Dbtr><Nm>PFVA7K2M9QX4</Nm></Dbtr></RltdPties><RmtInf><Ustrd>A</Ustrd></RmtInf>", "A",
       "PFVA7K2M9QX4"},
      {"<Refs><EndToEndId>PFVA7K2M</EndToEndId></Refs><RmtInf><Ustrd>9QX4</Ustrd></RmtInf>", "9QX4", "PFVA7K2M\n9QX4"},
  };
  for (const auto& [texts, content, reference] : cases) BOOST_TEST_CONTEXT(texts) {
      const auto row = read_camt_entry(entry_with(line, texts));
      BOOST_TEST(row.entry.content == content);
      BOOST_TEST(row.entry.searched_text().find(reference) != std::string::npos);
    }
  const auto booked = with_part(sound_entry, line, "<RmtInf><Ustrd>A</Ustrd></RmtInf>");
  const auto with_text = with_part(booked, "</Ntry>", "<AddtlNtryInf>PFSL7K2M9QX4</AddtlNtryInf></Ntry>");
  BOOST_TEST(read_camt_entry(with_text).entry.searched == "A\nPFSL7K2M9QX4");
  BOOST_TEST(read_camt_entry(booked).entry.searched == "");
  // What is said of a booking of several names none of them.
  const auto several = with_part(booking_of(transaction_of("1", "A") + transaction_of("2", "B")), "</Ntry>",
                                 "<AddtlNtryInf>PFSL7K2M9QX4</AddtlNtryInf></Ntry>");
  for (const auto& one : entries_of(decode_camt054(notification(several), "MB"))) BOOST_TEST(one.entry.searched == "");
}

// The feed gets a file's bytes; a statement is the text of a JSON string.
BOOST_AUTO_TEST_CASE(a_declared_encoding_is_true_of_bytes_alone) {
  const auto document = [](std::string_view text) {
    return "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + notification(entry_with("PFSL7K2M9QX4", text));
  };
  BOOST_TEST(only_entry_of(decode_camt054(document("CAF\xC9"), "MB")).entry.content == "CAFÉ");
  for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
    auto read = read_camt_file(mark + document("THANH TOÁN"), "MB", {});
    BOOST_TEST_REQUIRE(std::holds_alternative<camt_document>(read));
    BOOST_TEST(std::get<camt_document>(read).entries.at(0).entry.content == "THANH TOÁN");
  }
}

// A payer who knows the form: markup in a text is text, since the bank escapes it or writes it as CDATA.
BOOST_AUTO_TEST_CASE(markup_in_a_text_is_no_entry) {
  const std::string_view forged = "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry><Ntry><Amt Ccy=\"VND\">700000</Amt>";
  std::string escaped;
  for (const char c : forged) c == '<' ? escaped += "&lt;" : escaped += c;
  for (const auto& text : {escaped, "<![CDATA[" + std::string{forged} + "]]>"}) {
    const auto row = read_camt_entry(entry_with("PFSL7K2M9QX4", text));
    BOOST_TEST((row.invalid.empty() && row.entry.amount.dong == 150'000));
    BOOST_TEST(row.entry.content == forged);
  }
}

BOOST_AUTO_TEST_SUITE_END()
