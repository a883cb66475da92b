#pragma once
#include "bench/filling_clock.hpp"
#include "persistence/store.hpp"

#include <functional>

namespace paylink::load {

/// A year of a Workspace with one account: as many links as transactions, hour by hour, each carried out by the store's
/// own writer at its own time, so that everything is counted and stored as the service would have done it. Of 100
/// links, 78 are paid and the merchant is told at once, 4 are cancelled, and 18 expire. Of 100 transactions, 14 credits
/// name no link, 3 need attention, and 5 are debits. One callback in a thousand fails for good.
class year_of_payments {
public:
  struct order {
    int links = 0;
    bank_account account; ///< With its row.
    std::function<std::string(int)> callback_of;
  };
  /// The writer decides by the clock, and its gate admits every delivery.
  year_of_payments(write_store& writer, filling_clock& clock, random_source& random, order wanted)
      : writer_{writer}, clock_{clock}, random_{random}, order_{std::move(wanted)} {}

  /// Both are whole hours. The clock stands at the system's time afterwards. Throws std::runtime_error.
  void write(timestamp from, timestamp until);

private:
  void write_hour(timestamp begin, int first, int last);
  void add_link(int position, timestamp at);
  void add_transactions(int position, const payment_link& link, timestamp at);
  record_entry entry_of(int position, const payment_link* link, money amount, timestamp at);
  std::vector<write_reply> apply(std::vector<write_command>& batch);
  void store_links();
  void store_entries();
  void expire();
  attempt answer_to(const delivery_job& job);

  write_store& writer_;
  filling_clock& clock_;
  random_source& random_;
  order order_;
  std::vector<write_command> links_, cancellations_, entries_; ///< Of the hour.
  int recorded_ = 0, reported_ = 0;
};

} // namespace paylink::load
