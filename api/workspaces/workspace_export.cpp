#include "api/banks/bank_account_records.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/deliveries/delivery_record.hpp"
#include "api/links/callback_record.hpp"
#include "api/links/link_records.hpp"
#include "api/members/member_records.hpp"
#include "api/orders/order_record.hpp"
#include "api/transactions/transaction_record.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "api/workspaces/workspace_record.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

constexpr int rows_of_a_portion = 100;
/// Each may have several hundred kilobytes of receivers' answers.
constexpr int deliveries_of_a_portion = 25;
/// A portion ends behind the row with which it has as many.
constexpr std::size_t portion_bytes = 1024 * 1024;

/// One line: `{"kind":"…","record":{…}}`.
template <class Of, class... In>
void append_line(std::string& out, std::string_view kind, const written_record<Of, In...>& as,
                 const std::type_identity_t<Of>& of, const std::type_identity_t<In>&... in) {
  out.append(R"({"kind":")").append(kind).append(R"(","record":)");
  as(out, of, in...);
  out += "}\n";
}

void append_held_line(std::string& out, workspace_id in, const waiting_entry& one) {
  const auto& entry = one.entry;
  out += R"({"kind":"held_entry","record":)";
  record_writer{out}
      .text("workspace_id", in.view())
      .text_or_null("bank_account_id", one.account.view())
      .text("bank_reference", entry.bank_reference)
      .text("bank_account_number",
            entry.virtual_account_number.empty() ? entry.account_number : entry.virtual_account_number)
      .amount("amount", entry.amount)
      .text("transfer_type", to_text(entry.type))
      .flag("rejected", entry.status == entry_status::rejected)
      .text("content", entry.content)
      .time("transaction_date", entry.occurred_at)
      .time("created_at", one.received_at)
      .close();
  out += "}\n";
}

/// A list leaves out the longest bodies.
webhook_delivery with_its_body(webhook_delivery one, const call_context& context) {
  if (one.is_purged || !one.body.empty()) return one;
  if (auto found = context.rows.ask(find_delivery{context.workspace, one.id}); was_found(found))
    one.body = std::move(found->body);
  return one;
}

/// Everything of a Workspace but its secrets, as lines of JSON: a page of rows is a portion.
class workspace_export final : public portioned_read {
public:
  std::optional<std::string> next(call_context& context) override;

private:
  /// Appends the next page of a subject, and goes on to the next subject behind the last page.
  using append_page = void (workspace_export::*)(std::string& out, const call_context& context);
  static const append_page subjects[];
  void append_workspace_itself(std::string& out, const call_context& context);
  void append_members(std::string& out, const call_context& context);
  void append_invitations(std::string& out, const call_context& context);
  void append_accounts(std::string& out, const call_context& context);
  void append_links(std::string& out, const call_context& context);
  void append_callback_of(std::string& out, const call_context& context, const payment_link& link) const;
  /// Continues behind the row `after_row_`. False: more follow, but the portion is full.
  bool append_rejected_of(std::string& out, const call_context& context, const payment_link& link);
  void append_orders(std::string& out, const call_context& context);
  void append_webhooks(std::string& out, const call_context& context);
  void append_deliveries(std::string& out, const call_context& context);
  void append_held(std::string& out, const call_context& context);
  void append_transactions(std::string& out, const call_context& context);
  /// Where the next page begins, unless this was the last.
  void go_on(bool has_more, std::string after);
  template <class Row>
  void go_on(const page<Row>& found) {
    go_on(found.has_more, found.rows.empty() ? std::string{} : found.rows.back().id.text());
  }

  std::size_t at_ = 0; ///< The current subject.
  std::string after_;
  std::optional<std::pair<timestamp, std::int64_t>> after_transaction_;
  std::int64_t after_row_ = 0; ///< In the list of webhooks, of deliveries, of held entries or of a link's payments.
};

