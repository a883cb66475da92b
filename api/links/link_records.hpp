#pragma once
#include "api/description/described.hpp"
#include "domain/banks/credit.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

/// Shown to the payer.
inline constexpr form description_form{.least = 1, .most = 500, .example = "Order 1842"};
/// Up to 20 pairs of texts.
inline constexpr form metadata_form{.type = json_type::text_map, .most = 20, .example = R"({"order":"1842"})"};

extern const record_description link_record;
/// `public_url` is the service's address, without a final slash.
void append_link(std::string& out, const payment_link& link, std::string_view public_url, timestamp now);

/// A credit that named a link.
extern const record_description payment_record;
void append_payment(std::string& out, const payment_link& link, const payment& row);

} // namespace paylink
