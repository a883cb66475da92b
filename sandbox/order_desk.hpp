#pragma once
#include "domain/errors/errc.hpp"
#include "sandbox/books/connections.hpp"
#include "sandbox/books/feed_sender.hpp"
#include "sandbox/books/payment.hpp"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <variant>

namespace paylink::sandbox {

/// Why an order was not carried out.
struct order_refusal {
  errc error = errc::validation_error;
  std::string message;
  field_faults faults;
};
using order_outcome = std::variant<journal_entry, order_refusal>;

/// Carries out orders on its own thread: reads the payment page, books the entry, hands it to the sender.
class order_desk {
public:
  /// `usual_format` is that of orders that name none.
  order_desk(const std::filesystem::path& directory, feed_sender& sender, const connection_book& connections,
             feed_format usual_format);
  ~order_desk(); ///< Waiting orders are not answered.
  order_desk(const order_desk&) = delete;
  order_desk& operator=(const order_desk&) = delete;

  /// Thread-safe; `done` is called once, on any thread, possibly immediately.
  void accept(payment_order order, std::function<void(order_outcome)> done);

  /// What a payment page asks for: bank, account, reference and amount. Thread-safe; `done` is called as for an order.
  void look_up(std::string link, std::function<void(std::variant<payment_order, order_refusal>)> done);

private:
  /// False: there are too many.
  bool enqueue(std::function<void()> job);
  void run();
  void carry_out(payment_order order, std::function<void(order_outcome)> answer);
  bool is_notified(const payment_order& order, const notification& content, const description& service) const;
  std::optional<order_refusal> read_page(payment_order& order, const description& service);
  std::string next_bank_reference();

  description_file description_;
  feed_sender& sender_;
  const connection_book& connections_;
  feed_format usual_format_;
  std::mt19937_64 dice_{std::random_device{}()};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  bool is_stopping_ = false;
  std::thread thread_; ///< Last: it uses all of the above.
};

} // namespace paylink::sandbox
