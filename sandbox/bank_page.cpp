#include "sandbox/bank_page.hpp"

#include "domain/values/money.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string show(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (!value || value->is_null()) return {};
  return escaped(value->is_string() ? std::string{value->get_string()} : json::serialize(*value));
}

/// Digits, as people read them.
std::string show_amount(const json::object& entry) {
  return format_money(money{entry.at("amount").to_number<std::int64_t>()}, language::en);
}

/// To the second, which fits on a phone.
std::string show_time(const json::object& entry) {
  const auto text = show(entry, "occurred_at");
  const auto fraction = text.find('.');
  return fraction == text.npos ? text : text.substr(0, fraction) + "Z";
}

/// An entry's state in words, and its look: success, failure or neither.
struct standing {
  std::string words;
  const char* look;
};

standing standing_of(const json::object& row) {
  const bool is_rejected = show(row.at("entry").as_object(), "status") == "rejected";
  const std::string before = is_rejected ? "rejected, " : "";
  const auto& answers = row.at("answers").as_array();
  if (answers.empty()) {
    const auto failure = show(row, "last_failure");
    if (failure.empty()) return {before + show(row, "state"), "plain"};
    return {before + "not yet: " + failure, "bad"};
  }
  const auto result = show(answers.back().as_object(), "result");
  const bool is_kept_aside = result == "unknown_account" || result == "invalid";
  const bool is_done = (result == "recorded" || result == "acknowledged") && !is_rejected;
  return {before + result, is_kept_aside ? "bad" : is_done ? "good" : "plain"};
}

/// What the page calls the members of an order.
std::string_view label_of(std::string_view member) {
  struct label {
    std::string_view member, text;
  };
  constexpr std::array labels{label{"link", "Payment page"},
                              label{"account_number", "Account number"},
                              label{"bank", "Bank code"},
                              label{"amount", "Amount in VND"},
                              label{"repeat", "Notify this many times more"},
                              label{"delay_ms", "Notify later"}};
  const auto known = std::ranges::find(labels, member, &label::member);
  return known == labels.end() ? member : known->text;
}

std::string render_refusal(const order_refusal& refused) {
  std::string html = "<section class=\"refused\" role=\"alert\"><h2>Not paid</h2>";
  if (refused.faults.empty() || !refused.message.empty())
    html += "<p>" + escaped(refused.message.empty() ? describe(refused.error).message : refused.message) + "</p>";
  for (const auto& fault : refused.faults)
    html += "<p>" + escaped(label_of(fault.field)) + ": " + escaped(fault.message) + "</p>";
  return html + "</section>";
}

std::string render_outcome(const order_outcome& outcome) {
  if (const auto* refused = std::get_if<order_refusal>(&outcome)) return render_refusal(*refused);
  auto row = json::parse(to_json(std::get<journal_entry>(outcome))).as_object();
  const auto& entry = row.at("entry").as_object();
  const bool is_rejected = show(entry, "status") == "rejected";
  const auto now = standing_of(row);
  return "<section class=\"" + std::string{now.look} + "\" role=\"status\"><h2>" +
         (is_rejected ? "Rejected by the switch: " : "Transferred ") + show_amount(entry) + "</h2><p>To " +
         show(entry, "account_number") + ": &ldquo;" + show(entry, "content") + "&rdquo;</p><p>The service says: <b>" +
         now.words + "</b></p></section>";
}

std::string render_entries(std::string_view entries_json) {
  std::string html;
  auto entries = json::parse(json::string_view{entries_json.data(), entries_json.size()});
  for (const auto& value : entries.as_array()) {
    const auto& row = value.as_object();
    const auto& entry = row.at("entry").as_object();
    const auto now = standing_of(row);
    const auto amount = (show(entry, "transfer_type") == "debit" ? "&minus;" : "+") + show_amount(entry);
    const bool is_rejected = show(entry, "status") == "rejected";
    html += "<li><b>" + (is_rejected ? "<s>" + amount + "</s>" : amount) + "</b><span>" + show(entry, "content") +
            "</span><small>" + show(row, "feed") + " &middot; " + show(entry, "account_number") + " &middot; <time>" +
            show_time(entry) + "</time></small><em class=\"" + now.look + "\">" + now.words + "</em></li>";
  }
  return html.empty() ? "<p>Nothing yet.</p>" : "<ul class=\"journal\">" + html + "</ul>";
}

