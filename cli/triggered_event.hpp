#pragma once
#include "cli/sandbox_file.hpp"
#include "cli/terminal.hpp"
#include "domain/banks/bank.hpp"
#include "domain/values/random_source.hpp"
#include "http/tools/api_client.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>

namespace paylink::cli {

/// What is to happen in a sandbox.
struct wanted_event {
  std::string word;         ///< `transaction.credit` and so on, or `callback`.
  std::string workspace;    ///< Its id; never empty.
  std::string account;      ///< Number of one of its accounts; empty: the first.
  std::string amount;       ///< Whole VND, digits.
  std::string content;      ///< Transfer text, in front of the reference if there is one.
  std::string callback_url; ///< Of the link, for `callback`.
};

/// What has happened: the ids, as members of a record, and what was sent for it.
struct happened_event {
  boost::json::object record;
  boost::json::array deliveries; ///< To webhooks and chats; of `callback` none.
};

/// Makes an event really happen in a sandbox: as its bank, with entries at the feed, and as a merchant, over the API.
/// Whatever fails is printed; `status` then says how the program ends.
class event_maker {
public:
  /// Throws usage_error if the sandbox has no such Workspace or account.
  event_maker(const sandbox_file& sandbox, wanted_event wanted, random_source& random, terminal& at);

  /// None if it did not happen.
  std::optional<happened_event> make();
  exit_status status() const { return status_; }

private:
  std::optional<happened_event> move_money(transfer_type type);
  std::optional<happened_event> pay_order();
  std::optional<happened_event> let_order_expire();
  std::optional<happened_event> pay_link();

  std::optional<boost::json::object> ask(http_method method, const std::string& target, const std::string& body = {});
  /// One entry at the account's feed; the row of its answer.
  std::optional<boost::json::object> report(transfer_type type, const std::string& content);
  std::optional<boost::json::object> create_order(std::string_view expires_at);
  /// Asks again until `is_over` says so, or half a minute is over.
  template <class IsOver>
  std::optional<boost::json::object> wait_for(const std::string& target, IsOver is_over);
  /// What was made of the subject's event, once none is pending; none is there if it is not by the `looks_for_first`-th
  /// look.
  happened_event with_deliveries(boost::json::object record, const std::string& subject, int looks_for_first = 1);

  const sandbox_file& sandbox_;
  wanted_event wanted_;
  sandbox_file::bank_account account_;
  random_source& random_;
  terminal& at_;
  api_client service_;
  exit_status status_ = exit_status::done;
};

} // namespace paylink::cli
