#pragma once
#include "api/description/forms.hpp"
#include "domain/webhooks/webhook.hpp"

/// Forms of webhooks and their deliveries.
namespace paylink::forms {

inline constexpr form webhook_id{
    .phrase = "an id, wh_…", .pattern = "^wh_[0-9a-hjkmnp-tv-z]{26}$", .example = "wh_01kkqe1a2bec3d4e5f6g7h8j9k"};
inline constexpr form delivery_id{
    .phrase = "an id, dlv_…", .pattern = "^dlv_[0-9a-hjkmnp-tv-z]{26}$", .example = "dlv_01kkqe3c4dff5g6h7j8k9m0n1p"};
inline constexpr form webhook_name{.least = 1, .most = 100, .example = "Order system"};
inline constexpr form webhook_events{.type = json_type::texts,
                                     .least = 1,
                                     .most = webhook_event_count,
                                     .words = words_of<webhook_event>,
                                     .example = R"(["transaction.credit"])"};
inline constexpr form webhook_headers{.type = json_type::text_map, .most = 10, .example = R"({"X-Shop":"hanoi"})"};
inline constexpr form chat_id{.phrase = "a chat's number, or its public @name", .example = "-1001234567890"};
inline constexpr form bot_token{.pattern = "^[1-9][0-9]*:[0-9A-Za-z_-]{35}$",
                                .example = "7123456789:AAHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o"};
inline constexpr form webhook_api_key{.pattern = "^whk_[0-9A-Za-z]{46}$",
                                      .example = "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z"};
inline constexpr form webhook_secret{.pattern = "^whs_[0-9A-Za-z]{46}$",
                                     .example = "whs_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z"};

} // namespace paylink::forms