constexpr std::string_view head =
    R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="style.css"></head><body>
<header><h1>Sandbox bank</h1><p>No real money moves here.</p></header><main>)";

constexpr std::string_view form_before_example = R"(<form method="post" action="pay">
<label>Payment page <input name="link" placeholder=")";

constexpr std::string_view form_after_example = R"(/l/…" autocomplete="off" autofocus></label>
<label>Amount in VND <input name="amount" inputmode="numeric" pattern="[0-9]*" placeholder="what the page asks for"></label>
<details><summary>Without a page</summary>
<label>Account number <input name="account_number" autocomplete="off"></label>
<label>Bank code <input name="bank" placeholder="MB"></label>
<label>Reference <input name="reference" placeholder="PFSL…" autocomplete="off"></label>
<label>Transfer text <input name="content" placeholder="as banks write it"></label></details>
<details><summary>Misbehave</summary>
<label>Notify this many times more <input name="repeat" type="number" min="0" max="100" placeholder="0"></label>
<label>Notify later, in milliseconds <input name="delay_ms" type="number" min="0" max="86400000" placeholder="0"></label>
<label>Order <select name="shuffle"><option value="false">As it comes</option><option value="true">After the next ones</option></select></label>
<label>Status <select name="status"><option value="booked">Booked</option><option value="rejected">Rejected by the switch</option></select></label>
<label>Direction <select name="transfer_type"><option value="credit">Money in</option><option value="debit">Money out</option></select></label>
</details><button>Transfer</button></form>)";

constexpr std::string_view style =
    R"(:root{color-scheme:light dark;--ink:#16302b;--paper:#f4f7f5;--card:#fff;--accent:#0b6e4f;--bad:#a4262c;--line:#cfdcd6}
@media(prefers-color-scheme:dark){:root{--ink:#e6f0ec;--paper:#0f1a17;--card:#182723;--accent:#3fbf8f;--bad:#ff8d8d;--line:#2f4640}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{padding:1.5rem 1rem .5rem;max-width:34rem;margin:auto}h1{margin:0;font-size:1.5rem}header p{margin:0}
main{max-width:34rem;margin:auto;padding:0 1rem 3rem;display:grid;gap:1rem}
form,section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;display:grid;gap:.75rem}
section{gap:.25rem}h2{margin:0;font-size:1.1rem}p{margin:.25rem 0;overflow-wrap:anywhere}
label{display:grid;gap:.25rem;font-weight:600}details label{margin-top:.75rem}summary{cursor:pointer;padding:.25rem 0}
input,select,button{font:inherit;color:inherit;padding:.65rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:700;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
section.good{border-left:.4rem solid var(--accent)}section.plain{border-left:.4rem solid var(--line)}section.bad,.refused{border-left:.4rem solid var(--bad)}
.journal{list-style:none;margin:0;padding:0}.journal li{display:grid;grid-template-columns:1fr auto;gap:0 .75rem;padding:.6rem 0;border-top:1px solid var(--line)}
.journal span,.journal small{grid-column:1/-1;overflow-wrap:anywhere}.journal time{white-space:nowrap}
.journal b{grid-row:1}.journal em{grid-row:1;font-style:normal;text-align:right}.journal .good{color:var(--accent)}.journal .bad{color:var(--bad)}
)";

} // namespace

std::string render_bank_page(const order_outcome* last, std::string_view entries_json, std::string_view base_url) {
  std::string html{head};
  if (last) html += render_outcome(*last);
  html.append(form_before_example).append(escaped(base_url)).append(form_after_example);
  html.append("<section><h2>Journal</h2>").append(render_entries(entries_json));
  return html + "</section></main></body></html>";
}

std::string_view bank_page_style() { return style; }

} // namespace paylink::sandbox
