#pragma once
#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <string>

namespace paylink {

/// The TLS side of a listener: TLS 1.2 or later, only `http/1.1`. Throws std::runtime_error that names the faulty file.
std::unique_ptr<boost::asio::ssl::context> make_server_tls(const std::string& certificate_file,
                                                           const std::string& key_file);

} // namespace paylink
