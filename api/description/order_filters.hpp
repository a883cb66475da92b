#pragma once
#include "api/description/list_description.hpp"
#include "domain/orders/payment_order.hpp"

namespace paylink {

namespace forms {

/// The merchant's own id of an order, or ours.
inline constexpr form own_order_id{.phrase = "1 to 64 characters", .least = 1, .most = 64, .example = "DH-1842"};
inline constexpr form order_reference{
    .phrase = "PFOD and 8 of A-Z and 0-9", .pattern = "^PFOD[0-9A-Z]{8}$", .example = "PFOD7K2M9QX4"};
inline constexpr form order_id{
    .phrase = "an id, ord_…", .pattern = "^ord_[0-9a-hjkmnp-tv-z]{26}$", .example = "ord_01kkqc2d4wf7g8h9j0k1m2n3p4"};

} // namespace forms

/// The filters for orders.
inline constexpr parameter_description order_filters[]{
    {"status", one_of_words<order_status>("pending"), "Orders with this status"},
    {"order_id", forms::own_order_id, "The order with this id, either yours or ours"},
    {"reference", forms::order_reference, "The transfer's reference"},
    {"bank_account_id", forms::bank_account_id, "Id of the bank account"},
    {"from", forms::given_time, "Created at or after this time"},
    {"to", forms::given_time, "Created before this time"},
};

} // namespace paylink
