#pragma once
#include "http/wire/message.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace paylink::sandbox {

/// A JSON answer of the connector.
http_response connector_answer(unsigned status, const boost::json::object& body);

/// `{"error":{"code","field","message"}}`; an empty field is left out.
http_response connector_refusal(unsigned status, std::string_view code, std::string_view message,
                                std::string_view field = {});

} // namespace paylink::sandbox
