#pragma once
#include "persistence/endpoint_watch.hpp"
#include "persistence/link_truth.hpp"
#include "persistence/rows.hpp"
#include "persistence/store.hpp"
#include "persistence/transaction_writes.hpp"

#include <boost/json/array.hpp>
#include <unordered_map>

namespace paylink {

/// Settles the many ordinary credits and outcomes of attempts of a batch with a few statements for all of them: on
/// PostgreSQL every statement is a round trip. What is out of the ordinary (entries that came before, rejected ones,
/// outcomes of lost claims) is left to the verbs that take one command at a time.
class bulk_writes {
public:
  using replies = std::vector<std::optional<result<write_reply>>>;

  bulk_writes(soci::session& session, const store_context& context, batch_claims& claims, transaction_writes& notes,
              endpoint_watch& endpoints);

  /// Fills the replies of the commands that it has carried out; `given` has an empty place for each command.
  void run(std::span<const write_command> batch, timestamp now, bool clock_is_sound, replies& given);

private:
  /// A credit on its way through the batch.
  struct credit {
    std::size_t place = 0; ///< In the batch.
    const record_entry* command = nullptr;
    std::int64_t link_row = 0; ///< 0: it names none of its account.
    std::optional<classification> classified{};
    std::optional<delivery_job> event{};
    std::string key_id{};
    std::string public_id{};
  };
  struct looked_up {
    number place, known; ///< The transaction of an entry that came before.
    link_truth truth;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(place), visitor(known), truth.visit(visitor);
    }
  };

  void record_credits(std::vector<credit> credits, timestamp now, replies& given);
  /// Locks the links, takes out entries that came before, and decides what each of the others does.
  void classify(std::vector<credit>& credits, timestamp now);
  void decide(credit& one, const link_truth& truth, timestamp now, std::unordered_map<std::int64_t, bool>& completed);
  void store(std::vector<credit>& credits, timestamp now, replies& given);

  struct outcome {
    std::size_t place = 0;
    const record_attempt* command = nullptr;
    delivery::life life{};
  };
  void record_attempts(std::vector<outcome> outcomes, timestamp now, replies& given);

  const store_context& context_;
  batch_claims& claims_;
  transaction_writes& notes_;
  endpoint_watch& endpoints_;
  statement<row<text>, looked_up> look_up_;
  statement<row<number, number, text, text, text>, row<number, number, number, number>> record_;
  statement<row<text, text>, row<number>> settle_;
};

} // namespace paylink
