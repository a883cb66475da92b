#include "persistence/stores/query_store.hpp"

#include "logging/log.hpp"
#include "persistence/stores/migrations.hpp"
#include "persistence/stores/outage.hpp"
#include "persistence/stores/reader_parts.hpp"

namespace paylink {
namespace {
/// The server cannot be reached.
class database_away : public database_error {
  using database_error::database_error;
};

} // namespace

struct query_store::statements : reader_parts {
  using reader_parts::reader_parts;
};
query_store::~query_store() = default;

query_store::statements& query_store::connected() {
  if (!statements_) {
    if (lists_.deadline) lists_.deadline->end(); // it is no query's
    session_ = connect_();
    statements_ = std::make_unique<statements>(*session_, spoken_, lists_.has_text_index);
    plans_ = {};
  }
  if (spoken_ == dialect::postgresql) plans_.after_use(*session_);
  return *statements_;
}

// A connection that died while idle is noticed by the next query, which is then repeated.
template <class Query>
auto query_store::ask(Query&& query) {
  for (bool was_asked = false;; was_asked = true) {
    const bool was_connected = statements_ != nullptr;
    try {
      auto& all = connected();
      if (lists_.deadline) lists_.deadline->begin();
      auto found = query(all);
      note_answer();
      return found;
    } catch (const soci::soci_error& error) {
      // A failure to connect has no error class.
      const auto fault = session_ ? fault_of(error) : store_fault::lost;
      statements_.reset();
      session_.reset();
      if (fault == store_fault::lost && was_connected && !was_asked) continue;
      std::string buffer;
      const std::string why{loggable_text(error, buffer)};
      if (lists_.deadline && has_taken_too_long(error)) throw query_took_too_long{"a list took too long"};
      const auto told = "the database does not respond: " + why;
      if (fault != store_fault::lost) {
        log::error("store.read_failed", {{"error", why}});
        throw database_error{told};
      }
      note_outage(why);
      throw database_away{told};
    }
  }
}

template <class Query>
auto query_store::answer(Query&& query) -> decltype(query(std::declval<statements&>())) {
  try {
    return ask(query);
  } catch (const query_took_too_long&) {
    throw;
  } catch (const database_error&) {
    return errc::service_unavailable;
  } catch (const std::exception& error) {
    log::error("store.read_failed", {{"error", error.what()}});
    return errc::internal_error;
  }
}

query_store::query_store(dialect spoken, connect_reader connect, list_options lists)
    : spoken_{spoken}, connect_{std::move(connect)}, lists_{std::move(lists)} {
  try {
    ask([](statements&) { return true; });
  } catch (const database_away&) {
    // A server that is away for now: each query connects again.
    if (spoken_ != dialect::postgresql) throw;
  }
}

page<webhook> query_store::list_webhooks(workspace_id in, const webhook_list_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.webhooks.list(in, filter, now); });
}

result<webhook> query_store::find_webhook(workspace_id in, webhook_id id, timestamp now) {
  return answer([&](statements& all) { return all.webhooks.find(in, id, now); });
}

result<std::shared_ptr<const webhook_target>> query_store::find_webhook_target(std::int64_t row, timestamp now) {
  return answer([&](statements& all) -> result<std::shared_ptr<const webhook_target>> {
    all.targets.forget();
    auto found = all.targets.of_row(row, now);
    if (!found) return errc::not_found;
    return found;
  });
}

page<webhook_delivery> query_store::list_deliveries(workspace_id in, const delivery_filter& filter) {
  return ask([&](statements& all) { return all.deliveries.list(in, filter); });
}

result<webhook_delivery> query_store::find_delivery(workspace_id in, delivery_id id) {
  return answer([&](statements& all) { return all.deliveries.find(in, id); });
}

resend_counts query_store::count_resendable_deliveries(workspace_id in, const delivery_filter& filter,
                                                       std::int64_t to_row, timestamp now) {
  return ask([&](statements& all) { return all.deliveries.count(in, filter, to_row, now); });
}

delivery_portion query_store::list_resendable_deliveries(workspace_id in, const delivery_filter& filter) {
  return ask([&](statements& all) { return all.deliveries.list_portion(in, filter); });
}

page<feed_event> query_store::list_events(workspace_id in, std::int64_t after, int limit) {
  return ask([&](statements& all) { return all.feeds.list(in, after, limit); });
}

feed_extension query_store::find_feed_extension(workspace_id in) {
  return ask([&](statements& all) { return all.feeds.find_extension(in); });
}

std::int64_t query_store::find_event_epoch() {
  return ask([&](statements& all) { return all.feeds.find_epoch(); });
}

