#pragma once
#include "persistence/dialect.hpp"
#include "persistence/rows.hpp"

namespace paylink {

/// What is asked about payment links, their payments and callbacks, on one reading connection.
class link_reads {
public:
  explicit link_reads(soci::session& session);

  result<payment_link> find(workspace_id in, payment_link_id id);
  page<payment_link> list(workspace_id in, const link_filter& filter, timestamp now);
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

    template <class Visitor>
    void visit(Visitor&& visitor) {
      link.visit(visitor), account.visit(visitor), receiver.visit(visitor);
    }
  };
  struct payment_row {
    number place;
    text transaction;
    number classification, amount;
    text content;
    number occurred_at, received_at;
    text note;
    number settled;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(place), visitor(transaction), visitor(classification), visitor(amount), visitor(content);
      visitor(occurred_at), visitor(received_at), visitor(note), visitor(settled);
    }
    payment read() const;
  };
  using list_statement = statement<row<text, text, number, number, number, number, number, number, number, number, text,
                                       text, number, number, number>,
                                   link_row>;
  using payments_statement = statement<row<number, text, number, text, number, text, number, number>, payment_row>;

  statement<row<text, text>, link_row> find_;
  list_statement list_rising_, list_falling_, list_reference_;
  payments_statement payments_rising_, payments_falling_;
  statement<row<text, number>, row<number, text, number, text, number, number, number, text>> callback_;
  statement<row<number>, attempt_row> attempts_;
  statement<row<text>, payer_row> payer_;
  statement<row<>, row<number>> unfinished_;
};

} // namespace paylink
