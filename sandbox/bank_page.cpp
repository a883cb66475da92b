#include "sandbox/bank_page.hpp"

#include "domain/banks/bank.hpp"
#include "domain/values/money.hpp"
#include "sandbox/pages/page_parts.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

std::string show(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (!value || value->is_null()) return {};
  return html_escaped(value->is_string() ? std::string{value->get_string()} : json::serialize(*value));
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
    return {before + "not delivered yet: " + failure, "bad"};
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
  constexpr std::array labels{
      label{"link", "Payment page"},    label{"account_number", "Account number"}, label{"bank", "Bank code"},
      label{"amount", "Amount in VND"}, label{"repeat", "Extra notifications"},    label{"delay_ms", "Delay"},
      label{"format", "Format"}};
  const auto known = std::ranges::find(labels, member, &label::member);
  return known == labels.end() ? member : known->text;
}

std::string render_refusal(const order_refusal& refused) {
  std::string html = "<section class=\"refused\" role=\"alert\"><h2>Not paid</h2>";
  if (refused.faults.empty() || !refused.message.empty())
    html += "<p>" + html_escaped(refused.message.empty() ? describe(refused.error).message : refused.message) + "</p>";
  for (const auto& fault : refused.faults)
    html += "<p>" + html_escaped(label_of(fault.field)) + ": " + html_escaped(fault.message) + "</p>";
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
         show(entry, "account_number") + ": &ldquo;" + show(entry, "content") + "&rdquo;</p><p>Service response: <b>" +
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

/// Accounts that are being connected, each with the code that its holder would get on the phone.
std::string render_waiting(const std::vector<connection>& waiting) {
  if (waiting.empty()) return {};
  std::string rows;
  for (const auto& one : waiting) {
    const auto* bank = find_bank_by_bin(one.bin);
    rows += "<li><b>" + html_escaped(one.otp) + "</b><span>" + html_escaped(bank ? bank->short_name : one.bin) + " " +
            html_escaped(one.account_number) + " &middot; " + html_escaped(one.holder_name) +
            "</span><small>valid until <time>" + format_rfc3339(one.otp_ends).substr(0, 19) + "Z</time></small></li>";
  }
  return "<section><h2>Pending codes</h2><ul class=\"journal codes\">" + rows + "</ul></section>";
}

constexpr std::string_view what_it_refuses = R"(<details class="note"><summary>What this bank rejects</summary>
<p>It connects every account number of 6 to 19 digits and accepts the code shown here, with these exceptions:</p>
<ul><li>a number ending in 0000 is unknown;</li><li>a number ending in 9999 requires an identity number;</li>
<li>a phone number ending in 0000 does not belong to the account.</li></ul></details>)";

constexpr std::string_view form_before_example = R"(<form method="post" action="pay">
<label>Payment page <input name="link" placeholder=")";

constexpr std::string_view form_after_example = R"(/l/…" autocomplete="off" autofocus></label>
<label>Amount in VND <input name="amount" inputmode="numeric" pattern="[0-9]*" placeholder="the requested amount"></label>
<details><summary>Without a payment page</summary>
<label>Account number <input name="account_number" autocomplete="off"></label>
<label>Bank code <input name="bank" placeholder="MB"></label>
<label>Reference <input name="reference" placeholder="PFSL…" autocomplete="off"></label>
<label>Transfer text <input name="content" placeholder="as banks write it"></label></details>
<details><summary>Faults</summary>
<label>Extra notifications <input name="repeat" type="number" min="0" max="100" placeholder="0"></label>
<label>Delay in milliseconds <input name="delay_ms" type="number" min="0" max="86400000" placeholder="0"></label>
<label>Notification <select name="lose"><option value="false">Sent</option><option value="true">Lost: booked but never sent</option></select></label>
<label>Reported amount <select name="change"><option value="false">Unchanged</option><option value="true">Changed: reported again with another amount</option></select></label>
<label>Format <select name="format"><option value="">Default</option><option value="native">Native</option><option value="camt054">camt.054</option><option value="sepay">SePay</option><option value="casso">Casso</option></select></label>
<label>Order <select name="shuffle"><option value="false">In order</option><option value="true">After the next ones</option></select></label>
<label>Status <select name="status"><option value="booked">Booked</option><option value="rejected">Rejected by the switch</option></select></label>
<label>Direction <select name="transfer_type"><option value="credit">Money in</option><option value="debit">Money out</option></select></label>
</details><button>Transfer</button></form>)";

} // namespace

std::string render_bank_page(const bank_view& view) {
  auto html = page_begin("Sandbox bank");
  if (view.last) html += render_outcome(*view.last);
  html += render_waiting(view.waiting);
  html.append(form_before_example).append(html_escaped(view.base_url)).append(form_after_example);
  html.append("<section><h2>Journal</h2>").append(render_entries(view.entries_json)).append("</section>");
  html.append(what_it_refuses);
  return html.append(page_end());
}

} // namespace paylink::sandbox
