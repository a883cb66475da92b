#pragma once
#include "api/description/form.hpp"

/// Forms shared by records of several subjects.
namespace paylink::forms {

inline constexpr form text{.example = "text"};
inline constexpr form texts{.type = json_type::texts, .example = "[]"};
inline constexpr form truth{.type = json_type::truth, .example = "false"};
inline constexpr form number{.type = json_type::whole_number, .least = 0, .example = "1"};
inline constexpr form unix_time{
    .type = json_type::whole_number, .least = 0, .most = 253'402'300'799, .example = "1773541806"};

inline constexpr form link_id{
    .phrase = "an id, pl_…", .pattern = "^pl_[0-9a-hjkmnp-tv-z]{26}$", .example = "pl_01kkqc0a1bec394e5f6g7h8j9k"};
inline constexpr form workspace_id{
    .phrase = "an id, ws_…", .pattern = "^ws_[0-9a-hjkmnp-tv-z]{26}$", .example = "ws_01kkq9z8y7f6w9v4t3s2r1q0p9"};
inline constexpr form bank_account_id{
    .phrase = "an id, ba_…", .pattern = "^ba_[0-9a-hjkmnp-tv-z]{26}$", .example = "ba_01kkqa1s2dff4r5h6j7k8m9n0p"};
inline constexpr form virtual_account_id{
    .phrase = "an id, va_…", .pattern = "^va_[0-9a-hjkmnp-tv-z]{26}$", .example = "va_01kkqa2b3nem5v6j7h8g9f0d1s"};
inline constexpr form transaction_id{
    .phrase = "an id, txn_…", .pattern = "^txn_[0-9a-hjkmnp-tv-z]{26}$", .example = "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"};
inline constexpr form event_id{
    .phrase = "an id, evt_…", .pattern = "^evt_[0-9a-hjkmnp-tv-z]{26}$", .example = "evt_01kkqc6v6qem2s8k7p5r1t9w0x"};

inline constexpr form user_id{
    .phrase = "an id, usr_…", .pattern = "^usr_[0-9a-hjkmnp-tv-z]{26}$", .example = "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"};
inline constexpr form token_id{
    .phrase = "an id, tok_…", .pattern = "^tok_[0-9a-hjkmnp-tv-z]{26}$", .example = "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"};
inline constexpr form session_id{
    .phrase = "an id, ses_…", .pattern = "^ses_[0-9a-hjkmnp-tv-z]{26}$", .example = "ses_01kkqd5p2rf9g8h7j6k5m4n3p2"};

inline constexpr form passkey_id{
    .phrase = "an id, pky_…", .pattern = "^pky_[0-9a-hjkmnp-tv-z]{26}$", .example = "pky_01kkqd7s4th0j9k8m7n6p5q4r3"};

inline constexpr form public_id{
    .phrase = "22 of A-Z, a-z and 0-9", .pattern = "^[A-Za-z0-9]{22}$", .example = "q7Xw2LmN9pRt4KvB8sYc3Z"};
inline constexpr form reference{
    .phrase = "PFSL and 8 of A-Z and 0-9", .pattern = "^PFSL[0-9A-Z]{8}$", .example = "PFSL7K2M9QX4"};
inline constexpr form amount{.phrase = "an amount in digits", .pattern = "^[1-9][0-9]{0,18}$", .example = "150000"};
/// What may be nothing, or less.
inline constexpr form signed_amount{.phrase = "an amount in digits, with a minus if it is negative",
                                    .pattern = "^(-?[1-9][0-9]{0,18}|0)$",
                                    .example = "150000"};
/// Of a link or an order.
inline constexpr form asked_amount{.pattern = "^([2-9][0-9]{3}|[1-9][0-9]{4,18})$", .example = "150000"};
inline constexpr form currency{.pattern = "^VND$", .example = "VND"};

inline constexpr form attempt_number{.type = json_type::whole_number, .least = 1, .example = "1"};
inline constexpr form bank_reference{.least = 1, .most = 128, .example = "FT26074000123"};
inline constexpr form account_number{.least = 1, .most = 64, .example = "0123456789"};
inline constexpr form transfer_text{.example = "PFSL7K2M9QX4 NGUYEN VAN A chuyen tien"};

/// As we write it: in UTC, with milliseconds.
inline constexpr form time{.format = "date-time",
                           .pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
                           .example = "2026-03-15T02:30:05.123Z"};
inline constexpr form day{
    .phrase = "a day, such as 2026-03-15", .pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", .example = "2026-03-15"};
inline constexpr form month{
    .phrase = "a month, such as 2026-01", .pattern = "^[0-9]{4}-[0-9]{2}$", .example = "2026-03"};
/// As callers may write it.
inline constexpr form given_time{.phrase = "an RFC 3339 time, such as 2026-01-31T08:15:30Z",
                                 .format = "date-time",
                                 .example = "2026-03-15T02:30:05Z"};
inline constexpr form given_url{.format = "uri", .most = 2'048};

/// The forms of an answer that is a record for programs and a page for people.
inline std::vector<std::string_view> json_or_html_words() { return {"json", "html"}; }
inline constexpr form json_or_html{.phrase = "json or html", .words = json_or_html_words, .example = "json"};

constexpr form record(const record_description& of) { return {.type = json_type::record, .of = &of}; }
constexpr form records(const record_description& of) { return {.type = json_type::records, .of = &of}; }

} // namespace paylink::forms
