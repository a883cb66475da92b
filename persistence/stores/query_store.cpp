#include "persistence/stores/query_store.hpp"

#include "logging/log.hpp"
#include "persistence/sql/used_keys.hpp"
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

result<caller> query_store::authorize_token(std::string_view digest, std::string_view workspace, timestamp now) {
  return answer([&](statements& all) { return all.identity.authorize_token(digest, workspace, now); });
}

result<caller> query_store::authorize_session(std::string_view digest, std::string_view workspace,
                                              const session_limits& limits, timestamp now) {
  return answer([&](statements& all) { return all.sessions.authorize_session(digest, workspace, limits, now); });
}

result<std::vector<result<caller>>> query_store::authorize_sessions(std::span<const session_use> used,
                                                                    const session_limits& limits, timestamp now) {
  return answer([&](statements& all) { return all.sessions.authorize_sessions(used, limits, now); });
}

std::vector<workspace_id> query_store::workspaces_of(const caller& who, permission wanted) {
  return ask([&](statements& all) {
    return who.is_session() ? all.sessions.workspaces_of_user(who.user, wanted)
                            : all.identity.workspaces_of_token(who.token, wanted);
  });
}

result<sign_in_record> query_store::find_sign_in(std::string_view email) {
  return answer([&](statements& all) { return all.sessions.find_sign_in(email); });
}

result<sign_in_record> query_store::find_user(user_id id) {
  return answer([&](statements& all) { return all.sessions.find_user(id); });
}

counted_try query_store::look_at_tries(std::span<const try_limit> limits, timestamp now) {
  return ask([&](statements& all) { return all.tried.look(limits, now); });
}

bool query_store::knows_household(std::string_view email, std::string_view household, timestamp now) {
  return ask([&](statements& all) { return all.tried.knows_household(email, household, now); });
}

result<std::string> query_store::find_sign_up(std::string_view digest, timestamp now) {
  return answer([&](statements& all) { return all.sessions.find_sign_up(digest, now); });
}

second_factor query_store::find_second_factor(user_id of) {
  return ask([&](statements& all) { return all.factors.find(of); });
}

bool query_store::has_users() {
  return ask([](statements& all) { return all.sessions.has_users(); });
}

std::vector<user_session> query_store::list_sessions(user_id of, const session_limits& limits, timestamp now) {
  return ask([&](statements& all) { return all.sessions.list_sessions(of, limits, now); });
}

held_roles query_store::roles_of(user_id user) {
  return ask([&](statements& all) { return all.sessions.roles_of(user); });
}

page<api_token> query_store::list_tokens(const token_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.tokens.list(filter, now); });
}

result<api_token> query_store::find_token(user_id of, token_id id, timestamp now) {
  return answer([&](statements& all) { return all.tokens.find(of, id, now); });
}

result<held_plan> query_store::find_plan(user_id of, timestamp now) {
  return answer([&](statements& all) { return all.plans.find_plan(of, now); });
}

page<statement_of_month> query_store::list_statements(user_id of, const statement_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.plans.list_statements(of, filter, now); });
}

result<statement_of_month> query_store::find_statement(user_id of, calendar_month month, timestamp now) {
  return answer([&](statements& all) { return all.plans.find_statement(of, month, now); });
}

page<audit_row> query_store::list_audit_rows(workspace_id in, const audit_filter& filter) {
  return ask([&](statements& all) { return all.audit.list(in, filter); });
}

page<user_account> query_store::list_users(std::int64_t before_row, int limit) {
  return ask([&](statements& all) { return all.operators.list_users(before_row, limit); });
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

page<listed_token> query_store::list_tokens(user_id of, std::int64_t before_row, int limit) {
  return ask([&](statements& all) { return all.operators.list_tokens(of, before_row, limit); });
}

page<quarantined_entry> query_store::list_quarantine(std::int64_t after_row, int limit) {
  return ask([&](statements& all) { return all.quarantine.list(after_row, limit); });
}

std::vector<set_status> query_store::list_bank_statuses() {
  return ask([](statements& all) { return all.operators.list_bank_statuses(); });
}

result<workspace> query_store::find_workspace(workspace_id id) {
  return answer([&](statements& all) { return all.identity.find_workspace(id); });
}

page<held_workspace> query_store::list_workspaces(const caller& who, const people_filter& filter) {
  return ask([&](statements& all) { return all.workspaces.list(who, filter); });
}

std::int64_t query_store::count_unfinished_callbacks(workspace_id in) {
  return ask([&](statements& all) { return all.workspaces.count_unfinished_callbacks(in); });
}

page<member> query_store::list_members(workspace_id in, const people_filter& filter) {
  return ask([&](statements& all) { return all.members.list(in, filter); });
}

page<invitation> query_store::list_invitations(workspace_id in, const people_filter& filter) {
  return ask([&](statements& all) { return all.members.list_invitations(in, filter); });
}

result<invitation> query_store::find_invitation(workspace_id in, invitation_id id) {
  return answer([&](statements& all) { return all.members.find_invitation(in, id); });
}

result<invitation_offer> query_store::find_invitation_offer(std::string_view digest, timestamp now) {
  return answer([&](statements& all) { return all.members.find_offer(digest, now); });
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

result<stored_signing_keys> query_store::find_signing_keys(workspace_id in, timestamp now) {
  return answer([&](statements& all) { return signing_keys::find(all.find_signing_keys, in, now); });
}

page<sealed_value> query_store::list_sealed_values(std::string_view but_key, const sealed_value& after, int limit) {
  return ask([&](statements& all) { return all.sealed.list(but_key, after, limit); });
}

result<sealed_value> query_store::find_canary() {
  return answer([&](statements& all) { return all.sealed.find_canary(); });
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

result<used_key> query_store::find_used_key(const idempotency_key& key, workspace_id in, timestamp now) {
  return answer([&](statements& all) -> result<used_key> {
    auto found = used_keys::find(all.find_key, key, in, now);
    if (!found) return errc::not_found;
    return std::move(*found);
  });
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
