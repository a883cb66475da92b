#include "bench/console_questions.hpp"

#include <boost/json.hpp>

#include <stdexcept>

namespace paylink::load {

namespace json = boost::json;
using std::chrono::days;

namespace {

/// The page that is deep in a list: so many of a hundred rows come before it.
constexpr int pages_before = 1'000;

class question_book {
public:
  explicit question_book(const asked_workspace& of)
      : of_{of}, links_{"/v1.1/payment-links/" + of.id}, transactions_{"/v1.1/transactions/" + of.id},
        statistics_{"/v1.1/statistics/" + of.id} {}

  std::vector<console_question> write() {
    ask_home();
    ask_charts();
    ask_links();
    ask_transactions();
    ask_single();
    return std::move(questions_);
  }

private:
  void ask(std::string meaning, std::string target) { questions_.push_back({std::move(meaning), std::move(target)}); }

  std::string days_ago(int count) const { return format_rfc3339(of_.now - days{count}); }
  /// Of 30 days in the middle of the year.
  std::string a_month() const { return "from=" + days_ago(195) + "&to=" + days_ago(165); }

  void ask_home() {
    ask("home: the Workspace", "/v1.1/workspaces/" + of_.id);
    ask("home: its bank accounts", "/v1.1/bank-accounts/" + of_.id + "?limit=100");
    ask("home: what waits for a person", statistics_ + "/now");
    ask("home: whether a merchant was ever told", links_ + "?callback_status=delivered&limit=1");
    ask("home: the latest credits", transactions_ + "?transfer_type=credit&limit=8");
  }

  void ask_charts() {
    for (const int count : {7, 30, 90, 365})
      ask("chart: " + std::to_string(count) + " days", statistics_ + "?bucket=day&from=" + days_ago(count - 1));
    ask("chart: 14 days by hours", statistics_ + "?bucket=hour&from=" + days_ago(13));
  }

  void ask_links() {
    const auto list = [&](const std::string& meaning, const std::string& filter) {
      ask("links: " + meaning, links_ + "?" + filter);
    };
    ask("links: the newest", links_);
    ask("links: behind 100,000 others", links_ + "?cursor=" + deep_cursor(links_));
    for (const std::string status : {"pending", "succeeded", "expired", "cancelled"}) list(status, "status=" + status);
    list("failed, of which there are none", "status=failed");
    list("delivered callbacks", "callback_status=delivered");
    list("failed callbacks, one in a thousand", "callback_status=failed");
    list("pending callbacks, of which there are none", "callback_status=pending");
    list("merchants who were not told", "attention=open");
    list("one reference", "reference=" + text_of(first_of(links_), "reference"));
    list("of the account", "bank_account_id=" + of_.account);
    list("of the last 7 days", "from=" + days_ago(7));
    list("of a month, half a year ago", a_month());
    list("cancelled ones of that month", a_month() + "&status=cancelled");
  }

  void ask_transactions() {
    const auto list = [&](const std::string& meaning, const std::string& filter) {
      ask("transactions: " + meaning, transactions_ + "?" + filter);
    };
    ask("transactions: the newest", transactions_);
    ask("transactions: the newest of all Workspaces", "/v1.1/transactions");
    ask("transactions: behind 100,000 others", transactions_ + "?cursor=" + deep_cursor(transactions_));
    list("debits", "transfer_type=debit");
    for (const std::string is : {"matched", "underpaid", "late", "none"}) list(is, "classification=" + is);
    list("below the minimum, of which there are none", "classification=below_minimum");
    list("that need attention", "attention=open");
    list("large ones, of which there are none", "min_amount=900000000");
    list("of the account", "account_id=" + of_.account);
    list("of the last 7 days", "from=" + days_ago(7));
    list("of a month, half a year ago", a_month());
    list("debits of that month", a_month() + "&transfer_type=debit");
    list("a text that every row has", "q=nguyen%20van%20a");
    list("a text that one in a thousand has", "q=don%20hang%20777");
    list("a text that one row has", "q=" + text_of(first_of(links_ + "?status=succeeded&limit=1"), "reference"));
    list("a text that none has", "q=zzzzqqqq");
  }

  /// Of the middle of the year, where nothing is fresh in any memory.
  void ask_single() {
    const auto paid = first_of(transactions_ + "?limit=1&classification=matched&" + a_month());
    const auto link = links_ + "/" + text_of(paid, "payment_link_id");
    ask("link: itself", link);
    ask("link: its payments", link + "/payments?limit=100&order=asc");
    ask("link: its callback", link + "/callback");
    const auto transaction = text_of(paid, "id");
    ask("transaction: itself", transactions_ + "/" + transaction);
    ask("transaction: who was told", "/v1.1/deliveries/" + of_.id + "?limit=100&subject_id=" + transaction);
  }

  json::value first_of(const std::string& list) const {
    const auto answer = json::parse(of_.read(list));
    const auto& rows = answer.at("data").as_array();
    if (rows.empty()) throw std::runtime_error{"there is nothing in " + list};
    return rows.at(0);
  }

  static std::string text_of(const json::value& row, const std::string& member) {
    return json::value_to<std::string>(row.at(member));
  }

  /// Of a short list, the last one that there is.
  std::string deep_cursor(const std::string& list) const {
    std::string cursor;
    for (int page = 0; page < pages_before; ++page) {
      const auto meta =
          json::parse(of_.read(list + "?limit=100" + (cursor.empty() ? "" : "&cursor=" + cursor))).at("meta");
      if (!meta.at("has_more").as_bool()) break;
      cursor = json::value_to<std::string>(meta.at("next_cursor"));
    }
    if (cursor.empty()) throw std::runtime_error{"the store has too few rows for a second page"};
    return cursor;
  }

  const asked_workspace& of_;
  std::string links_, transactions_, statistics_;
  std::vector<console_question> questions_;
};

} // namespace

std::vector<console_question> console_questions(const asked_workspace& of) { return question_book{of}.write(); }

} // namespace paylink::load
