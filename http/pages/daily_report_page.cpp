#include "http/pages/daily_report_page.hpp"

#include "domain/values/local_time.hpp"
#include "http/pages/printed_values.hpp"

namespace paylink {

namespace {

namespace mustache = kainjow::mustache;

constexpr printed_text report_texts[]{
    {"t_title", "Đối soát ngày", "Daily report"},
    {"t_sandbox", "Môi trường thử nghiệm: không phải tiền thật", "Sandbox: no real money"},
    {"t_language", "Ngôn ngữ", "Language"},
    {"t_workspace", "Không gian làm việc", "Workspace"},
    {"t_as_of", "Số liệu đến", "As of"},
    {"t_account", "Tài khoản", "Account"},
    {"t_item", "Khoản mục", "Item"},
    {"t_count", "Số lượng", "Count"},
    {"t_amount", "Số tiền", "Amount"},
    {"t_credits", "Tiền vào", "Money in"},
    {"t_debits", "Tiền ra", "Money out"},
    {"t_links", "Link thanh toán hoàn tất", "Completed payment links"},
    {"t_orders", "Đơn hàng hoàn tất", "Completed orders"},
    {"t_others", "Chênh lệch: tiền vào không thuộc link hay đơn hàng", "Difference: money in without a link or order"},
    {"t_open", "Giao dịch cần xem lại", "Transactions that need review"},
    {"t_delivered", "Callback đã gửi", "Callbacks delivered"},
    {"t_pending", "Callback chờ gửi hoặc đang gửi", "Callbacks pending or sending"},
    {"t_failed", "Callback thất bại", "Callbacks failed"},
    {"t_total", "Tổng tiền vào", "Total money in"},
    {"t_none", "Chưa có tài khoản ngân hàng nào.", "No bank accounts yet."},
    {"t_footnote", "Theo ngày ghi nhận, giờ Việt Nam (GMT+7). Số tiền tính bằng đồng.",
     "By recording date in Vietnam time (GMT+7). Amounts are in VND."},
};

/// `15/03/2026`, `15 Mar 2026`.
std::string day_of(timestamp time, language lang) {
  const auto written = format_local(time, lang);
  return lang == language::vi ? written.substr(written.find(' ') + 1) : written.substr(0, written.find(','));
}

mustache::data row_of(const account_day& one, language lang) {
  mustache::data row{mustache::data::type::object};
  const auto put = [&](const std::string& name, const counted_money& what) {
    row[name] = std::to_string(what.count);
    row[name + "_amount"] = format_money(what.sum, lang);
  };
  row["bank"] = one.bank;
  row["account_number"] = one.account_number;
  put("credits", one.credits);
  put("debits", one.debits);
  put("links", one.links);
  put("orders", one.orders);
  put("others", one.others());
  row["open"] = std::to_string(one.open);
  row["delivered"] = std::to_string(one.callbacks_delivered);
  row["pending"] = std::to_string(one.callbacks_pending);
  row["failed"] = std::to_string(one.callbacks_failed);
  return row;
}

mustache::data values_of(const daily_report_page& page) {
  auto values =
      printed_values({.texts = report_texts, .brand = page.brand, .lang = page.lang, .is_sandbox = page.is_sandbox});
  values["workspace"] = std::string{page.workspace};
  values["day"] = day_of(page.day, page.lang);
  values["as_of"] = format_local(page.now, page.lang);
  mustache::data rows{mustache::data::type::list};
  money total{};
  for (const auto& one : page.of) {
    rows.push_back(row_of(one, page.lang));
    total.dong = capped_sum(total.dong, one.credits.sum.dong);
  }
  values["rows"] = std::move(rows);
  values["empty"] = page.of.empty();
  values["total"] = format_money(total, page.lang);
  return values;
}

} // namespace

http_response render_daily_report(const daily_report_page& page) {
  return printed_page("daily_report.mustache", values_of(page), page.lang);
}

} // namespace paylink
