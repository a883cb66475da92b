#include "api/description/health.hpp"

namespace paylink {

namespace {

constexpr std::string_view service_tag = "The service";

constexpr std::string_view unready_headers[]{"Retry-After"};
constexpr std::string_view document_headers[]{"ETag"};

} // namespace

constexpr route_description asking_whether_live{
    .id = "isLive",
    .tag = service_tag,
    .summary = "Check that the process runs",
    .answers = {{
        {"200", "`live`", answer_shape::text},
    }},
};
constexpr route_description asking_whether_ready{
    .id = "isReady",
    .tag = service_tag,
    .summary = "Check that the service takes calls",
    .answers = {{
        {"200", "`ready`, and what an operator should know.", answer_shape::text},
        {"503", "Why it is not ready: send calls elsewhere, and ask again after `Retry-After`.", answer_shape::text,
         nullptr, unready_headers},
    }},
};
constexpr route_description getting_the_document{
    .id = "getDocument",
    .tag = service_tag,
    .summary = "Read this document",
    .details = "An operator may have closed it, with the page that shows it.",
    .answers = {{
        {"200", "This document.", answer_shape::document, nullptr, document_headers},
        {"304", "The document is still the one that `If-None-Match` names.", answer_shape::nothing, nullptr,
         document_headers},
    }},
    .errors = {errc::not_found},
};

} // namespace paylink