page<quarantined_entry> query_store::list_quarantine(std::int64_t after_row, int limit) {
  return ask([&](statements& all) { return all.quarantine.list(after_row, limit); });
}

std::vector<virtual_account> query_store::list_virtual_accounts(workspace_id in) {
  return ask([&](statements& all) { return all.accounts.list_virtual_accounts(in); });
}

std::vector<account_overview> query_store::list_account_overviews(workspace_id in) {
  return ask([&](statements& all) { return all.accounts.list_overviews(in); });
}

result<account_health> query_store::find_account_health(workspace_id in, bank_account_id id, timestamp now) {
  return answer([&](statements& all) { return all.accounts.find_health(in, id, now); });
}

result<account_overview> query_store::find_account_overview(workspace_id in, bank_account_id id) {
  return answer([&](statements& all) { return all.accounts.find_overview(in, id); });
}

std::vector<virtual_account> query_store::list_virtual_accounts(workspace_id in, bank_account_id of) {
  return ask([&](statements& all) { return all.accounts.list_virtual_accounts(in, of); });
}

result<bank_account> query_store::find_account(workspace_id in, bank_account_id id) {
  return answer([&](statements& all) { return all.accounts.find_account(in, id); });
}

result<virtual_account> query_store::find_virtual_account(workspace_id in, virtual_account_id id) {
  return answer([&](statements& all) { return all.accounts.find_virtual_account(in, id); });
}

result<bank_account> query_store::find_account_of_feed(std::string_view feed, std::string_view bin,
                                                       std::string_view number) {
  return answer([&](statements& all) { return all.accounts.find_account_of_feed(feed, bin, number); });
}

std::vector<link_match> query_store::match_links(std::span<const credit_clue> credits) {
  return ask([&](statements& all) { return all.credits.match(credits); });
}

result<payment_link> query_store::find_link(workspace_id in, payment_link_id id) {
  return answer([&](statements& all) { return all.links.find(in, id); });
}

void query_store::read(const read_function& find) {
  ask([&](statements& all) {
    find(all.at);
    return true;
  });
}

page<payment_link> query_store::list_links(workspace_id in, const link_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.link_lists.list(in, filter, now); });
}

page<payment> query_store::list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                                         std::int64_t after_row) {
  return ask([&](statements& all) { return all.links.list_payments(in, link_row, limit, ascending, after_row); });
}

std::vector<period_counts> query_store::list_periods(workspace_id in, timestamp from, timestamp to,
                                                     period_length length) {
  return ask([&](statements& all) { return all.statistics.list(in, from, to, length); });
}

open_counts query_store::count_open(workspace_id in, timestamp now) {
  return ask([&](statements& all) { return all.statistics.count_open(in, now); });
}

page<waiting_entry> query_store::list_held_entries(workspace_id in, std::int64_t after_row, int limit) {
  return ask([&](statements& all) { return all.held.list(in, after_row, limit); });
}

std::vector<account_day> query_store::list_account_days(const std::vector<workspace_id>& in, timestamp from,
                                                        timestamp to) {
  return ask([&](statements& all) { return all.days.list(in, from, to); });
}

page<bank_transaction> query_store::list_transactions(const transaction_filter& filter) {
  auto found = ask([&](statements& all) { return all.transactions.list(filter); });
  if (statements_->transactions.has_lost_text_index()) {
    statements_.reset();
    session_.reset();
  }
  return found;
}

result<bank_transaction> query_store::find_transaction(workspace_id in, transaction_id id) {
  return answer([&](statements& all) { return all.transactions.find(in, id); });
}

result<callback_record> query_store::find_callback(workspace_id in, std::int64_t link_row) {
  return answer([&](statements& all) { return all.links.find_callback(in, link_row); });
}

resend_counts query_store::count_resendable(workspace_id in, const link_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.link_lists.count_resendable(in, filter, now); });
}

resend_portion query_store::list_resendable(workspace_id in, const link_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.link_lists.list_resendable(in, filter, now); });
}

result<payer_view> query_store::find_payer_view(std::string_view public_id) {
  return answer([&](statements& all) { return all.links.find_payer_view(public_id); });
}

std::int64_t query_store::count_unfinished_deliveries() {
  return ask([](statements& all) { return all.links.count_unfinished(); });
}

bool query_store::is_ready() {
  try {
    return ask([](statements& all) {
             all.schema.first();
             return static_cast<int>(all.schema.column<0>().or_zero());
           }) == newest_migration(spoken_);
  } catch (const std::exception&) {
    return false; // ask() has logged why
  }
}

} // namespace paylink