constexpr workspace_export::append_page workspace_export::subjects[]{
    &workspace_export::append_workspace_itself,
    &workspace_export::append_members,
    &workspace_export::append_invitations,
    &workspace_export::append_accounts,
    &workspace_export::append_links,
    &workspace_export::append_orders,
    &workspace_export::append_webhooks,
    &workspace_export::append_deliveries,
    &workspace_export::append_held,
    &workspace_export::append_transactions,
};

std::optional<std::string> workspace_export::next(call_context& context) {
  std::string portion;
  while (portion.empty() && at_ < std::size(subjects)) {
    const auto append = subjects[at_]; // GCC 12's sanitizer takes another index for a call of the element itself
    (this->*append)(portion, context);
  }
  return portion;
}

void workspace_export::go_on(bool has_more, std::string after) {
  after_ = has_more ? std::move(after) : std::string{};
  if (has_more) return;
  after_row_ = 0;
  ++at_;
}

void workspace_export::append_workspace_itself(std::string& out, const call_context& context) {
  go_on(false, {});
  const auto found = context.rows.ask(find_workspace{context.workspace});
  if (was_found(found)) append_line(out, "workspace", workspace_record, *found, std::nullopt);
}

void workspace_export::append_members(std::string& out, const call_context& context) {
  const auto found = context.rows.ask(
      list_members{context.workspace, {.ascending = true, .limit = rows_of_a_portion, .after = after_}});
  for (const auto& one : found.rows) append_line(out, "member", member_record, one);
  go_on(found);
}

void workspace_export::append_invitations(std::string& out, const call_context& context) {
  const auto found = context.rows.ask(
      list_invitations{context.workspace, {.ascending = true, .limit = rows_of_a_portion, .after = after_}});
  for (const auto& one : found.rows) append_line(out, "invitation", invitation_record, one, context.now);
  go_on(found);
}

void workspace_export::append_accounts(std::string& out, const call_context& context) {
  go_on(false, {});
  for (const auto& one : context.rows.ask(list_account_overviews{context.workspace}))
    append_line(out, "bank_account", bank_account_record, one);
  for (const auto& one : context.rows.ask(list_all_virtual_accounts{context.workspace}))
    append_line(out, "virtual_account", virtual_account_record, one);
}

void workspace_export::append_links(std::string& out, const call_context& context) {
  link_filter filter;
  filter.ascending = true;
  filter.limit = rows_of_a_portion;
  if (!after_.empty()) filter.after = payment_link_id::parse(after_);
  const auto found = context.rows.ask(list_links{context.workspace, filter, context.now});
  for (const auto& one : found.rows) {
    if (after_row_ == 0) append_line(out, "payment_link", link_record, one, context.services.public_url, context.now);
    // If there are too many, the next portion begins with this link's further ones.
    if (!append_rejected_of(out, context, one)) return;
    after_row_ = 0;
    after_ = one.id.text();
    if (one.callback != callback_status::none) append_callback_of(out, context, one);
    if (out.size() >= portion_bytes) return;
  }
  go_on(found.has_more, after_);
}

void workspace_export::append_orders(std::string& out, const call_context& context) {
  order_filter filter{.ascending = true, .limit = rows_of_a_portion};
  if (!after_.empty()) filter.after = order_id::parse(after_);
  const auto found = context.rows.ask(list_orders{context.workspace, filter, context.now});
  for (const auto& one : found.rows) append_line(out, "order", order_record, one, context.now);
  go_on(found);
}

// All others are transactions, and have their own lines.
bool workspace_export::append_rejected_of(std::string& out, const call_context& context, const payment_link& link) {
  for (bool has_more = true; has_more;) {
    const auto found =
        context.rows.ask(list_payments{context.workspace, link.row, rows_of_a_portion, true, after_row_});
    for (const auto& one : found.rows) {
      if (one.transaction.empty()) append_line(out, "rejected_payment", payment_record, one, link);
      after_row_ = one.place;
    }
    has_more = found.has_more;
    if (has_more && out.size() >= portion_bytes) return false;
  }
  return true;
}

