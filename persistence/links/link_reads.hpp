#pragma once
#include "persistence/banks/account_rows.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/records/records.hpp"

namespace paylink {

/// Queries about payment links, their payments and callbacks, on one reading connection.
class link_reads {
public:
  explicit link_reads(soci::session& session);

  result<payment_link> find(workspace_id in, payment_link_id id);
  page<payment> list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                              std::int64_t after_row);
  result<callback_record> find_callback(workspace_id in, std::int64_t link_row);
  result<payer_view> find_payer_view(std::string_view public_id);
  std::int64_t count_unfinished();

private:
  struct payer_row {
    link_row link;
    account_row account;
    virtual_account_row receiver;
    sql_number short_payment, deleted_at;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      link.visit(visitor), account.visit(visitor), receiver.visit(visitor), visitor(short_payment);
      visitor(deleted_at);
    }
  };
  struct payment_row {
    sql_number place;
    sql_text transaction;
    sql_number classification, amount;
    sql_text content;
    sql_number occurred_at, received_at;
    sql_text note;
    sql_number settled;
    sql_text assigned_by;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(place), visitor(transaction), visitor(classification), visitor(amount), visitor(content);
      visitor(occurred_at), visitor(received_at), visitor(note), visitor(settled), visitor(assigned_by);
    }
    payment read() const;
  };
  using payments_statement =
      statement<sql_row<sql_number, sql_text, sql_number, sql_text, sql_number, sql_text, sql_number, sql_number>,
                payment_row>;

  statement<sql_row<sql_text, sql_text>, link_row> find_;
  payments_statement payments_rising_, payments_falling_;
  statement<sql_row<sql_text, sql_number>,
            sql_row<sql_number, sql_text, sql_number, sql_text, sql_text, sql_number, sql_text, sql_text, sql_text,
                    sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>>
      callback_;
  statement<sql_row<sql_number>, attempt_row> attempts_;
  statement<sql_row<sql_number>, round_row> rounds_;
  statement<sql_row<sql_text>, payer_row> payer_;
  statement<sql_row<>, sql_row<sql_number>> unfinished_;
};

} // namespace paylink
