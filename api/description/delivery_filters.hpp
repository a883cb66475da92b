#pragma once
#include "api/description/list_description.hpp"
#include "api/description/webhook_forms.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/deliveries/delivery_status.hpp"

namespace paylink {

inline constexpr form delivery_subject{
    .phrase = "the id of a transaction or order", .least = 1, .most = 64, .example = "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"};
inline constexpr form failure_asked_for{.words = words_besides<failure_class, failure_class::none>,
                                        .example = "http_5xx"};

/// The filters for deliveries to webhooks, in the list and for sending them again.
inline constexpr parameter_description delivery_filters[]{
    {"webhook_id", forms::webhook_id, "Id of the webhook"},
    {"event", one_of_words<webhook_event>("transaction.credit"), "Deliveries of this event"},
    {"status", one_of_words<delivery_status>("failed"), "Deliveries with this status"},
    {"subject_id", delivery_subject, "Id of the transaction or order of the event"},
    {"error_class", failure_asked_for, "Deliveries whose last attempt failed in this way"},
    {"from", forms::given_time, "Recorded at or after this time"},
    {"to", forms::given_time, "Recorded before this time"},
};

} // namespace paylink
