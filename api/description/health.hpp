#pragma once
#include "api/description/described.hpp"

namespace paylink {

extern const route_description asking_whether_live;
extern const route_description asking_whether_ready;
extern const route_description getting_the_document;

} // namespace paylink
