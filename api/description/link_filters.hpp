#pragma once
#include "api/description/list_description.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

/// The filters for payment links, in the list and for sending callbacks again.
inline constexpr parameter_description link_filters[]{
    {"status", one_of_words<link_status>("pending"), "Links with this status"},
    {"callback_status", one_of_words<callback_status>("failed"), "Links whose callback has this status"},
    {"reference", forms::reference, "The transfer's reference"},
    {"public_id", forms::public_id, "The id in the page's address, and in the redirect's `link_id`"},
    {"bank_account_id", forms::bank_account_id, "Id of the bank account"},
    {"from", forms::given_time, "Created at or after this time"},
    {"to", forms::given_time, "Created before this time"},
    {"attention", open_attention, "open: paid, but the callback failed"},
};

} // namespace paylink
