#include "api/calls/subject_routes.hpp"

#include "api/calls/admission.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/description/request_record.hpp"
#include "api/description/transaction_filters.hpp"
#include "api/transactions/transaction_record.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view transaction_tag = "Transactions";
constexpr std::size_t searched_bytes_max = 100;

transaction_filter read_filter(const call_context& context, field_faults& faults) {
  transaction_filter filter;
  parameter_reader given{context, faults};
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  given.take("account_id", filter.account, bank_account_id::parse);
  given.take("transfer_type", filter.type, parse_transfer_type);
  given.take("min_amount", filter.min_amount, parse_money);
  given.take("max_amount", filter.max_amount, parse_money);
  const auto classified = given.word("classification");
  filter.without_link = classified == "none";
  if (classified && !filter.without_link) filter.classified = parse_classification(*classified);
  filter.needs_attention = given.word("attention").has_value();
  filter.content = context.call.request.parameter("q").value_or("");
  if (filter.content.size() > searched_bytes_max || utf8_fault(filter.content) != filter.content.size())
    given.refuse("q");
  return filter;
}

http_response answer_list(call_context& context, transaction_filter filter, const list_parameters& asked) {
  asked.bound(filter);
  filter.after = asked.place();
  return answer_page(context, context.rows.ask(list_transactions{filter}), transaction_record,
                     [](const bank_transaction& last) { return position_of_place(last.listed_at, last.row); });
}

