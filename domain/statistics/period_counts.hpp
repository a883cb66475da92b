#pragma once
#include "domain/banks/account_day.hpp"
#include "domain/banks/credit.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/links/payment_link.hpp"
#include "domain/statistics/waiting_times.hpp"

#include <array>

namespace paylink {

/// What is counted, each with a detail. The numbers are those on disk: a new one stands at the end.
enum class counted_thing {
  credit,           ///< By its classification, see `credit_detail`.
  debit,            ///< 0.
  link,             ///< By the `link_status` that it got; `pending` when it was created.
  callback_attempt, ///< By the `failure_class`; `none`: it was acknowledged.
  webhook_attempt,  ///< The same.
  telegram_attempt, ///< The same.
  notified_credit   ///< By `waiting_bucket_of` the time from the credit to the first acknowledgement of its callback.
};

/// Of a credit that names no link and no order: 0.
constexpr std::int64_t credit_detail(std::optional<classification> classified) {
  return classified ? static_cast<std::int64_t>(*classified) + 1 : 0;
}

/// The attempts of deliveries of one kind.
constexpr counted_thing attempts_of(delivery_kind kind) {
  return static_cast<counted_thing>(static_cast<int>(counted_thing::callback_attempt) + static_cast<int>(kind));
}
static_assert(attempts_of(delivery_kind::webhook) == counted_thing::webhook_attempt &&
              attempts_of(delivery_kind::telegram) == counted_thing::telegram_attempt && delivery_kind_count == 3);

inline constexpr std::size_t failure_class_count = static_cast<std::size_t>(failure_class::reset) + 1;

/// Attempts, by the class of their failure.
struct attempt_counts {
  std::array<std::int64_t, failure_class_count> by_class{};

  std::int64_t all() const;
  std::int64_t acknowledged() const { return by_class[static_cast<std::size_t>(failure_class::none)]; }
};

/// How long a period of statistics is; days are those of Vietnam.
enum class period_length { hour, day };
std::string_view to_text(period_length value);
std::optional<period_length> parse_period_length(std::string_view text);

/// The first moment of the period that a time belongs to.
timestamp period_start(timestamp time, period_length length);
std::chrono::hours hours_of(period_length length);

/// What has happened in a Workspace in one period.
struct period_counts {
  /// Of credits by `credit_detail`: those without a classification come first. A rejected one is no credit.
  static constexpr std::size_t credit_details = static_cast<std::size_t>(classification::below_minimum) + 2;

  timestamp start{};
  std::array<counted_money, credit_details> credits{};
  counted_money debits{};
  std::array<std::int64_t, 5> links{};                        ///< By `link_status`.
  std::array<attempt_counts, delivery_kind_count> attempts{}; ///< By `delivery_kind`.
  waiting_times notified{}; ///< Credits of the period whose callback was acknowledged.

  /// Adds what a newer version counts to nothing.
  void add(counted_thing what, std::int64_t detail, const counted_money& counted);
  void add(const period_counts& other);
  counted_money all_credits() const;
};

} // namespace paylink
