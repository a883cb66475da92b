#pragma once
#include "api/description/described.hpp"
#include "domain/orders/payment_order.hpp"

namespace paylink {

extern const record_description order_record;
/// A pending order with its QR code.
void append_order(std::string& out, const payment_order& order, timestamp now);

} // namespace paylink
