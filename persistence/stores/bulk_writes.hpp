#pragma once
#include "persistence/credits/bulk_credits.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"

namespace paylink {

/// Settles the many ordinary credits and outcomes of attempts of a batch with a few statements for all of them: on
/// PostgreSQL every statement is a round trip. What is out of the ordinary (entries that came before, rejected ones,
/// outcomes of lost claims) is left to the verbs that take one command at a time.
class bulk_writes {
public:
  using replies = bulk_credits::replies;

  bulk_writes(soci::session& session, const store_context& context, batch_claims& claims, transaction_writes& notes,
              endpoint_watch& endpoints);

  /// Fills the replies of the commands that it has carried out; `given` has an empty place for each command.
  void run(std::span<const write_command> batch, const moment& when, replies& given);

private:
  struct outcome {
    std::size_t place = 0;
    const record_attempt* command = nullptr;
    delivery::life life{};
  };
  void record_attempts(std::vector<outcome> outcomes, timestamp now, replies& given);

  const store_context& context_;
  endpoint_watch& endpoints_;
  bulk_credits credits_;
  statement<row<text, text>, row<number>> settle_;
};

} // namespace paylink
