#pragma once
#include "api/description/written_record.hpp"
#include "domain/orders/payment_order.hpp"

namespace paylink {

inline constexpr std::string_view order_tag = "Orders";

inline constexpr form customer_address{.format = "email", .most = 254, .example = "lan@example.com"};

/// A pending order with its QR code. Needs the time.
extern const written_record<payment_order, timestamp> order_record;

} // namespace paylink
