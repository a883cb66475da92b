#include "sandbox/app_page.hpp"

#include "domain/banks/bank.hpp"
#include "domain/banks/vietqr.hpp"
#include "domain/values/money.hpp"
#include "sandbox/pages/page_parts.hpp"

#include <boost/json/parse.hpp>

namespace paylink::sandbox {
namespace {

constexpr std::string_view title = "Sandbox bank app";

std::string bank_name(const std::string& bin) {
  const auto* bank = find_bank_by_bin(bin);
  return html_escaped(bank ? std::string{bank->short_name} : "Bank " + bin);
}

std::string row(std::string_view name, const std::string& html) {
  return std::string{"<dt>"}.append(name).append("</dt><dd>").append(html).append("</dd>");
}

std::string input(std::string_view label, std::string_view name, std::string_view attributes, std::string_view value) {
  return std::string{"<label>"}.append(label).append(" <input name=\"").append(name).append("\" ").append(attributes) +
         " value=\"" + html_escaped(value) + "\"></label>";
}

std::string alert(std::string_view heading, std::string_view text) {
  return "<section class=\"refused\" role=\"alert\"><h2>" + std::string{heading} + "</h2><p>" + html_escaped(text) +
         "</p></section>";
}

constexpr std::string_view back = R"(<p><a href="app">Pay another code</a></p>)";

} // namespace

std::string render_app_start(std::string_view payload, std::string_view fault) {
  auto html = page_begin(title);
  if (!fault.empty()) html += alert(payload.empty() ? "This cannot be paid" : "This code cannot be paid", fault);
  html += R"(<form method="post" action="app"><label>Text of the QR code
<textarea name="payload" rows="6" required autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="00020101021238…">)";
  html += html_escaped(payload);
  html +=
      R"(</textarea></label><p>Scan the code with a phone camera to copy its text. In an order it is the field
<code>qr_payload</code>.</p><button>Continue</button></form>)";
  return html.append(page_end());
}

std::string render_app_confirmation(const app_payment& payment) {
  const auto& asks = payment.asks;
  auto html = page_begin(title) + R"(<form method="post" action="app"><h2>Payment</h2><dl>)" +
              row("Bank", bank_name(asks.bin)) + row("Account", html_escaped(asks.account));
  if (asks.amount) html += row("Amount", html_escaped(format_money(money{*asks.amount}, language::en)));
  html += row("Text", asks.purpose.empty() ? "&ndash;" : html_escaped(asks.purpose)) + "</dl>";
  html += input("Amount in VND", "amount", R"(inputmode="numeric" pattern="[0-9]*" autocomplete="off" required)",
                asks.amount ? std::to_string(*asks.amount) : std::string{});
  html += input("Transfer text", "text", R"(maxlength="140" autocomplete="off")", asks.purpose);
  html += "<input type=\"hidden\" name=\"payload\" value=\"" + html_escaped(payment.payload) + "\">";
  html += R"(<button name="pay" value="yes">Pay</button></form>)";
  return html.append(back).append(page_end());
}

std::string render_app_result(const order_outcome& outcome) {
  auto html = page_begin(title);
  if (const auto* refused = std::get_if<order_refusal>(&outcome)) {
    html += alert("Not paid", text_of(*refused));
    return html.append(back).append(page_end());
  }
  const auto& booked = std::get<journal_entry>(outcome);
  const auto entry = boost::json::parse(booked.content.entry).as_object();
  const auto amount = format_money(money{entry.at("amount").to_number<std::int64_t>()}, language::en);
  const auto text = [&](const char* name) { return html_escaped(entry.at(name).as_string()); };
  html += R"(<section class="good" role="status"><h2>Paid</h2><dl>)" + row("Amount", html_escaped(amount)) +
          row("Account", html_escaped(booked.account_number)) + row("Text", text("content")) +
          row("Bank reference", text("bank_reference")) + "</dl></section>";
  if (booked.answers.empty())
    html += "<p>The service has not received it yet" +
            (booked.last_failure.empty() ? "" : ": " + html_escaped(booked.last_failure)) + ".</p>";
  return html.append(back).append(page_end());
}

std::string text_of(const order_refusal& refused) {
  auto why = refused.message.empty() ? std::string{describe(refused.error).message} : refused.message;
  for (const auto& fault : refused.faults) why += " " + fault.message + ".";
  return why;
}

std::optional<std::string> code_of(const payment_order& order) {
  const auto* bank = find_bank(order.bank);
  if (!bank) return std::nullopt;
  const auto amount = order.amount ? std::optional{money{*order.amount}} : std::nullopt;
  auto code =
      vietqr_payload({.bin = bank->bin, .account = order.account_number, .amount = amount, .purpose = order.reference});
  return code ? std::optional{*std::move(code)} : std::nullopt;
}

std::pair<payment_order, field_faults> order_of(const app_payment& payment, const std::string& amount,
                                                const std::string& text) {
  payment_order order;
  field_faults faults;
  const auto* bank = find_bank_by_bin(payment.asks.bin);
  if (!bank || bank->code.empty())
    faults.push_back({"payload", "not_found", "no known bank has the BIN of this code"});
  else
    order.bank = bank->code;
  if (const auto asked = parse_money(amount))
    order.amount = asked->dong;
  else
    faults.push_back({"amount", "format", "the amount must be a whole number of VND, digits only"});
  order.account_number = payment.asks.account;
  order.reference = text;
  return {std::move(order), std::move(faults)};
}

} // namespace paylink::sandbox
