#pragma once
#include "api/description/described.hpp"

namespace paylink {

extern const record_description link_record;

extern const route_description listing_links;
extern const route_description creating_a_link;
extern const route_description getting_a_link;
extern const route_description cancelling_a_link;
extern const route_description listing_payments;

} // namespace paylink