result<bank_transaction> named_transaction(call_context& context) {
  const auto id = transaction_id::parse(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.ask(find_transaction{context.workspace, *id});
}

http_response answer_transaction(const reply_context& context, const bank_transaction& transaction) {
  return success(200, transaction_record.json(transaction), context.now);
}

constexpr route_description listing_transactions{
    .id = "listTransactions",
    .tag = transaction_tag,
    .summary = "List a Workspace's transactions",
    .query = {transaction_filters, list_parameters_described},
    .answers = {answers::page("The transactions, newest first.", transaction_record)},
};

handled list_readable_transactions(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  filter.workspaces = {context.workspace};
  return answer_list(context, std::move(filter), asked);
}

constexpr parameter_description workspace_filter[]{
    {"workspace_id", forms::workspace_id, "Only transactions of this Workspace"},
};

constexpr route_description listing_all_transactions{
    .id = "listAllTransactions",
    .tag = transaction_tag,
    .summary = "List the transactions of all Workspaces that the token can read",
    .details = "403 if it can read none, or not the one in `workspace_id`.",
    .query = {workspace_filter, transaction_filters, list_parameters_described},
    .answers = {answers::page("The transactions, newest first.", transaction_record)},
};

handled list_all_transactions(call_context& context) {
  auto allowed = context.rows.ask(list_permitted_workspaces{context.who, context.call.route->needed});
  if (allowed.empty()) return refuse_permission(context);
  if (const auto one = context.call.request.parameter("workspace_id")) {
    const auto wanted = workspace_id::parse(*one);
    if (!wanted || std::ranges::find(allowed, *wanted) == allowed.end()) return refuse_permission(context);
    allowed = {*wanted};
  }
  auto asked = read_list_parameters(context);
  auto filter = read_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  filter.workspaces = std::move(allowed);
  return answer_list(context, std::move(filter), asked);
}

constexpr route_description getting_a_transaction{
    .id = "getTransaction",
    .tag = transaction_tag,
    .summary = "Read a transaction",
    .answers = {answers::record("The transaction.", transaction_record)},
};

handled get_transaction(call_context& context) {
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  return answer_transaction(context, *found);
}

struct annotation {
  std::optional<std::string> note;
  std::optional<bool> settled;
};
constexpr auto annotation_members = members_into<annotation>({
    {"note", note_text, into<&annotation::note>, "A note; an empty note removes the current one.", optional},
    {"settled", forms::truth, into<&annotation::settled>,
     "`true` removes it from the list of transactions that need review; `false` puts it back.", optional, "true"},
});
constexpr request_record annotation_record{
    {.name = "TransactionNote",
     .sentence = "A person's remark on a transaction: `note`, `settled`, or both.",
     .needs_a_member = true,
     .changes = &transaction_record},
    annotation_members};

constexpr route_description annotating_a_transaction{
    .id = "annotateTransaction",
    .tag = transaction_tag,
    .summary = "Annotate or settle a transaction",
    .details = "Changes no status, no classification and no event.",
    .bodies = {&annotation_record},
    .answers = {answers::record("The transaction.", transaction_record)},
};

handled annotate_transaction_record(call_context& context) {
  auto [asked, faults] = annotation_record.read(context.body);
  if (auto fault = asked.note ? fault_of_note(*asked.note) : std::nullopt) faults.push_back(std::move(*fault));
  if (!faults.empty()) return context.refuse(faults);
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  return continue_with{{.workspace = context.workspace,
                        .write = annotate_transaction{context.workspace, found->id, std::move(asked.note),
                                                      asked.settled, context.by_caller()}},
                       on_success<annotate_transaction>(answer_transaction)};
}

constexpr route_description confirming_a_match{
    .id = "confirmMatch",
    .tag = transaction_tag,
    .summary = "Confirm an import's match",
    .details = "For a transaction with `attention` `statement_match`: completes the link or order named in its text, "
               "with its one event, as if the bank reported the transaction now. 409 if there is no match to confirm, "
               "or if the link or order has been closed; 422 if the amount is too small to complete it. If the match "
               "is wrong, settle the transaction instead.",
    .answers = {answers::record("The transaction.", transaction_record)},
    .errors = {errc::conflict, errc::payment_link_not_pending, errc::bank_account_not_connected,
               errc::workspace_suspended},
};

http_response refuse_small_credit(const reply_context& context) {
  return context.refuse(field_faults{
      {"transaction_id", "too_small", "The transaction's amount is below what completes the link or order."}});
}

http_response refuse_unasked(const reply_context& context) {
  return context.fail(errc::conflict,
                      "This transaction has no match to confirm: its attention must be statement_match.");
}

/// 409 with the status of the link or order that a match names.
handled explain_closed_target(call_context& context) {
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  const auto refuse = [&](errc error, std::string_view kind, std::string_view status) {
    const std::string message = "The " + std::string{kind} + " is " + std::string{status} +
                                ". Only a pending one can be completed. Settle the transaction instead.";
    return context.fail(error, message, field_faults{{"status", std::string{status}, message}});
  };
  if (const auto link = context.rows.ask(find_link{context.workspace, found->link}); was_found(link))
    return refuse(errc::payment_link_not_pending, "link", to_text(visible_status(*link, context.now)));
  const auto order = context.rows.ask(find_order{context.workspace, found->order});
  if (!was_found(order)) return context.fail(errc::conflict);
  return refuse(errc::conflict, "order", to_text(visible_status(*order, context.now)));
}

handled tell_confirmed(const reply_context& context, result<write_reply>& outcome) {
  if (const auto settled = reply_to<confirm_match>(outcome); settled)
    return get_transaction;
  else if (to_errc(settled.error()) == errc::payment_link_not_pending)
    return explain_closed_target;
  else if (to_errc(settled.error()) == errc::validation_error)
    return refuse_small_credit(context);
  else if (to_errc(settled.error()) == errc::conflict)
    return refuse_unasked(context);
  else
    return context.fail_to_find("transaction", settled.error());
}

handled confirm_found_match(call_context& context) {
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  const auto stands = attention_of(*found);
  if (stands == attention::underpaid || stands == attention::below_minimum) return refuse_small_credit(context);
  if (stands != attention::statement_match) return refuse_unasked(context);
  continue_with confirmed{{.workspace = context.workspace,
                           .write = confirm_match{context.workspace, found->id, context.by_caller()},
                           .announce = [](const write_reply& reply,
                                          news_desk& news) { news.on_entry_settled(std::get<recorded_entry>(reply)); }},
                          tell_confirmed};
  // It takes its turn among the link's credits.
  if (const auto link = context.rows.ask(find_link{context.workspace, found->link}); was_found(link))
    confirmed.work.link = link->reference;
  return confirmed;
}

} // namespace

using enum permission;
constexpr api_route transaction_rows[]{
    routes::in_turn(routes::with_token(bank_accounts_read, http_method::get, "/v1.1/transactions",
                                       list_all_transactions, listing_all_transactions)),
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/transactions/{workspace_id}",
                                 list_readable_transactions, listing_transactions)),
    routes::with(bank_accounts_read, http_method::get, "/v1.1/transactions/{workspace_id}/{transaction_id}",
                 get_transaction, getting_a_transaction),
    routes::with(payment_links_write, http_method::patch, "/v1.1/transactions/{workspace_id}/{transaction_id}",
                 annotate_transaction_record, annotating_a_transaction),
    routes::by_session(routes::with(payment_links_write, http_method::post,
                                    "/v1.1/transactions/{workspace_id}/{transaction_id}/confirm-match",
                                    confirm_found_match, confirming_a_match)),
};
constexpr std::span<const api_route> transaction_routes{transaction_rows};

} // namespace paylink
