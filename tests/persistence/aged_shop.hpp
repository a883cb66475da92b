#pragma once
#include "persistence/retention/purge_place.hpp"
#include "tests/persistence/store_world.hpp"

namespace paylink::test {

/// All deliveries, their attempts and their ends, are as many days old.
void age_deliveries(store_world& world, int days);

/// Does a portion of the purge, whenever it is due, and returns how far it has come.
purge_place purge_portion(store_world& world);
/// Does a whole pass, and returns what it has counted.
purge_place purge_all(store_world& world);

/// A world with a webhook, whose deliveries and callbacks grow old.
class aged_shop {
public:
  explicit aged_shop(kind where);

  /// A callback, or a delivery to the webhook, that was answered with this status.
  struct ended {
    payment_link link;
    std::int64_t row = 0;
  };
  ended callback(int status = 200);
  ended delivery(int status = 200);
  void settle(const delivery_job& job, int status);
  /// So many acknowledged callbacks, each with one attempt.
  void record_many(int callbacks);
  webhook make_hook(const std::string& url);

  void age(std::int64_t row, int days);
  /// Deliveries of these rows have ended so many days later.
  void end_later(std::int64_t first, std::int64_t last, int days);
  void age_all(int days) { age_deliveries(world, days); }
  /// Deliveries and their ends, and what is noted of them, grow older by so many days.
  void let_pass(int days);
  purge_place portion() { return purge_portion(world); }
  purge_place purge() { return purge_all(world); }
  /// `gone`, or what is left: the column, the number of attempts, and whether bodies are there.
  std::string remains(std::int64_t row);

  /// Ends all deliveries as acknowledged.
  static constexpr std::string_view end_sql =
      "UPDATE deliveries SET state = 1, next_at = NULL, owner = NULL, lease_until = NULL, in_queue = 0, finished_at = "
      "created_at";

  store_world world;
  webhook hook;
};

} // namespace paylink::test
