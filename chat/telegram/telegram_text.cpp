#include "chat/telegram/telegram_text.hpp"

#include "chat/outside_text.hpp"
#include "domain/values/local_time.hpp"

#include <array>

namespace paylink {

namespace {

/// Of ids and names, which are short unless something is wrong; the transfer text gets all the rest.
constexpr std::size_t field_units_max = 128;

struct telegram_words {
  language lang;
  std::string_view money_in, money_out, order_paid, order_failed;
  std::string_view account, time, transaction, order, created, content;
  std::string_view unproven;
};

constexpr std::array words_by_language{
    telegram_words{language::vi, "Tiền vào", "Tiền ra", "Đơn hàng thành công", "Đơn hàng thất bại", "Tài khoản",
                   "Thời gian", "Mã giao dịch", "Mã đơn hàng", "Tạo lúc", "Nội dung chuyển khoản",
                   "Chưa xác nhận: chỉ có trong sao kê đã nhập"},
    telegram_words{language::en, "Money in", "Money out", "Order paid", "Order failed", "Account", "Time",
                   "Transaction", "Order", "Created", "Transfer text", "Unconfirmed: only in an imported statement"},
};
static_assert(words_by_language[0].lang == language{0} && words_by_language[1].lang == language{1});

/// The three characters that markup is made of.
struct html_entity {
  char character;
  std::string_view entity;
};
constexpr html_entity entities[]{{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}};

void append_escaped(std::string& html, std::string_view text) {
  for (std::size_t next = 0; !text.empty(); text.remove_prefix(next)) {
    next = std::min(text.find_first_of("&<>"), text.size());
    html += text.substr(0, next);
    if (next == text.size()) return;
    for (const auto& [character, entity] : entities)
      if (character == text[next]) html += entity;
    ++next;
  }
}

/// Writes a message line by line, and counts what its readers see. A field without a value has no line.
class telegram_writer {
public:
  explicit telegram_writer(language lang) : words_{words_by_language.at(static_cast<std::size_t>(lang))}, lang_{lang} {
    html_.reserve(512);
  }

  void heading(std::string_view title, const std::string& amount) {
    html_ += "<b>";
    say(title);
    say(": ");
    say(amount);
    html_ += "</b>";
  }

  void remark(std::string_view text) {
    say("\n");
    say(text);
  }

  void field(std::string_view label, std::string_view value, std::string_view remark = {}) {
    line(label, cut_to_units(one_line_of(value), field_units_max));
    if (remark.empty()) return;
    say(", ");
    say(cut_to_units(one_line_of(remark), field_units_max));
  }

  void time(std::string_view label, timestamp value) {
    say("\n");
    say(label);
    say(": ");
    say(format_local(value, lang_));
  }

  /// Takes what is left of the message, and therefore stands last.
  void last_field(std::string_view label, std::string_view value) {
    const auto used = units_ + count_utf16_units(label) + std::string_view{"\n: "}.size();
    line(label, cut_to_units(one_line_of(value), telegram_units_max - used));
  }

  const telegram_words& words() const { return words_; }
  language lang() const { return lang_; }
  std::string take() { return std::move(html_); }

private:
  // As code: then Telegram makes no links, mentions and commands of what others wrote, and a touch copies it.
  void line(std::string_view label, std::string_view value) {
    if (value.empty()) return;
    say("\n");
    say(label);
    say(": ");
    html_ += "<code>";
    say(value);
    html_ += "</code>";
  }

  void say(std::string_view text) {
    append_escaped(html_, text);
    units_ += count_utf16_units(text);
  }

  const telegram_words& words_;
  language lang_;
  std::string html_;
  std::size_t units_ = 0;
};

void tell(telegram_writer& out, const transaction_news& news) {
  const auto& words = out.words();
  const bool is_credit = news.type == transfer_type::credit;
  out.heading(is_credit ? words.money_in : words.money_out,
              (is_credit ? "+" : "-") + format_money(news.amount, out.lang()));
  if (news.is_unproven) out.remark(words.unproven);
  out.field(words.account, news.account_number, news.bank);
  out.time(words.time, news.occurred_at);
  out.field(words.transaction, news.transaction);
  out.last_field(words.content, news.content);
}

void tell(telegram_writer& out, const order_news& news) {
  const auto& words = out.words();
  out.heading(news.result == order_result::success ? words.order_paid : words.order_failed,
              format_money(news.amount, out.lang()));
  out.field(words.order, news.order);
  if (news.created_at) out.time(words.created, *news.created_at);
  out.field(words.transaction, news.transaction);
}

} // namespace

std::string telegram_html(const chat_news& news, language lang) {
  telegram_writer out{lang};
  std::visit([&out](const auto& one) { tell(out, one); }, news);
  return out.take();
}

std::string telegram_plain_text(std::string_view html) {
  std::string text;
  text.reserve(html.size());
  while (!html.empty()) {
    std::size_t next = 1;
    if (html.front() == '<') {
      next = std::min(html.find('>'), html.size() - 1) + 1;
    } else if (const auto* found = std::ranges::find_if(
                   entities, [html](const html_entity& one) { return html.starts_with(one.entity); });
               found != std::ranges::end(entities)) {
      text += found->character;
      next = found->entity.size();
    } else {
      text += html.front();
    }
    html.remove_prefix(next);
  }
  return text;
}

} // namespace paylink
