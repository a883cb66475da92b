#pragma once
#include "api/description/written_record.hpp"
#include "domain/banks/credit.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

inline constexpr std::string_view link_tag = "Payment links";

/// Shown to the payer.
inline constexpr form description_form{.least = 1, .most = 500, .example = "Order 1842"};
/// Up to 20 pairs of texts.
inline constexpr form metadata_form{.type = json_type::text_map, .most = 20, .example = R"({"order":"1842"})"};

/// Needs the service's address, without a final slash, and the time.
extern const written_record<payment_link, std::string_view, timestamp> link_record;

/// A credit that named a link.
extern const written_record<payment, payment_link> payment_record;

} // namespace paylink
