#include "api/webhooks/asked_webhook.hpp"

#include "api/webhooks/webhook_record.hpp"

namespace paylink {

webhook_request read_webhook_request(webhook_type type, const described_body& given, field_faults& faults) {
  webhook_request request{.type = type,
                          .name = given.text("name"),
                          .url = given.text("url"),
                          .events = given.texts("events"),
                          .chat_id = given.text("chat_id"),
                          .bot_token = given.text("bot_token")};
  if (const auto* filter = given.record("filter")) {
    field_faults found;
    const described_body members{webhook_filter_record, *filter, found};
    request.filter = filter_request{.accounts = members.texts("bank_account_ids"),
                                    .virtual_accounts = members.texts("virtual_account_ids"),
                                    .direction = members.text("transfer_type"),
                                    .amount_min = members.text("min_amount"),
                                    .text = members.text("text")};
    for (auto& fault : found) {
      fault.field.insert(0, "filter.");
      faults.push_back(std::move(fault));
    }
  }
  if (given.is_null("filter")) request.filter.emplace();
  if (given.has("headers")) {
    const auto headers = given.text_map("headers");
    request.headers.emplace(headers.begin(), headers.end());
  }
  return request;
}

void look_up_filter(call_context& context, const webhook_filter& filter, field_faults& faults) {
  for (std::size_t i = 0; i < filter.accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_account{context.workspace, filter.accounts[i]})))
      faults.push_back({"filter.bank_account_ids." + std::to_string(i), "not_found",
                        "No bank account of this Workspace has this id."});
  for (std::size_t i = 0; i < filter.virtual_accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_virtual_account{context.workspace, filter.virtual_accounts[i]})))
      faults.push_back({"filter.virtual_account_ids." + std::to_string(i), "not_found",
                        "No virtual account of this Workspace has this id."});
}

} // namespace paylink
