#include "http/pages/statement_page.hpp"

#include "domain/values/local_time.hpp"
#include "http/pages/printed_values.hpp"

namespace paylink {

namespace {

namespace mustache = kainjow::mustache;

constexpr printed_text statement_texts[]{
    {"t_title", "Bảng kê tháng", "Statement for"},
    {"t_sandbox", "Môi trường thử nghiệm: không phải bảng kê thật", "Sandbox: not a real statement"},
    {"t_language", "Ngôn ngữ", "Language"},
    {"t_open", "Tạm tính", "Open"},
    {"t_closed", "Đã chốt", "Closed"},
    {"t_account", "Tài khoản", "Account"},
    {"t_number", "Mã bảng kê", "Statement number"},
    {"t_period", "Kỳ tính phí", "Period"},
    {"t_closed_at", "Chốt lúc", "Closed at"},
    {"t_as_of", "Số liệu đến", "As of"},
    {"t_item", "Khoản mục", "Item"},
    {"t_count", "Số lượng", "Quantity"},
    {"t_each", "Đơn giá", "Unit price"},
    {"t_amount", "Thành tiền", "Amount"},
    {"t_plan", "Gói", "Plan"},
    {"t_plan_note", "giao dịch mỗi tháng", "transactions included per month"},
    {"t_overage", "Giao dịch vượt mức", "Transactions above the quota"},
    {"t_overage_note", "Tổng số giao dịch đã ghi nhận:", "Transactions recorded:"},
    {"t_total", "Tổng cộng", "Total"},
    {"t_forecast", "Dự kiến đến cuối tháng:", "Forecast for the end of the month:"},
    {"t_transactions", "giao dịch", "transactions"},
    {"t_footnote",
     "Tháng tính theo giờ Việt Nam (GMT+7). Mọi giao dịch vào và ra của các không gian làm việc thuộc tài khoản được "
     "tính một lần, theo tháng ghi nhận. Gói cao nhất trong tháng áp dụng cho cả tháng. Số tiền tính bằng đồng, chưa "
     "gồm thuế.",
     "Months follow Vietnam time (GMT+7). Every credit and debit of the account's Workspaces counts once, in the month "
     "it was recorded. The highest plan of a month applies to the whole month. Amounts are in VND, before tax."},
};

std::string with_separators(std::int64_t number, language lang) {
  auto digits = std::to_string(number);
  for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), lang == language::vi ? "." : ",");
  return digits;
}

mustache::data values_of(const statement_page& page) {
  const auto& [owner, month, bill, forecast, closed_at] = page.of;
  const auto lang = page.lang;
  auto values =
      printed_values({.texts = statement_texts, .brand = page.brand, .lang = page.lang, .is_sandbox = page.is_sandbox});
  const auto set = [&](const char* name, std::string text) { values[name] = std::move(text); };
  const auto money_of = [&](money amount) { return format_money(amount, lang); };
  const auto count_of = [&](std::int64_t number) { return with_separators(number, lang); };
  values["closed"] = closed_at.has_value();
  values["open"] = !closed_at;
  set("month", month.title(lang));
  set("name", std::string{page.name});
  set("email", std::string{page.email});
  set("number", id_of_statement(owner, month).text());
  set("begin", format_local(month.begin(), lang));
  set("end", format_local(month.end(), lang));
  set("as_of", format_local(closed_at.value_or(page.now), lang));
  set("plan", bill.plan);
  set("price", money_of(bill.price));
  set("quota", count_of(bill.quota));
  set("transactions", count_of(bill.transactions));
  set("overage", count_of(bill.overage_transactions));
  set("overage_price", money_of(bill.overage_price));
  set("overage_amount", money_of(bill.overage_amount));
  set("total", money_of(bill.total));
  set("forecast", count_of(forecast));
  return values;
}

} // namespace

http_response render_statement_page(const statement_page& page) {
  return printed_page("statement_page.mustache", values_of(page), page.lang);
}

} // namespace paylink
