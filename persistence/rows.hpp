#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/access.hpp"
#include "persistence/records.hpp"
#include "persistence/statement.hpp"

/// The one place where rows become domain objects. Each list of columns stands beside the struct that it fills.
namespace paylink {

/// Words of the enumerations that are stored as text.
std::string_view word_of(entity_type value);
std::string_view word_of(banking_mode value);
std::string_view word_of(workspace_status value);
std::string_view word_of(language value);
std::string_view word_of(account_state value);
std::string_view word_of(virtual_account_status value);
std::string_view word_of(entry_status value);

/// The link that a payment link's reference column holds: orders lie above all links.
std::int64_t stored_reference(const reference& value);
reference reference_of(std::int64_t stored);

/// A payment link with what stands beside it in other tables.
struct link_row {
  static constexpr std::string_view columns =
      "l.row, l.id, l.public_id, l.workspace_id, a.id, v.id, l.reference, l.status, l.amount, l.received_amount, "
      "d.state, "
      "l.description, l.callback_url, l.redirect_url, l.metadata, t.id, t.occurred_at, l.failure_reason, l.created_at, "
      "l.expires_at, l.closed_at, l.created_by_type, l.created_by_id";
  static constexpr std::string_view tables =
      " FROM payment_links l JOIN bank_accounts a ON a.row = l.account_row "
      "LEFT JOIN virtual_accounts v ON v.row = l.virtual_account_row "
      "LEFT JOIN transactions t ON t.row = l.transaction_row LEFT JOIN deliveries d ON d.link_row = l.row ";

  number row;
  text id, public_id, workspace, account, virtual_account;
  number reference, status, amount, received_amount, delivery_state;
  text description, callback_url, redirect_url, metadata, transaction;
  number paid_at, failure, created_at, expires_at, closed_at, created_by_type;
  text created_by_id;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(id), visitor(public_id), visitor(workspace), visitor(account), visitor(virtual_account);
    visitor(reference), visitor(status), visitor(amount), visitor(received_amount), visitor(delivery_state);
    visitor(description), visitor(callback_url), visitor(redirect_url), visitor(metadata), visitor(transaction);
    visitor(paid_at), visitor(failure), visitor(created_at), visitor(expires_at), visitor(closed_at);
    visitor(created_by_type), visitor(created_by_id);
  }

  payment_link read() const;
};

/// A transaction with what stands beside it in other tables.
struct transaction_row {
  static constexpr std::string_view columns =
      "t.row, t.id, t.workspace_id, a.id, v.id, COALESCE(v.number, a.number), a.bank, t.amount, t.type, t.content, "
      "t.occurred_at, t.received_at, t.source_id, t.classification, l.id, t.ambiguous, n.id, t.note, t.settled";
  static constexpr std::string_view beside =
      " JOIN bank_accounts a ON a.row = t.account_row LEFT JOIN virtual_accounts v ON v.row = t.virtual_account_row "
      "LEFT JOIN payment_links l ON l.row = t.link_row LEFT JOIN payment_links n ON n.row = t.likely_link_row ";
  static std::string find_sql() {
    return "SELECT " + std::string{columns} + " FROM transactions t" + std::string{beside} +
           "WHERE a.workspace_id = :workspace AND t.made_at = :made_at AND t.made_at >= 0 AND t.id = :id";
  }

  number row;
  text id, workspace, account, virtual_account, account_number, bank;
  number amount, type;
  text content;
  number occurred_at, received_at;
  text bank_reference;
  number classified;
  text link;
  number ambiguous;
  text likely_link, note;
  number settled;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(id), visitor(workspace), visitor(account), visitor(virtual_account), visitor(account_number);
    visitor(bank), visitor(amount), visitor(type), visitor(content), visitor(occurred_at), visitor(received_at);
    visitor(bank_reference), visitor(classified), visitor(link), visitor(ambiguous), visitor(likely_link);
    visitor(note), visitor(settled);
  }

  bank_transaction read() const;
};

struct account_row {
  static constexpr std::string_view columns =
      "a.row, a.id, a.workspace_id, w.owner_id, a.feed, a.bank, a.bin, a.number, a.holder_name, a.state";
  static constexpr std::string_view tables = " FROM bank_accounts a JOIN workspaces w ON w.id = a.workspace_id ";

  number row;
  text id, workspace, owner, feed, bank, bin, account_number, holder_name, state;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(id), visitor(workspace), visitor(owner), visitor(feed), visitor(bank), visitor(bin);
    visitor(account_number), visitor(holder_name), visitor(state);
  }

  bank_account read() const;
};

struct virtual_account_row {
  static constexpr std::string_view columns = "v.row, v.id, a.id, v.number, v.name, v.status";
  static constexpr std::string_view tables = " FROM virtual_accounts v JOIN bank_accounts a ON a.row = v.account_row ";

  number row;
  text id, main_account, account_number, name, status;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(id), visitor(main_account), visitor(account_number), visitor(name), visitor(status);
  }

  virtual_account read() const;
};

struct workspace_row {
  static constexpr std::string_view columns =
      "w.id, w.owner_id, w.name, w.description, w.entity_type, w.banking_mode, w.status, w.language, w.created_at";

  text id, owner, name, description, entity, mode, status, lang;
  number created_at;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(id), visitor(owner), visitor(name), visitor(description), visitor(entity), visitor(mode), visitor(status);
    visitor(lang), visitor(created_at);
  }

  workspace read() const;
};

struct attempt_row {
  static constexpr std::string_view columns =
      "number, started_at, duration_ms, url, address, hops, status_code, failed_by, final, error, response_headers, "
      "response_body, tls";

  number made, started_at, duration;
  text url, address, hops;
  number status_code, failed_by, final;
  text error, headers, body, tls;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(made), visitor(started_at), visitor(duration), visitor(url), visitor(address), visitor(hops);
    visitor(status_code), visitor(failed_by), visitor(final), visitor(error), visitor(headers), visitor(body),
        visitor(tls);
  }

  attempt read() const;
};

/// A delivery as it is claimed; `url` is that of its link.
struct job_row {
  static constexpr std::string_view columns =
      "row, epoch, attempt, round_start, workspace_id, event_id, (SELECT callback_url FROM "
      "payment_links WHERE row = deliveries.link_row), "
      "body, signed_at, signature, agent, brand, lease_until";

  number row, epoch, attempt, round_start;
  text workspace, event, url, body;
  number signed_at;
  text signature, agent, brand;
  number lease_until;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(epoch), visitor(attempt), visitor(round_start), visitor(workspace), visitor(event);
    visitor(url), visitor(body), visitor(signed_at), visitor(signature), visitor(agent), visitor(brand),
        visitor(lease_until);
  }

  delivery_job read() const;
};

/// How a delivery stands, by its columns and the class of its last attempt's failure.
delivery::life life_of(const number& state, const number& attempt, const number& next_at, const number& lease_until,
                       const number& finished_at, failure_class last_failed_by);

/// The metadata of a link as a JSON object.
std::string metadata_to_json(const std::map<std::string, std::string>& metadata);

} // namespace paylink