void workspace_export::append_callback_of(std::string& out, const call_context& context,
                                          const payment_link& link) const {
  const auto event = context.rows.ask(find_callback{context.workspace, link.row});
  if (!was_found(event)) return;
  append_line(out, "callback", link_callback_record, *event, context.workspace, "");
}

void workspace_export::append_webhooks(std::string& out, const call_context& context) {
  const auto found = context.rows.ask(list_webhooks{
      context.workspace, {.ascending = true, .limit = rows_of_a_portion, .after = after_row_}, context.now});
  for (const auto& one : found.rows) append_line(out, "webhook", webhook_record, one, nullptr, nullptr);
  if (!found.rows.empty()) after_row_ = found.rows.back().row;
  go_on(found.has_more, {});
}

void workspace_export::append_deliveries(std::string& out, const call_context& context) {
  const auto found = context.rows.ask(list_deliveries{
      context.workspace,
      {.with_answers = true, .ascending = true, .limit = deliveries_of_a_portion, .after = after_row_}});
  for (const auto& one : found.rows) {
    append_line(out, "delivery", delivery_record, with_its_body(one, context));
    after_row_ = one.row;
    if (out.size() >= portion_bytes) return;
  }
  go_on(found.has_more, {});
}

// Money that the bank has reported: nothing else shows it, and deleting the Workspace removes it. Before the
// transactions: one that is processed meanwhile is in both lists, not in none.
void workspace_export::append_held(std::string& out, const call_context& context) {
  const auto found = context.rows.ask(list_held_entries{context.workspace, after_row_, rows_of_a_portion});
  for (const auto& one : found.rows) append_held_line(out, context.workspace, one);
  after_row_ = found.last_row;
  go_on(found.has_more, {});
}

void workspace_export::append_transactions(std::string& out, const call_context& context) {
  transaction_filter filter;
  filter.workspaces = {context.workspace};
  filter.ascending = true;
  filter.limit = rows_of_a_portion;
  filter.after = after_transaction_;
  const auto found = context.rows.ask(list_transactions{filter});
  for (const auto& one : found.rows) append_line(out, "transaction", transaction_record, one);
  if (!found.rows.empty()) after_transaction_ = std::pair{found.rows.back().listed_at, found.rows.back().row};
  if (!found.has_more) out += "{\"kind\":\"end\"}\n";
  go_on(found.has_more, {});
}

constexpr std::array<std::string_view, 1> export_headers{"Content-Disposition"};

constexpr route_description exporting_a_workspace{
    .id = "exportWorkspace",
    .tag = workspace_tag,
    .summary = "Export everything in a Workspace",
    .details = "Lines of JSON, each with a `kind` (`workspace`, `member`, `invitation`, `bank_account`, "
               "`virtual_account`, `payment_link`, `rejected_payment`, `callback`, `order`, `webhook`, `delivery`, "
               "`transaction`) and a `record` as in the other calls; for a suspended Workspace, also the bank entries "
               "on hold (`held_entry`). The last line has the kind `end`; without it, the response was cut off: call "
               "again. Secrets are omitted. Changes during the export may or may not be included.",
    .answers = {{{"200", "The lines.", answer_shape::lines, nullptr, export_headers}}},
};

handled export_own_workspace(call_context& context) {
  answer_in_portions answer;
  answer.head.content_type = "application/x-ndjson";
  answer.head.headers.emplace_back("Content-Disposition",
                                   "attachment; filename=\"" + context.workspace.text() + ".jsonl\"");
  answer.body = std::make_shared<workspace_export>();
  return answer;
}

} // namespace

constexpr api_route workspace_export_rows[]{
    routes::by_admins(routes::by_session(routes::with(permission::workspaces_read, http_method::get,
                                                      "/v1.1/workspaces/{workspace_id}/export", export_own_workspace,
                                                      exporting_a_workspace))),
};
constexpr std::span<const api_route> workspace_export_routes{workspace_export_rows};

} // namespace paylink
